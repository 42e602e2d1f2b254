"""What one photo gets out of a report of the number provider."""

from collections.abc import Iterable

from django.utils import timezone

from recognition.commands.photos.results import (
    ask_tagator,
    finish_numbers,
    keep_numbers,
    keep_persons,
    stop_asking,
    take_back_task,
)
from recognition.commands.photos.state import settle
from recognition.models import (
    FACES,
    NUMBERS,
    NumberSource,
    Photo,
    PhotoNumber,
    PhotoState,
    RecognitionType,
)
from recognition.numbers import NumberRules, check
from recognition.providers.numbers.callbacks import PhotoReport, ReadNumber
from recognition.strategies import Faces, Tagging, needs, needs_number_provider, pipeline_of


def apply_report(
    photo: Photo, report: PhotoReport, asked_for: RecognitionType, rules: NumberRules
) -> bool:
    """Use of the report what the photo still needs; say whether that was anything.

    The photo is locked by the caller. A report on a request made under an earlier strategy is used
    for what the current one takes from the number provider.
    """
    if photo.state == PhotoState.DELETED:
        return False
    pipeline = pipeline_of(photo.album)
    numbers = asked_for is not RecognitionType.FACE and pipeline.request and needs(photo, NUMBERS)
    by_provider = pipeline.faces is Faces.NUMBER_PROVIDER
    faces = asked_for is not RecognitionType.NUMBER and by_provider and needs(photo, FACES)
    if numbers:
        _use_numbers(photo, report.numbers, rules)
    if faces:
        keep_persons(photo, report.persons)
    if numbers or faces:
        _ask_for_the_rest(photo)
        settle(photo)
    return bool(numbers or faces)


def _ask_for_the_rest(photo: Photo) -> None:
    """Await nothing more; ask again where the request, of an earlier strategy, was for less."""
    if photo.tagging_task_id is None:
        stop_asking(photo)
        if needs_number_provider(photo):
            NUMBERS.of(photo).plan(timezone.now())


def _use_numbers(photo: Photo, read: Iterable[ReadNumber], rules: NumberRules) -> None:
    numbers = _checked(photo, read, rules)
    keep_numbers(photo, numbers, NumberSource.PROVIDER)
    accepted = [number for number in numbers if not number.rejection]
    if accepted or pipeline_of(photo.album).tagging is not Tagging.WITHOUT_A_NUMBER:
        take_back_task(photo, "The number provider has read the numbers.")
        finish_numbers(photo)
    elif photo.tagging_task_id is None:
        ask_tagator(photo)
    else:
        stop_asking(photo)


def _checked(photo: Photo, read: Iterable[ReadNumber], rules: NumberRules) -> list[PhotoNumber]:
    """Check what was read; of the same number read twice the surer reading stays."""
    found: dict[tuple[str, str], PhotoNumber] = {}
    for number in sorted(read, key=lambda number: number.confidence or 0):
        checked = check(number.text, rules)
        rejection = checked.rejection.value if checked.rejection else ""
        value = checked.value[:100]
        found[value, rejection] = PhotoNumber(
            photo=photo,
            value=value,
            rejection=rejection,
            source=NumberSource.PROVIDER,
            confidence=number.confidence,
            box=number.box,
        )
    return list(found.values())
