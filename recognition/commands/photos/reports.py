"""What one photo gets out of one answer of the number provider."""

from collections.abc import Iterable

from django.utils import timezone

from messaging import outbox
from recognition.commands.photos.outcomes import (
    ask_tagator,
    finish_numbers,
    keep_numbers,
    keep_persons,
    settle,
)
from recognition.models import NumberSource, Photo, PhotoNumber, PhotoState, RecognitionType
from recognition.numbers import NumberRules, check
from recognition.providers.numbers.callbacks import Answer, ReadTag
from recognition.providers.tagator_service import tagator_service
from recognition.strategies import (
    Faces,
    Tagging,
    needs_faces,
    needs_number_provider,
    needs_numbers,
    pipeline_of,
)


def apply_answer(
    photo: Photo, answer: Answer, asked_for: RecognitionType, rules: NumberRules
) -> bool:
    """Use of the answer whatever the photo still needs; say whether that was anything.

    The photo is locked by the caller. An answer to a request made under an earlier strategy is used
    for what the current one takes from the number provider.
    """
    if photo.state == PhotoState.DELETED:
        return False
    numbers = _takes_numbers(photo) and asked_for is not RecognitionType.FACE
    faces = _takes_faces(photo) and asked_for is not RecognitionType.NUMBER
    told = _use_tags(photo, answer.tags, rules) if numbers else []
    if faces:
        told.append(keep_persons(photo, answer.persons))
    outbox.post(*told)
    if numbers or faces:
        _ask_for_the_rest(photo)
        settle(photo)
    return numbers or faces


def _ask_for_the_rest(photo: Photo) -> None:
    """Await nothing more; ask again where the request, of an earlier strategy, was for less."""
    if photo.tagging_task_id is None:
        photo.numbers_next_attempt_on = timezone.now() if needs_number_provider(photo) else None
        photo.callback_due_on = None


def _takes_numbers(photo: Photo) -> bool:
    return pipeline_of(photo.album).request is not None and needs_numbers(photo)


def _takes_faces(photo: Photo) -> bool:
    return pipeline_of(photo.album).faces is Faces.NUMBER_PROVIDER and needs_faces(photo)


def _use_tags(
    photo: Photo, tags: Iterable[ReadTag], rules: NumberRules
) -> list[outbox.PeerMessage]:
    numbers = _checked(photo, tags, rules)
    keep_numbers(photo, numbers, NumberSource.PROVIDER)
    accepted = [number for number in numbers if not number.rejection]
    if accepted or pipeline_of(photo.album).tagging is not Tagging.WITHOUT_A_NUMBER:
        if photo.tagging_task_id is not None:
            tagator_service().cancel_tasks(photo.pk, "The number provider has read the numbers.")
        return [finish_numbers(photo, accepted)]
    if photo.tagging_task_id is None:
        ask_tagator(photo)
    photo.numbers_next_attempt_on = photo.callback_due_on = None
    return []


def _checked(photo: Photo, tags: Iterable[ReadTag], rules: NumberRules) -> list[PhotoNumber]:
    """Check what was read; of the same number read twice the surer reading stays."""
    found: dict[tuple[str, str], PhotoNumber] = {}
    for tag in sorted(tags, key=lambda tag: tag.confidence or 0):
        checked = check(tag.text, rules)
        rejection = checked.rejection.value if checked.rejection else ""
        value = checked.value[:100]
        found[value, rejection] = PhotoNumber(
            photo=photo,
            value=value,
            rejection=rejection,
            source=NumberSource.PROVIDER,
            confidence=tag.confidence,
            box=tag.box,
        )
    return list(found.values())
