"""The tagging lead's board: albums with what waits, who works now, and why photos are skipped.

How long anything takes is the rule of `recognition.photos.counting`, at the pace of
`tagging.statistics.albums`.
"""

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from uuid import UUID

from django.db.models import Count, Max
from prometheus_client.core import GaugeMetricFamily

from foundation.records.gauges import gauge
from recognition.photos.counting import time_left
from recognition.records.albums import Album
from recognition.records.figures import BacklogCount
from tagging.records.history import TaskHistory, with_progress
from tagging.records.tasks import TaggingTask, TaggingTaskState, TaskPurpose
from tagging.records.works import Work, WorkState
from tagging.statistics.albums import completed_by, count_completed, list_unfinished, tasks_in_hand

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
    rows: defaultdict[UUID, list[BacklogCount]] = defaultdict(list)
    for row in list_unfinished(now):
        if row.album_id:
            rows[row.album_id].append(row)
    works = _works_by_album(now)
    completed = completed_by("task__album_id", now)
    albums = Album.objects.in_bulk(list(rows)).values()
    in_order = sorted(albums, key=lambda each: (-each.priority, each.name, each.pk))
    return [
        _waiting(each, rows[each.pk], works.get(each.pk, 0), completed.get(each.pk, 0))
        for each in in_order
    ]


def list_at_work(now: datetime, most: int | None = None) -> list[AtWorkNow]:
    """Return the active works, the first `most` or all, the one with the least time left first."""
    active = Work.objects.filter(state=WorkState.ACTIVE, expires_on__gt=now)
    works = list(with_progress(active).select_related("tagator").order_by("expires_on")[:most])
    in_hand = TaggingTask.objects.filter(work__in=works, state=TaggingTaskState.ASSIGNED).order_by()
    pairs = list(in_hand.values_list("work_id", "album_id").distinct())
    albums = Album.objects.in_bulk({album_id for _, album_id in pairs})
    completed = completed_by("tagator_id", now)
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


def _waiting(
    album: Album, rows: Sequence[BacklogCount], works: int, completed: int
) -> AlbumWaiting:
    by_state, by_purpose = Counter[str](), Counter[str]()
    for row in rows:
        by_state[row.state] += row.count
        by_purpose[row.kind] += row.count
    return AlbumWaiting(
        album=album,
        open=by_state[TaggingTaskState.OPEN],
        in_hand=by_state[TaggingTaskState.ASSIGNED],
        by_purpose={purpose: by_purpose[purpose] for purpose in TaskPurpose},
        oldest=_oldest(rows),
        works=works,
        completed=completed,
    )


def _oldest(rows: Sequence[BacklogCount]) -> dict[TaggingTaskState, datetime]:
    """Return when the oldest task of each state was created."""
    states = {TaggingTaskState(row.state) for row in rows}
    return {state: min(row.since for row in rows if row.state == state) for state in states}


def _works_by_album(now: datetime) -> dict[UUID, int]:
    by_album = tasks_in_hand(now).order_by().values_list("album_id")
    return dict(by_album.annotate(works=Count("work", distinct=True)))


def tasks(now: datetime) -> list[GaugeMetricFamily]:
    """Return the unfinished tasks, and how long the oldest waits in an album without taggers."""
    counts = gauge("tagging_tasks", "Unfinished tagging tasks.", "state")
    still = gauge("tagging_still_seconds", "Longest wait in an album without a tagger at work.")
    done = gauge("tagging_completed_in_an_hour", "Tasks completed in the last hour.")
    waiting = list_albums_waiting(now)
    counts.add_metric(["Open"], sum(each.open for each in waiting))
    counts.add_metric(["Assigned"], sum(each.in_hand for each in waiting))
    alone = [each.since for each in waiting if not each.works and not each.completed]
    still.add_metric([], (now - min(alone)).total_seconds() if alone else 0)
    done.add_metric([], count_completed(now))
    return [counts, still, done]
