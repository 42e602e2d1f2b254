"""Counting photos for the home page, by the hour; and how long an album's photos still take.

Each row is counted from the photos themselves and written whole, so it does not matter how often,
in what order or by how many processes that is done.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from statistics import quantiles
from uuid import UUID

from django.db.models import Count

from foundation.messaging.models import PEER as PEER_LANE
from foundation.messaging.models import OutboxMessage
from recognition.photos.backlog import ReasonCount, count_backlog
from recognition.records.albums import Album
from recognition.records.figures import HOUR, PHOTO, BacklogCount, PhotoHour, hour_of
from recognition.records.photos import Photo
from recognition.records.recognition_off import why_off
from recognition.records.steps import PROCESSED_LAST, PhotoState, with_state
from recognition.wire.photo_service import PEER
from recognition.wire.tagator_service import LATELY, TaggingPace, tagator_service

COUNTED_HOURS = 15 * 24  # two weeks of whole days, and today
NEW_HOURS = 2  # they are counted at each run, of the others those counted longest ago
OLD_AT_ONCE = 10
MEASURED_HOURS = 48
SETTLED_AFTER = timedelta(minutes=5)  # every delivery of an hour is committed by then
SAMPLE = 2_000  # deliveries of an hour
ENDS = {
    PhotoState.PROCESSED: "processed",
    PhotoState.FAILED: "failed",
    PhotoState.DELETED: "deleted",
}


def count_hours(now: datetime) -> None:
    """Count the photos of the newest hours and of the older ones that were counted longest ago."""
    hours = [hour_of(now) - place * HOUR for place in range(COUNTED_HOURS)]
    rows = PhotoHour.objects.filter(hour__gte=hours[-1]).exclude(counted_on=None)
    counted = {row.hour: row.counted_on or row.hour for row in rows}
    older = sorted(hours[NEW_HOURS:], key=lambda hour: counted.get(hour, hours[-1]))
    _store(
        [
            PhotoHour(hour=hour, counted_on=now, **_count(hour))
            for hour in (*hours[:NEW_HOURS], *older[:OLD_AT_ONCE])
        ],
        ("counted_on", "unfinished", *ENDS.values()),
    )


def keep_backlog(now: datetime) -> None:
    """Count the photos that wait, by state and for the albums of the home page."""
    BacklogCount.objects.filter(kind=PHOTO).keep(count_backlog(now), now)


def measure_deliveries(now: datetime) -> None:
    """Measure how long results took from publication, for each hour that is not settled yet."""
    hours = [hour_of(now) - place * HOUR for place in range(MEASURED_HOURS)]
    rows = PhotoHour.objects.filter(hour__gte=hours[-1]).exclude(measured_on=None)
    measured = {row.hour: row.measured_on or row.hour for row in rows}
    new = []
    for hour in hours:
        if measured.get(hour, hour) < hour + HOUR + SETTLED_AFTER:
            half, most = _quantiles(sorted(_times(hour)))
            new.append(PhotoHour(hour=hour, measured_on=now, half_within=half, most_within=most))
    _store(new, ("measured_on", "half_within", "most_within"))


def _count(hour: datetime) -> Counter[str]:
    received = Photo.objects.filter(created_on__gte=hour, created_on__lt=hour + HOUR)
    counts: Counter[str] = Counter()
    for state, count in received.order_by().values_list("state").annotate(count=Count("pk")):
        counts[ENDS.get(PhotoState(state), "unfinished")] += count
    return counts


def _times(hour: datetime) -> Iterator[float]:
    """Yield the seconds from publication to delivery of first results, of a sample of the hour.

    Message ids are random, so their order is that of a draw. Later versions are left out: they
    follow corrections and new settings, perhaps months after the publication.
    """
    first = OutboxMessage.objects.filter(
        delivered_on__gte=hour,
        delivered_on__lt=hour + HOUR,
        lane=f"{PEER_LANE}{PEER}",
        body__version=1,
    ).order_by("message_id")
    sample = [
        (UUID(key.partition("/")[0]), delivered)
        for key, delivered in first.values_list("key", "delivered_on")[:SAMPLE]
    ]
    photos = Photo.objects.filter(pk__in={photo_id for photo_id, _ in sample})
    published = dict(photos.values_list("pk", "created_on"))
    for photo_id, delivered in sample:
        if photo_id in published and delivered:
            yield (delivered - published[photo_id]).total_seconds()


def _quantiles(times: list[float]) -> tuple[float | None, float | None]:
    """Return the 50th and the 95th of 100 parts; None where nothing was delivered."""
    if not times:
        return None, None
    parts = quantiles(times, n=100, method="inclusive") if len(times) > 1 else times * 99
    return parts[49], parts[94]


def _store(rows: Iterable[PhotoHour], columns: Sequence[str]) -> None:
    """Insert hours, or replace these columns of them.

    In the order of the hours: two processes that lock the same rows in another could wait for each
    other.
    """
    PhotoHour.objects.bulk_create(
        sorted(rows, key=lambda row: row.hour),
        update_conflicts=True,
        unique_fields=["hour"],
        update_fields=columns,
    )


# Photos a day, and times to delivery, out of what was counted by the hour.


DAYS = 7
_PARTS_OF_HOUR = ("processed", "failed", "deleted", "unfinished")


@dataclass(frozen=True, slots=True, kw_only=True)
class PhotoDay:
    """How many photos were received on a day (UTC), by where they stand, and a week before."""

    day: date
    by_end: Counter[str]
    week_before: int


@dataclass(frozen=True, slots=True, kw_only=True)
class DeliveryTimes:
    """In how many seconds half, and 95 of 100, first results of an hour were delivered."""

    hour: datetime
    half: float | None
    most: float | None


def list_days(now: datetime) -> Sequence[PhotoDay]:
    """Return the last days, the oldest first, with today as far as it is."""
    days = [now.date() - timedelta(days=back) for back in reversed(range(2 * DAYS))]
    since = hour_of(now).replace(hour=0) - timedelta(days=2 * DAYS - 1)
    found: dict[date, Counter[str]] = {day: Counter() for day in days}
    for row in PhotoHour.objects.filter(hour__gte=since, hour__lte=now).values(
        "hour", *_PARTS_OF_HOUR
    ):
        found[row["hour"].date()].update({end: row[end] for end in _PARTS_OF_HOUR})
    return [
        PhotoDay(day=day, by_end=found[day], week_before=found[before].total())
        for before, day in zip(days[:DAYS], days[DAYS:], strict=True)
    ]


def list_delivery_times(now: datetime) -> Sequence[DeliveryTimes]:
    """Return the last 24 hours, the oldest first."""
    hours = [hour_of(now) - back * HOUR for back in reversed(range(24))]
    rows = PhotoHour.objects.in_bulk(hours)
    return [
        DeliveryTimes(hour=hour, half=row.half_within, most=row.most_within)
        for hour in hours
        for row in [rows.get(hour) or PhotoHour(hour=hour)]
    ]


# How long an album's photos still take: one rule, wherever it is shown.
#
# Machines and taggers have a figure each, since each has a pace of its own. A photo that machines
# give to taggers is done for the machines, and waits for the taggers.

MOST = 200_000  # photos of an album that are counted
FEWEST = 5  # photos: fewer, as when a job has just begun, tell no pace
BY_MACHINES = (PhotoState.NEW, PhotoState.AWAITING_CALLBACK)


@dataclass(frozen=True, slots=True, kw_only=True)
class AlbumPace:
    """How many photos of an album wait for whom, and what was done lately. Failed ones do not.

    - `waiting`: they wait for machines. `for_taggers`: they wait for taggers
    - `processed`: they were finished in the last `LATELY`
    - `tagging`: the taggers' tasks; None: not known here
    - `why_off`: why nothing is recognised at present; empty: it is
    """

    waiting: int
    for_taggers: int
    processed: int
    tagging: TaggingPace | None
    why_off: str

    @property
    def done(self) -> int:
        """With how many photos machines were done: processed by them alone, or given to taggers."""
        if self.tagging is None:
            return self.processed
        return max(0, self.processed - self.tagging.read) + self.tagging.received

    @property
    def time_left(self) -> timedelta | None:
        """How long machines take; None: too few were done to know, or recognition is off."""
        if self.why_off or self.done < FEWEST:
            return None
        return time_left(self.waiting, self.done, LATELY)

    @property
    def tagging_left(self) -> timedelta | None:
        """How long taggers take; None: not known."""
        return time_left(self.tagging.unfinished, self.tagging.completed) if self.tagging else None


def time_left(waiting: int, done: int, within: timedelta = HOUR) -> timedelta | None:
    """Return how long they take at the pace of what was done within a time; None: nothing was."""
    return within * waiting / done if done else None


def get_album_pace(album: Album, unsettled: Iterable[ReasonCount], now: datetime) -> AlbumPace:
    """Return how fast an album's photos are finished, as `get_album_paces`."""
    return get_album_paces({album: unsettled}, now)[album]


def get_album_paces(
    albums: Mapping[Album, Iterable[ReasonCount]], now: datetime
) -> Mapping[Album, AlbumPace]:
    """Return how fast albums' photos are finished, by machines and by taggers.

    :param albums: selected with their tenants; of each the counts of what is not processed.
    """
    album_ids = [album.pk for album in albums]
    tagging, processed = tagator_service().paces(album_ids, now), _count_processed(album_ids, now)
    return {
        album: _pace(album, unsettled, tagging.get(album.pk), processed.get(album.pk, 0))
        for album, unsettled in albums.items()
    }


def _pace(
    album: Album, unsettled: Iterable[ReasonCount], tagging: TaggingPace | None, processed: int
) -> AlbumPace:
    counts = Counter[PhotoState]()
    for each in unsettled:
        counts[each.state] += each.count
    return AlbumPace(
        waiting=sum(counts[state] for state in BY_MACHINES),
        for_taggers=counts[PhotoState.AWAITING_TAGGING],
        processed=processed,
        tagging=tagging,
        why_off=why_off(album),
    )


def _count_processed(album_ids: Sequence[UUID], now: datetime) -> dict[UUID, int]:
    """Return how many photos of each album are processed since `LATELY`, by index."""
    processed = Photo.objects.filter(with_state(PhotoState.PROCESSED), album__in=album_ids)
    lately = processed.annotate(last=PROCESSED_LAST).filter(last__gt=now - LATELY).order_by()
    return dict(lately.values_list("album").annotate(count=Count("pk")))
