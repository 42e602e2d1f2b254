"""The tagging lead's board: albums with what waits, who works now, and why photos are skipped.

How long anything takes is the rule of `recognition.photos.pace`, at the pace of
`tagging.statistics.pace`.
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from django.core.cache import caches
from django.db.models import Count, Max, Min, Sum

from recognition.photos.pace import time_left
from recognition.records.albums import Album
from tagging.records.history import TaskHistory
from tagging.records.tagators import Tagator
from tagging.records.task_history import with_progress
from tagging.records.works import TaggingTask, TaggingTaskState, TaskPurpose, Work, WorkState
from tagging.statistics.pace import HOUR

MANY = 100_000  # tasks: counting more takes longer than a page may
COUNTED = "tasks-by-album"
SKIPS_OF = timedelta(days=7)


@dataclass(frozen=True, slots=True, kw_only=True)
class AlbumWaiting:
    """An album with unfinished tasks.

    `by_purpose` counts the tasks that are open or in hand; `oldest` is when the oldest of each
    state was created, `works` how many active works have some of them, `completed` how many the
    last hour completed.
    """

    album: Album
    open: int
    in_hand: int
    by_purpose: Mapping[TaskPurpose, int]
    oldest: Mapping[TaggingTaskState, datetime]
    works: int
    completed: int

    @property
    def since(self) -> datetime:
        """When the oldest unfinished task was created."""
        return min(self.oldest.values())

    @property
    def time_left(self) -> timedelta | None:
        """How long the unfinished tasks take; None: the last hour completed none."""
        return time_left(self.open + self.in_hand, self.completed)


@dataclass(frozen=True, slots=True, kw_only=True)
class AtWorkNow:
    """An active work, the albums of its tasks in hand, and what its tagger did in the last hour."""

    work: Work
    albums: Sequence[Album]
    completed: int


@dataclass(frozen=True, slots=True, kw_only=True)
class SkipReason:
    """How often taggers gave a reason for skipping; empty: they gave none."""

    reason: str
    count: int
    last: datetime


def list_albums_waiting(now: datetime) -> list[AlbumWaiting]:
    """Return the albums with unfinished tasks, in the order in which taggers get them."""
    rows: defaultdict[UUID, list[Any]] = defaultdict(list)
    for row in _counted():
        rows[row["album_id"]].append(row)
    works = _works_by_album(now)
    completed = _completed("task__album_id", now)
    albums = Album.objects.in_bulk(list(rows)).values()
    in_order = sorted(albums, key=lambda each: (-each.priority, each.name, each.pk))
    return [
        _waiting(each, rows[each.pk], works.get(each.pk, 0), completed.get(each.pk, 0))
        for each in in_order
    ]


def _counted() -> Sequence[Any]:
    """Count the unfinished tasks by album, state and purpose; very many again after a while."""
    known: Sequence[Any] | None = caches["figures"].get(COUNTED)
    if known is not None:
        return known
    tasks = TaggingTask.objects.unfinished().order_by().values("album_id", "state", "purpose")
    rows = list(tasks.annotate(count=Count("*"), since=Min("created_on")))
    if sum(row["count"] for row in rows) > MANY:
        caches["figures"].set(COUNTED, rows)
    return rows


def list_at_work(now: datetime) -> list[AtWorkNow]:
    """Return the active works, the one with the least time left first."""
    active = Work.objects.filter(state=WorkState.ACTIVE, expires_on__gt=now)
    works = list(with_progress(active).select_related("tagator").order_by("expires_on"))
    in_hand = TaggingTask.objects.filter(work__in=works, state=TaggingTaskState.ASSIGNED).order_by()
    pairs = list(in_hand.values_list("work_id", "album_id").distinct())
    albums = Album.objects.in_bulk({album_id for _, album_id in pairs})
    completed = _completed("tagator_id", now)
    return [
        AtWorkNow(
            work=work,
            albums=[albums[album_id] for work_id, album_id in pairs if work_id == work.pk],
            completed=completed.get(work.tagator_id, 0),
        )
        for work in works
    ]


def list_skip_reasons(now: datetime) -> list[SkipReason]:
    """Return why taggers skipped photos in the last seven days, the most frequent first."""
    skips = TaskHistory.objects.skips().filter(occurred_on__gte=now - SKIPS_OF)
    by_reason = skips.order_by().values("reason")
    counted = by_reason.annotate(count=Count("pk"), last=Max("occurred_on"))
    reasons = [SkipReason(**row) for row in counted]
    return sorted(reasons, key=lambda each: (-each.count, each.reason))


def _waiting(album: Album, rows: Sequence[Any], works: int, completed: int) -> AlbumWaiting:
    def count(**of: str) -> int:
        return sum(row["count"] for row in rows if all(row[n] == v for n, v in of.items()))

    return AlbumWaiting(
        album=album,
        open=count(state=TaggingTaskState.OPEN),
        in_hand=count(state=TaggingTaskState.ASSIGNED),
        by_purpose={purpose: count(purpose=purpose) for purpose in TaskPurpose},
        oldest=_oldest(rows),
        works=works,
        completed=completed,
    )


def _oldest(rows: Sequence[Any]) -> dict[TaggingTaskState, datetime]:
    """Return when the oldest task of each state was created."""
    states = {TaggingTaskState(row["state"]) for row in rows}
    return {state: min(row["since"] for row in rows if row["state"] == state) for state in states}


def _works_by_album(now: datetime) -> dict[UUID, int]:
    active = Work.objects.filter(state=WorkState.ACTIVE, expires_on__gt=now)
    in_hand = TaggingTask.objects.filter(work__in=active, state=TaggingTaskState.ASSIGNED)
    by_album = in_hand.order_by().values_list("album_id")
    return dict(by_album.annotate(works=Count("work", distinct=True)))


def _completed(group: str, now: datetime) -> dict[UUID, int]:
    """Return how many tasks the last hour completed by a column, minus those reopened."""
    # With the taggers, because the index of the history begins with the tagger.
    tagators = list(Tagator.objects.values_list("pk", flat=True))
    changes = TaskHistory.objects.counted().filter(tagator__in=tagators, occurred_on__gt=now - HOUR)
    summed = changes.order_by().values_list(group).annotate(sum=Sum("tasks"))
    return {key: max(0, tasks) for key, tasks in summed}
