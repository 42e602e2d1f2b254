"""How long an album's photos still take: one rule, wherever it is shown.

Machines and taggers have a figure each, since each has a pace of its own. A photo that machines
give to taggers is done for the machines, and waits for the taggers.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from uuid import UUID

from django.db.models import Count

from recognition.photos.backlog import ReasonCount
from recognition.records.albums import Album
from recognition.records.photos import Photo
from recognition.records.steps import PROCESSED_LAST, PhotoState, with_state
from recognition.wire.tagator_service import LATELY, TaggingPace, tagator_service

HOUR = timedelta(hours=1)
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
        why_off=album.why_off(),
    )


def _count_processed(album_ids: Sequence[UUID], now: datetime) -> dict[UUID, int]:
    """Return how many photos of each album are processed since `LATELY`, by index."""
    processed = Photo.objects.filter(with_state(PhotoState.PROCESSED), album__in=album_ids)
    lately = processed.annotate(last=PROCESSED_LAST).filter(last__gt=now - LATELY).order_by()
    return dict(lately.values_list("album").annotate(count=Count("pk")))
