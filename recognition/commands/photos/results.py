"""What was recognised on a photo: kept, and sent to the photo service.

Every function here takes a photo that the caller has locked; but for `apply_report`, the caller
posts the messages that it returns, and settles the photo afterwards.
"""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from uuid import uuid4

from django.utils import timezone

from messaging import outbox
from messaging.outbox import PeerMessage
from recognition.commands.photos.former_numbers import keep_former_numbers
from recognition.commands.photos.state import settle
from recognition.commands.photos.verdicts import checked_reading, judged_rows
from recognition.judging import Knowledge, Reading
from recognition.models import (
    FACES,
    NUMBERS,
    AlbumText,
    NumberRejection,
    NumberSource,
    Photo,
    PhotoNumber,
    PhotoPerson,
    RecognitionType,
)
from recognition.numbers import NumberRules
from recognition.providers.faces import RecognisedPerson, surest
from recognition.providers.numbers.callbacks import PhotoReport, ReadNumber
from recognition.providers.photo_service import persons_message, tags_message
from recognition.providers.tagator_service import tagator_service
from recognition.queries.photos.confirmations import numbers_of_persons
from recognition.strategies import Faces, Tagging, needs, needs_number_provider, pipeline_of
from records.selections import Selection
from records.statements import Statement
from records.writing import insert_few

_NUMBERS_OF = Selection(
    lambda photo_id: PhotoNumber.objects.filter(photo_id=photo_id).order_by("pk")
)

_FORGET_PERSONS = Statement("DELETE FROM recognition_photoperson WHERE photo_id = %(photo_id)s")


def apply_report(
    photo: Photo,
    report: PhotoReport,
    asked_for: RecognitionType,
    rules: NumberRules,
    texts: Sequence[AlbumText] = (),
) -> bool:
    """Use of the report what the photo still needs; say whether that was anything.

    The photo is locked by the caller, and not deleted. A report on a request made under an earlier
    strategy is used for what the current one takes from the number provider.

    :param texts: those of the album, which are no numbers.
    """
    pipeline = pipeline_of(photo.album)
    numbers = asked_for is not RecognitionType.FACE and pipeline.request and needs(photo, NUMBERS)
    by_provider = pipeline.faces is Faces.NUMBER_PROVIDER
    faces = asked_for is not RecognitionType.NUMBER and by_provider and needs(photo, FACES)
    results: list[PeerMessage] = []
    if faces:
        results.append(keep_persons(photo, report.persons))
    if numbers:
        read = [(number, checked_reading(number, rules)) for number in report.numbers]
        results += _use_readings(photo, read, texts)
    if numbers or faces:
        outbox.post(*results)
        _ask_for_the_rest(photo)
        settle(photo)
    return bool(numbers or faces)


def keep_persons(photo: Photo, persons: Sequence[RecognisedPerson]) -> PeerMessage:
    """Make these the photo's persons: the faces are recognised. A person found twice is one.

    Return what is to be sent.
    """
    _FORGET_PERSONS.execute(photo_id=photo.pk)  # imported ones have no version
    kept = [
        PhotoPerson(
            photo=photo, person_id=found.person_id, confidence=found.confidence, box=found.box
        )
        for found in surest(persons)
    ]
    insert_few(kept)
    FACES.of(photo).finish(timezone.now())
    plan_judging(photo)
    return persons_message(photo, kept)


def keep_numbers(
    photo: Photo, numbers: Sequence[PhotoNumber], source: NumberSource
) -> list[PhotoNumber]:
    """Make these the photo's numbers of one source, accepted and rejected, until more is known.

    Return all numbers of the photo in the order in which they were stored. Of the same number of
    two sources the first one stays. Those that are replaced stay in the photo's history.
    """
    stored = _NUMBERS_OF(photo_id=photo.pk)
    kept = [one for one in stored if one.source != source and not photo.tags_outdated]
    if len(kept) < len(stored):
        keep_former_numbers((one for one in stored if one not in kept), by=numbers)
        photo.numbers.exclude(pk__in=[one.pk for one in kept]).delete()
    photo.tags_outdated = False
    known = {(number.value, number.rejection) for number in kept}
    added = [number for number in numbers if (number.value, number.rejection) not in known]
    insert_few(added)
    return kept + added


def finish_numbers(photo: Photo, numbers: Iterable[PhotoNumber]) -> PeerMessage:
    """Make the accepted ones of the photo's numbers its tags: its numbers are recognised.

    Return what is to be sent.
    """
    NUMBERS.of(photo).finish(timezone.now())
    plan_judging(photo)
    photo.callback_due_on = photo.tagging_task_id = None
    return tags_message(photo, [number for number in numbers if not number.rejection])


def ask_tagator(photo: Photo) -> None:
    """Have a person read the photo's numbers. Attempts go on counting: a task may come back."""
    photo.tagging_task_id = uuid4()
    photo.number_failure = ""
    stop_asking(photo)
    tagator_service().create_task(photo.tagging_task_id, photo)


def take_back_task(photo: Photo, reason: str) -> None:
    """Cancel the tagging task that the photo waits for, if it waits for one."""
    if photo.tagging_task_id is not None:
        tagator_service().cancel_tasks(photo.pk, reason)
        photo.tagging_task_id = None


def stop_asking(photo: Photo) -> None:
    """Plan nothing more for the numbers, and await no callback. One that comes is used."""
    NUMBERS.of(photo).plan(None)
    photo.callback_due_on = None


def _ask_for_the_rest(photo: Photo) -> None:
    """Await nothing more; ask again where the request, of an earlier strategy, was for less."""
    if photo.tagging_task_id is None:
        stop_asking(photo)
        if needs_number_provider(photo):
            NUMBERS.of(photo).plan(timezone.now())


def _use_readings(
    photo: Photo, read: Sequence[tuple[ReadNumber, Reading]], texts: Sequence[AlbumText]
) -> list[PeerMessage]:
    """Judge what was read, first without looking at other photos of the same persons.

    Return what is to be sent.
    """
    known = Knowledge(minimum=photo.album.required_confidence, texts=texts)
    numbers = judged_rows(photo, read, known)
    if any(number.rejection == NumberRejection.LOW_CONFIDENCE for number in numbers):
        known = replace(known, confirmed=numbers_of_persons(photo))
        numbers = judged_rows(photo, read, known)
    return use_numbers(photo, numbers)


def use_numbers(photo: Photo, numbers: Sequence[PhotoNumber]) -> list[PeerMessage]:
    """Make these the photo's numbers by the provider; a tagger reads it where none is accepted.

    Return what is to be sent.
    """
    results: list[PeerMessage] = []
    stored = keep_numbers(photo, numbers, NumberSource.PROVIDER)
    accepted = [number for number in numbers if not number.rejection]
    if accepted or pipeline_of(photo.album).tagging is not Tagging.WITHOUT_A_NUMBER:
        take_back_task(photo, "The number provider has read the numbers.")
        results.append(finish_numbers(photo, stored))
    elif photo.tagging_task_id is None:
        ask_tagator(photo)
    else:
        stop_asking(photo)
    plan_judging(photo)
    return results


def plan_judging(photo: Photo) -> None:
    """Have what was read judged again, now that there is more to judge by.

    Numbers of other photos may depend on it, too: `recognition.commands.photos.judging`.
    """
    if pipeline_of(photo.album).request is not None:
        photo.judge_on = timezone.now()
