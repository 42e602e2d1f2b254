"""Numbers inferred within bursts: stored and sent, and withdrawn where their evidence is gone."""

from collections.abc import Collection, Iterable
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db import transaction

from recognition.commands.photos.results import correct_numbers, is_open_to_change, keep_numbers
from recognition.commands.photos.state import settle
from recognition.models import NumberSource, Photo, PhotoNumber
from recognition.queries.photos.inference import (
    InferredNumber,
    inferred_on,
    infers_otherwise,
    photos_in_bursts,
)


def infer_in_bursts(photo_ids: Collection[UUID], now: datetime) -> None:
    """Infer numbers again on the photos of the bursts that these photos are in."""
    results = Photo.objects.with_album().prefetch_related("persons", "numbers")
    for photo in results.filter(pk__in=photos_in_bursts(photo_ids)).order_by("pk"):
        if infers_otherwise(photo.numbers.all(), inferred_on(photo)):
            _infer(photo.pk, now)


@transaction.atomic
def _infer(photo_id: UUID, now: datetime) -> None:
    """Store what is inferred now, and send the photo's numbers if others are accepted.

    A photo whose numbers a person has read or corrected stays as it is.
    """
    photo = Photo.objects.locked_with_album(photo_id)
    rows, inferred = list(photo.numbers.order_by("pk")), inferred_on(photo)
    if not is_open_to_change(photo, rows) or not infers_otherwise(rows, inferred):
        return
    numbers = [_row(photo, each, now) for each in inferred]
    stored = keep_numbers(photo, numbers, NumberSource.INFERRED, now)
    if _sent(stored) != _sent(rows):
        correct_numbers(photo, stored, now)
        settle(photo)


def _row(photo: Photo, inferred: InferredNumber, now: datetime) -> PhotoNumber:
    return PhotoNumber(
        photo=photo,
        album_id=photo.album_id,
        value=inferred.value,
        source=NumberSource.INFERRED,
        confidence=inferred.confidence,
        evidence=inferred.evidence,
        read_on=now,
        judged_on=now,
    )


def _sent(rows: Iterable[PhotoNumber]) -> set[Any]:
    return {(row.value, row.source, row.confidence) for row in rows if not row.rejection}
