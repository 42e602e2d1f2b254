"""How many photos and callbacks wait, and since when.

Each query reads a partial index of what waits, `MANY` rows of it at most.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from django.db import connection
from django.db.models import Count, Min, OuterRef, QuerySet, Subquery

from recognition.models import Album, Callback, Photo
from recognition.models.albums import AlbumQuerySet
from recognition.models.requests import CallbackState

MANY = 10_000
OVERDUE_AFTER = timedelta(minutes=1)  # a sweep runs every few seconds
RECENT = timedelta(days=7)
ALBUMS = 10
UNUSABLE = (CallbackState.REJECTED, CallbackState.FAILED)


@dataclass(frozen=True, slots=True, kw_only=True)
class Waiting:
    """How many there are, counted up to `MANY + 1`, and since when the oldest waits."""

    count: int = 0
    since: datetime | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class AlbumStanding:
    """An album's photos, counted up to `MANY + 1`, and those not processed by state."""

    album_id: UUID
    name: str
    photos: int
    by_state: Mapping[str, int]


@dataclass(frozen=True, slots=True, kw_only=True)
class PhotoStanding:
    """All photos, and those not processed: by state, and in which albums.

    `total` is PostgreSQL's estimate where there are more than `MANY`. The albums are the newest of
    the last week and those with the most photos not processed, sorted by the number of these.
    """

    total: int
    is_estimate: bool
    by_state: Mapping[str, Waiting]
    albums: Sequence[AlbumStanding]


@dataclass(frozen=True, slots=True, kw_only=True)
class DuePhotos:
    """Photos whose faces, and whose numbers, are due."""

    faces: Waiting
    numbers: Waiting

    @property
    def count(self) -> int:
        return self.faces.count + self.numbers.count

    @property
    def since(self) -> datetime | None:
        return min((step.since for step in (self.faces, self.numbers) if step.since), default=None)


class _BoundedCount(Subquery):
    template = "(SELECT COUNT(*) FROM (%(subquery)s) bounded)"


def get_photo_standing(now: datetime) -> PhotoStanding:
    """Return how many photos there are, and where those that are not processed wait."""
    unfinished = Photo.objects.unsettled().order_by().values_list("album_id", "state")
    rows = list(unfinished.annotate(count=Count("pk"), since=Min("created_on")))
    total = Photo.objects.order_by()[: MANY + 1].count()
    is_estimate = total > MANY
    return PhotoStanding(
        total=max(total, _estimate(Photo)) if is_estimate else total,
        is_estimate=is_estimate,
        by_state=_by_state(rows),
        albums=_albums(rows, now),
    )


def get_album_standing(album_id: UUID) -> AlbumStanding:
    """Return how many photos an album has, and where those that are not processed wait."""
    unfinished = Photo.objects.filter(album_id=album_id).unsettled()
    rows = unfinished.order_by().values_list("album_id", "state").annotate(count=Count("pk"))
    album = _with_photos([album_id]).get_or_refuse(album_id)
    return _standing(album, rows)


def get_due_photos(now: datetime) -> DuePhotos:
    """Return how many photos are due by now, and since when."""
    faces = Photo.objects.filter(faces_next_attempt_on__lte=now)
    numbers = Photo.objects.filter(numbers_next_attempt_on__lte=now)
    return DuePhotos(
        faces=_waiting(faces, "faces_next_attempt_on"),
        numbers=_waiting(numbers, "numbers_next_attempt_on"),
    )


def get_waiting_callbacks() -> Waiting:
    """Return how many stored callbacks are not applied yet, and since when."""
    waiting = Callback.objects.filter(next_attempt_on__isnull=False)
    return _waiting(waiting, "received_on")


def count_unusable_callbacks(since: datetime) -> int:
    """Count callbacks received since then that were rejected or failed, up to `MANY + 1`."""
    received = Callback.objects.filter(state__in=UNUSABLE, received_on__gte=since)
    return received[: MANY + 1].count()


def _waiting(rows: QuerySet, since: str) -> Waiting:  # type: ignore[type-arg]
    some = rows.order_by(since).values(since)[: MANY + 1]
    return Waiting(**some.aggregate(count=Count("*"), since=Min(since)))


def _by_state(rows: Iterable[tuple[UUID, str, int, datetime]]) -> dict[str, Waiting]:
    found: dict[str, Waiting] = {}
    for _, state, count, since in rows:
        known = found.get(state, Waiting(since=since))
        found[state] = Waiting(count=known.count + count, since=min(since, known.since or since))
    return found


def _albums(rows: Sequence[tuple[UUID, str, int, datetime]], now: datetime) -> list[AlbumStanding]:
    unfinished: Counter[UUID] = Counter()
    for album_id, _, count, _ in rows:
        unfinished[album_id] += count
    recent = Album.objects.filter(created_on__gte=now - RECENT).order_by("-created_on")
    chosen = {pk for pk, _ in unfinished.most_common(ALBUMS)}
    chosen.update(recent.values_list("pk", flat=True)[:ALBUMS])
    newest_first = sorted(_with_photos(chosen), key=lambda album: album.created_on, reverse=True)
    by_work = sorted(newest_first, key=lambda album: -unfinished[album.pk])
    return [_standing(album, rows) for album in by_work]


def _with_photos(album_ids: Collection[UUID]) -> AlbumQuerySet:
    photos = Photo.objects.filter(album=OuterRef("pk")).order_by().values("pk")[: MANY + 1]
    return Album.objects.filter(pk__in=album_ids).annotate(photo_count=_BoundedCount(photos))


def _standing(album: Album, rows: Iterable[tuple[Any, ...]]) -> AlbumStanding:
    return AlbumStanding(
        album_id=album.pk,
        name=str(album),
        photos=vars(album)["photo_count"],
        by_state={state: count for pk, state, count, *_ in rows if pk == album.pk},
    )


def _estimate(model: type[Photo]) -> int:
    query = "SELECT reltuples::bigint FROM pg_class WHERE oid = %s::regclass"
    with connection.cursor() as cursor:
        cursor.execute(query, [model._meta.db_table])
        return int(cursor.fetchone()[0])
