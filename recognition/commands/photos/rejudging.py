"""One photo judged again, from its stored readings, by what is known now."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace
from datetime import datetime
from uuid import UUID

from django.db import transaction

from messaging import outbox
from recognition.commands.photos.results import (
    ask_tagator,
    finish_numbers,
    keep_numbers,
    plan_judging,
    use_numbers,
)
from recognition.commands.photos.state import settle
from recognition.commands.photos.verdicts import each_once, judged_row, reading_of, standing
from recognition.judging import Knowledge
from recognition.models import (
    NUMBERS,
    Album,
    AlbumText,
    NumberBasis,
    NumberRejection,
    NumberSource,
    Photo,
    PhotoNumber,
    PhotoState,
)
from recognition.queries.photos.confirmations import numbers_of_persons
from recognition.strategies import Tagging, pipeline_of


def photos_judged_otherwise(photo_ids: Collection[UUID]) -> list[UUID]:
    """Return the photos whose numbers may have another verdict now, in the order of their ids.

    These are the ones with unsure numbers, and those that the album's present settings and texts
    judge otherwise.
    """
    rows = PhotoNumber.objects.filter(photo__in=photo_ids, source=NumberSource.PROVIDER)
    found = [row for row in rows if row.album_id]  # an older row does not say what was read
    known = _known_of({row.album_id for row in found if row.album_id})
    changing = (row for row in found if row.album_id and _may_change(row, known[row.album_id]))
    return sorted({row.photo_id for row in changing})


def _known_of(album_ids: Collection[UUID]) -> dict[UUID, Knowledge]:
    texts = defaultdict[UUID, list[AlbumText]](list)
    for text in AlbumText.objects.in_force().filter(album__in=album_ids):
        texts[text.album_id].append(text)
    return {
        pk: Knowledge(minimum=album.required_confidence, texts=texts[pk])
        for pk, album in Album.objects.in_bulk(album_ids).items()
    }


def _may_change(row: PhotoNumber, known: Knowledge) -> bool:
    if row.basis == NumberBasis.SAME_PERSON or row.rejection == NumberRejection.LOW_CONFIDENCE:
        return True
    return standing(judged_row(row, reading_of(row), known)) != standing(row)


@transaction.atomic
def judge_photo_again(photo_id: UUID, until: datetime) -> None:
    """Judge the photo's readings again; send the corrected numbers if they differ.

    A photo whose numbers a person has read stays as it is. One that has changed is looked at once
    more, for other photos of the same persons.

    :param until: the end of the claim, which ends here.
    """
    photo = Photo.objects.with_album().locked(photo_id)
    rows = list(photo.numbers.order_by("pk"))
    if _is_open_to_change(photo, rows) and _judge(photo, rows):
        settle(photo)
    elif photo.judge_on == until:
        Photo.objects.filter(pk=photo_id).update(judge_on=None)


def _is_open_to_change(photo: Photo, rows: Sequence[PhotoNumber]) -> bool:
    """Say whether the photo stands by what the provider has read, and is not being read again."""
    pipeline, has_task = pipeline_of(photo.album), photo.tagging_task_id is not None
    if photo.state == PhotoState.DELETED or photo.tags_outdated or pipeline.request is None:
        return False
    if any(row.source == NumberSource.MANUAL for row in rows):
        return False
    if pipeline.tagging is not Tagging.WITHOUT_A_NUMBER:
        return photo.number_recognized
    if photo.number_recognized:
        # Without a number of the provider's a tagger has finished it; with a task, opened it again.
        return bool(_accepted(rows)) and not has_task
    return has_task


def _judge(photo: Photo, rows: Sequence[PhotoNumber]) -> bool:
    """Judge the rows again, and store what differs; say whether anything does."""
    texts = AlbumText.objects.in_force().filter(album=photo.album_id)
    known = Knowledge(minimum=photo.album.required_confidence, texts=list(texts))
    judged = _judged(rows, known)
    if any(row.rejection == NumberRejection.LOW_CONFIDENCE for row in judged):
        judged = _judged(rows, replace(known, confirmed=numbers_of_persons(photo)))
    if {standing(row) for row in judged} == {standing(row) for row in rows}:
        return False
    if _accepted(rows) != _accepted(judged):
        _correct(photo, judged)
    else:
        keep_numbers(photo, judged, NumberSource.PROVIDER)
        plan_judging(photo)
    return True


def _correct(photo: Photo, judged: Sequence[PhotoNumber]) -> None:
    """Send the corrected numbers; where a tagger is asked instead, first that there are none."""
    if photo.number_recognized and not _accepted(judged):
        stored = keep_numbers(photo, judged, NumberSource.PROVIDER)
        outbox.post(finish_numbers(photo, stored))
        if pipeline_of(photo.album).tagging is Tagging.WITHOUT_A_NUMBER:
            NUMBERS.of(photo).recognized = False
            ask_tagator(photo)
    else:
        outbox.post(*use_numbers(photo, judged))


def _judged(rows: Iterable[PhotoNumber], known: Knowledge) -> list[PhotoNumber]:
    return each_once(judged_row(row, reading_of(row), known) for row in rows)


def _accepted(rows: Iterable[PhotoNumber]) -> set[str]:
    return {row.value for row in rows if not row.rejection}
