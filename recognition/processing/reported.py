"""What the number provider reported of a photo, used: judged, and kept as results or suggestions.

Every function here that changes a photo needs it locked; the caller settles it afterwards.
"""

from collections.abc import Sequence
from dataclasses import asdict, replace
from datetime import datetime
from operator import attrgetter

from recognition.numbers.judged_rows import judged_numbers
from recognition.numbers.judging import Knowledge, Reading, check_reading, knowledge_of
from recognition.numbers.models import AlbumText
from recognition.numbers.rules import NumberRules
from recognition.numbers.suggestions import numbers_of_persons
from recognition.processing.results import (
    keep_former_suggestions,
    keep_persons,
    stop_asking,
    use_numbers,
)
from recognition.records.erased import not_erased, number_name
from recognition.records.numbers import NumberRejection, PhotoNumber, SuggestedNumber, UnreadRegions
from recognition.records.photos import Photo
from recognition.records.requests import RecognitionType
from recognition.records.steps import FACES, NUMBERS
from recognition.records.strategies import Faces, needs, needs_number_provider, pipeline_of
from recognition.wire.reports import PhotoReport

Readings = Sequence[tuple[PhotoNumber, Reading]]


def use_report(
    photo: Photo,
    report: PhotoReport,
    asked_for: RecognitionType,
    rules: NumberRules,
    texts: Sequence[AlbumText],
    now: datetime,
) -> bool:
    """Use of the report what the photo still needs; return whether that was anything.

    A report on a request made under an earlier strategy is used for what the current one takes from
    the number provider.

    :param texts: those of the album, which are no numbers.
    """
    pipeline = pipeline_of(photo.album)
    numbers = asked_for is not RecognitionType.FACE and pipeline.request and needs(photo, NUMBERS)
    by_provider = pipeline.faces is Faces.NUMBER_PROVIDER
    faces = asked_for is not RecognitionType.NUMBER and by_provider and needs(photo, FACES)
    if faces:
        keep_persons(photo, report.persons, now)
    if numbers:
        _keep_unread(photo, report)
        read = _read(photo, report, rules, now)
        use_numbers(photo, judge_readings(photo, read, texts, now), now)
    if (numbers or faces) and photo.tagging_task_id is None:
        stop_asking(photo)
        if needs_number_provider(photo):  # the request, of an earlier strategy, was for less
            NUMBERS.of(photo).plan(now)
    return bool(numbers or faces)


def keep_suggestions(
    photo: Photo, report: PhotoReport, asked_for: RecognitionType, rules: NumberRules, now: datetime
) -> bool:
    """Replace the photo's suggestions by the report's numbers; return whether there were any.

    Suggestions are for taggers, and never sent. Nothing changes if the strategy asks the number
    provider: then its numbers are results.
    """
    if pipeline_of(photo.album).request is not None or asked_for is RecognitionType.FACE:
        return False
    _keep_unread(photo, report)
    known = Knowledge(minimum=photo.album.required_confidence)
    judged = judged_numbers(_read(photo, report, rules, now), known, now)
    read = not_erased(photo.album, judged, number_name, attrgetter("value"))
    keep_former_suggestions(photo, now)
    SuggestedNumber.objects.bulk_create(
        SuggestedNumber(
            photo=photo,
            value=number.value,
            rejection=number.rejection,
            confidence=number.confidence,
            box=number.box,
            read_on=now,
        )
        for number in read
    )
    return bool(read)


def _keep_unread(photo: Photo, report: PhotoReport) -> None:
    """Replace the places where a number may stand that was not read, if the report has such."""
    if not report.regions:
        return
    unread = UnreadRegions(photo=photo, regions=[asdict(region) for region in report.regions])
    UnreadRegions.objects.bulk_create(
        [unread], update_conflicts=True, unique_fields=["photo"], update_fields=["regions"]
    )


def _read(photo: Photo, report: PhotoReport, rules: NumberRules, now: datetime) -> Readings:
    return [
        (
            PhotoNumber(photo=photo, album_id=photo.album_id, box=number.box, read_on=now),
            check_reading(number, rules),
        )
        for number in report.numbers
    ]


def judge_readings(
    photo: Photo, read: Readings, texts: Sequence[AlbumText], now: datetime
) -> list[PhotoNumber]:
    """Judge what was read; other photos of the same persons are read only for unsure numbers."""
    known = knowledge_of(photo.album, texts)
    numbers = judged_numbers(read, known, now)
    if any(number.rejection == NumberRejection.LOW_CONFIDENCE for number in numbers):
        known = replace(known, confirmed=numbers_of_persons(photo))
        numbers = judged_numbers(read, known, now)
    return numbers
