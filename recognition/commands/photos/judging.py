"""Judging photos again by what is known now; no provider and no start list is asked.

A photo is planned for this when it gets results (`Photo.judge_on`), in the same transaction. So of
two photos that were read side by side, the one that is looked at last sees both. What it brings to
light plans other photos: those with a text that turns out to be one of the album, and those with
unsure numbers that this photo's persons have here.
"""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.conf import settings
from django.db import transaction

from recognition.commands.photos.rejudging import judge_photo_again, photos_judged_otherwise
from recognition.context import find_text, is_of_the_album
from recognition.models import AlbumText, Photo
from recognition.models.photos import PhotoQuerySet
from recognition.queries.photos.confirmations import photos_to_confirm
from recognition.queries.photos.context import (
    RepeatedText,
    photos_accepting,
    repeated_texts,
    sightings_of,
)

PART = 200  # photos that are looked at together


@dataclass(frozen=True, slots=True, kw_only=True)
class JudgeDuePhotosCommand:
    """Judge again up to `PART` photos that are due."""

    now: datetime


def judge_due_photos(command: JudgeDuePhotosCommand) -> int:
    """Judge again what was read on photos that are due; return how many these are.

    A process that dies leaves them due again after `PROCESSING_LEASE`.
    """
    until = command.now + settings.PROCESSING_LEASE
    claimed = _claim_due(command.now, until)
    if claimed:
        _find_texts(claimed, command.now)
        plan_judging_again(photos_to_confirm(claimed), command.now)
        unsettled = photos_judged_otherwise(claimed)
        _forget(set(claimed).difference(unsettled), until)
        for photo_id in unsettled:
            judge_photo_again(photo_id, until)
    return len(claimed)


@transaction.atomic
def _claim_due(now: datetime, until: datetime) -> list[UUID]:
    due = Photo.objects.filter(judge_on__lte=now).order_by("judge_on")
    free = due.select_for_update(skip_locked=True, of=("self",))
    claimed = list(free.values_list("pk", flat=True)[:PART])
    Photo.objects.filter(pk__in=claimed).update(judge_on=until)
    return claimed


def _forget(photo_ids: Collection[UUID], until: datetime) -> None:
    """End the claim on photos, but for those that were planned again meanwhile."""
    _store(Photo.objects.filter(pk__in=photo_ids, judge_on=until), None)


def plan_judging_again(photo_ids: Iterable[UUID], now: datetime) -> None:
    """Have these photos judged next."""
    _store(Photo.objects.filter(pk__in=list(photo_ids)), now)


@transaction.atomic
def _store(photos: PhotoQuerySet, judge_on: datetime | None) -> None:
    """Store when photos are judged; they are locked in the order of their ids, as elsewhere."""
    locked = photos.order_by("pk").select_for_update(of=("self",), no_key=True)
    Photo.objects.filter(pk__in=list(locked.values_list("pk", flat=True))).update(judge_on=judge_on)


def _find_texts(photo_ids: Sequence[UUID], now: datetime) -> None:
    """Find texts of albums on these photos, and have the photos that accepted them judged again."""
    repeated = repeated_texts(photo_ids)
    known = list(AlbumText.objects.filter(album__in={text.album_id for text in repeated}))
    for text in repeated:
        if _is_settled(_of_album(known, text), text):
            continue
        seen = sightings_of(text)
        if is_of_the_album(seen):
            known.append(_keep_text(text, seen.here, now))


def _is_settled(texts: Sequence[AlbumText], repeated: RepeatedText) -> bool:
    """Say whether it is a text of the album already, or staff know it to be a number.

    A number that was withdrawn at one place is not found at another one either.
    """
    if find_text(texts, repeated.value, repeated.place, repeated.words):
        return True
    withdrawn = {text.value for text in texts if text.withdrawn_on and not text.words}
    return repeated.place is not None and repeated.value in withdrawn


@transaction.atomic
def _keep_text(repeated: RepeatedText, photos: int, now: datetime) -> AlbumText:
    """Keep the text, and plan the photos in the same transaction: none is forgotten by a crash."""
    place = repeated.place
    text = AlbumText(
        album_id=repeated.album_id,
        value=repeated.value,
        words=repeated.words,
        place_x=place.x if place else None,
        place_y=place.y if place else None,
        place_height=place.height if place else None,
        photos=photos,
        found_on=now,
    )
    AlbumText.objects.bulk_create([text], ignore_conflicts=True)
    plan_judging_again(photos_accepting(repeated), now)
    return text


def _of_album(texts: Iterable[AlbumText], repeated: RepeatedText) -> list[AlbumText]:
    """Return those of the texts that are of the same album."""
    return [text for text in texts if text.album_id == repeated.album_id]
