"""How many photos and callbacks wait, and since when.

Each query reads a partial index of what waits, `MANY` rows of it at most.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from uuid import UUID

from django.db.models import Count, Min, OuterRef, Q, QuerySet, Subquery

from foundation.records.statements import fetch_rows
from recognition.records.albums import Album
from recognition.records.figures import PHOTO, BacklogCount
from recognition.records.photos import Photo, PhotoQuerySet
from recognition.records.requests import Callback, CallbackState
from recognition.records.steps import PhotoState

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
    """The photos that are not processed: by state, and in which albums.

    The albums are the newest of the last week and those with the most photos not processed, sorted
    by the number of these.
    """

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
    """Return where the photos that are not processed wait.

    Where more than `MANY` wait, they are as a sweep counted them last.
    """
    waiting = Photo.objects.unsettled().order_by()[: MANY + 1].count()
    rows = list(BacklogCount.objects.filter(kind=PHOTO)) if waiting > MANY else []
    rows = rows or count_backlog(now)
    return PhotoStanding(
        by_state={
            row.state: Waiting(count=row.count, since=row.since)
            for row in rows
            if row.album_id is None
        },
        albums=_albums(rows, now),
    )


def count_backlog(now: datetime) -> list[BacklogCount]:
    """Count the photos that are not processed: of all albums, and of those on the home page.

    These are the newest of the last week, and the albums with the most photos not processed.
    """
    unsettled = Photo.objects.unsettled().order_by()
    figures = {"count": Count("pk"), "since": Min("created_on")}
    busiest = unsettled.values("album").annotate(count=Count("pk")).order_by("-count", "album")
    chosen = {*busiest.values_list("album", flat=True)[:ALBUMS], *_recent(now)}
    of_albums = unsettled.filter(album__in=chosen).values("album_id", "state")
    rows = [*unsettled.values("state").annotate(**figures), *of_albums.annotate(**figures)]
    return [BacklogCount(**row, counted_on=now) for row in rows]


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


def _recent(now: datetime) -> QuerySet[Album, UUID]:
    recent = Album.objects.filter(created_on__gte=now - RECENT).order_by("-created_on")
    return recent.values_list("pk", flat=True)[:ALBUMS]


def _albums(rows: Iterable[BacklogCount], now: datetime) -> list[AlbumStanding]:
    by_album: defaultdict[UUID, dict[str, int]] = defaultdict(dict)
    for row in rows:
        if row.album_id:
            by_album[row.album_id][row.state] = row.count
    photos = Photo.objects.filter(album=OuterRef("pk")).order_by().values("pk")[: MANY + 1]
    albums = Album.objects.filter(pk__in={*by_album, *_recent(now)}).order_by("-created_on")
    found = [
        AlbumStanding(
            album_id=album.pk,
            name=str(album),
            photos=vars(album)["photo_count"],
            by_state=by_album[album.pk],
        )
        for album in albums.annotate(photo_count=_BoundedCount(photos))
    ]
    return sorted(found, key=lambda album: -sum(album.by_state.values()))


# Why photos are not processed: counted by a sentence that is the same for all such photos.
#
# The sentence is `Photo.reason_group`, written whenever a photo is settled.


MOST_REASONS = 50
# From one reason to the next by the index of failed photos; of each the count ends at a limit.
_FAILED = """
WITH RECURSIVE reason AS (
    (SELECT reason_group FROM recognition_photo WHERE state = 'Failed'
        ORDER BY reason_group LIMIT 1)
    UNION ALL
    SELECT (SELECT reason_group FROM recognition_photo
        WHERE state = 'Failed' AND reason_group > reason.reason_group
        ORDER BY reason_group LIMIT 1)
    FROM reason WHERE reason.reason_group IS NOT NULL
), known AS (SELECT reason_group FROM reason WHERE reason_group IS NOT NULL LIMIT %(reasons)s)
SELECT reason_group, (SELECT count(*) FROM (
    SELECT FROM recognition_photo photo
    WHERE state = 'Failed' AND photo.reason_group = known.reason_group LIMIT %(most)s) counted)
FROM known
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class ReasonCount:
    """How many photos are in a state for a reason; of some no reason is known.

    `reason` is a sentence, and the value of the filter `reason` of the list of photos.
    """

    state: PhotoState
    reason: str
    count: int


def group_failed(album_id: UUID | None = None) -> list[ReasonCount]:
    """Return how many photos have failed for each reason, the most frequent first.

    Of all albums `MOST_REASONS` are returned, and each is counted up to `MANY + 1`, so the cost
    does not follow the number of photos.
    """
    if album_id is not None:
        return [each for each in group_unsettled(album_id) if each.state is PhotoState.FAILED]
    rows = fetch_rows(_FAILED, {"reasons": MOST_REASONS, "most": MANY + 1})
    failed = PhotoState.FAILED
    counts = [ReasonCount(state=failed, reason=reason, count=count) for reason, count in rows]
    return sorted(counts, key=lambda each: (-each.count, each.reason))


def group_unsettled(album_id: UUID) -> list[ReasonCount]:
    """Return how many photos of an album wait in each state for each reason, by one index."""
    unsettled = Photo.objects.filter(album_id=album_id).unsettled().order_by()
    rows = unsettled.values_list("state", "reason_group").annotate(count=Count("pk"))
    counts = [
        ReasonCount(state=PhotoState(state), reason=reason, count=count)
        for state, reason, count in rows
    ]
    order = list(PhotoState)
    return sorted(counts, key=lambda each: (order.index(each.state), -each.count, each.reason))


def with_reason(photos: QuerySet[Photo], reason: str) -> QuerySet[Photo]:
    """Return those of the photos that are not processed for this reason."""
    return photos & Photo.objects.unsettled().filter(reason_group=reason)


def without_number(photos: PhotoQuerySet) -> PhotoQuerySet:
    """Return those of the photos whose numbers were read by now, and none was accepted."""
    read = photos.filter(state=PhotoState.PROCESSED, number_recognized=True)
    unread = read.filter(numbers_corrected_on=None).with_presence()
    return unread.filter(Q(has_tags=False))
