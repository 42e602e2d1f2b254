"""How long the queue of tasks is, who works on it, and how fast it becomes shorter.

Each query reads only indexes: an album's tasks, the active works and their tasks, the last hour of
each tagger's history.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from django.db.models import Count, F, Min, OuterRef, Q, QuerySet, Subquery, Sum

from recognition.records.figures import BacklogCount
from recognition.wire.tagator_service import LATELY, TaggingPace
from tagging.records.history import TaskHistory
from tagging.records.tagators import Tagator
from tagging.records.works import TaggingTask, TaggingTaskState, TaskPurpose, Work, WorkState

HOUR = timedelta(hours=1)
NONE = (0, 0)
SHORT = timedelta(minutes=10)
MANY = 10_000  # unfinished tasks: counting more takes longer than a page may
MOST = 2_000_000  # finished tasks of one album that are counted
FINISHED = (TaggingTaskState.COMPLETED, TaggingTaskState.CANCELLED)


@dataclass(frozen=True, slots=True, kw_only=True)
class AtWork:
    """How many works are active, and in how many a task was completed a short time ago."""

    works: int
    busy: int


@dataclass(frozen=True, slots=True, kw_only=True)
class AlbumQueue:
    """An album's tasks by state, and who has them.

    `works`: how many active ones have tasks of the album. `is_cut`: more are finished than were
    counted.
    """

    by_state: Mapping[TaggingTaskState, int]
    works: int
    is_cut: bool


def count_at_work(now: datetime) -> AtWork:
    """Return how many works are active, and in how many of them there is progress."""
    active = Work.objects.filter(state=WorkState.ACTIVE, expires_on__gt=now)
    busy = Count("pk", filter=Q(active_since__gte=now - SHORT))
    return AtWork(**active.aggregate(works=Count("pk"), busy=busy))


def list_unfinished(now: datetime, **of: Any) -> list[BacklogCount]:
    """Return the unfinished tasks, of an album or of all, by album, purpose and state.

    Where there are more than `MANY` in all, they are as a sweep counted them last.
    """
    are_many = TaggingTask.objects.unfinished().order_by()[: MANY + 1].count() > MANY
    rows = list(BacklogCount.objects.filter(kind__in=TaskPurpose, **of)) if are_many else []
    return rows or _count_unfinished(now, **of)


def keep_unfinished(now: datetime) -> None:
    """Count the unfinished tasks for the pages of leads."""
    BacklogCount.objects.filter(kind__in=TaskPurpose).keep(_count_unfinished(now), now)


def tasks_in_hand(now: datetime) -> QuerySet[TaggingTask]:
    """Return the tasks of active works that are not finished."""
    # By the works' ids: PostgreSQL would read the tasks of all works that ever were for a subquery.
    active = Work.objects.filter(state=WorkState.ACTIVE, expires_on__gt=now)
    ids = list(active.values_list("pk", flat=True))
    return TaggingTask.objects.filter(work__in=ids, state=TaggingTaskState.ASSIGNED)


def get_album_queue(album_id: UUID, now: datetime) -> AlbumQueue:
    """Return how many tasks of an album wait, are in hand and are finished."""
    finished = TaggingTask.objects.filter(album_id=album_id, state__in=FINISHED)
    counted = (
        finished.order_by()
        .values("state")[: MOST + 1]
        .aggregate(**{state.name: Count("state", filter=Q(state=state)) for state in FINISHED})
    )
    by_state = {state: counted.get(state.name, 0) for state in TaggingTaskState}
    for row in list_unfinished(now, album=album_id):
        by_state[TaggingTaskState(row.state)] += row.count
    in_hand = tasks_in_hand(now).filter(album_id=album_id).order_by()
    return AlbumQueue(
        by_state=by_state,
        works=in_hand.values("work").distinct().count(),
        is_cut=sum(counted.values()) > MOST,
    )


def get_tagging_paces(album_ids: Sequence[UUID], now: datetime) -> dict[UUID, TaggingPace]:
    """Return albums' unfinished tasks, and what was completed and came lately."""
    readings = TaggingTask.objects.filter(purpose=TaskPurpose.READING)
    came = readings.filter(album__in=album_ids, created_on__gt=now - LATELY).order_by()
    received = dict(came.values_list("album").annotate(count=Count("pk")))
    lately = Q(occurred_on__gt=now - LATELY, task__purpose=TaskPurpose.READING)
    read = Sum("tasks", filter=lately, default=0)
    done = _completions(now).filter(task__album__in=album_ids).values_list("task__album_id")
    completed = {key: counts for key, *counts in done.annotate(sum=Sum("tasks"), read=read)}
    unfinished = Counter[UUID | None]()
    for row in list_unfinished(now, album__in=album_ids):
        unfinished[row.album_id] += row.count
    return {
        album_id: TaggingPace(
            unfinished=unfinished[album_id],
            completed=max(0, completed.get(album_id, NONE)[0]),
            read=max(0, completed.get(album_id, NONE)[1]),
            received=received.get(album_id, 0),
        )
        for album_id in album_ids
    }


def completed_by(group: str, now: datetime) -> dict[UUID, int]:
    """Return how many tasks were completed in the last hour by a column, minus those reopened."""
    summed = _completions(now).values_list(group).annotate(sum=Sum("tasks"))
    return {key: max(0, tasks) for key, tasks in summed}


def _completions(now: datetime) -> QuerySet[TaskHistory]:
    # With the taggers, because the index of the history begins with the tagger.
    tagators = list(Tagator.objects.values_list("pk", flat=True))
    counted = TaskHistory.objects.counted().filter(occurred_on__gt=now - HOUR)
    return counted.filter(tagator__in=tagators).order_by()


def count_completed(now: datetime) -> int:
    """Return how many tasks taggers completed in the last hour, minus those reopened."""
    # Summed by tagger, because the index of the history begins with the tagger.
    changes = TaskHistory.objects.counted().filter(
        tagator=OuterRef("pk"), occurred_on__gt=now - HOUR
    )
    summed = Subquery(changes.order_by().values("tagator").annotate(sum=Sum("tasks")).values("sum"))
    return max(0, Tagator.objects.aggregate(tasks=Sum(summed))["tasks"] or 0)


def _count_unfinished(now: datetime, **of: Any) -> list[BacklogCount]:
    tasks = TaggingTask.objects.filter(**of).unfinished().order_by()
    rows = tasks.values("album_id", "state", kind=F("purpose"))
    figures = rows.annotate(count=Count("*"), since=Min("created_on"))
    return [BacklogCount(**row, counted_on=now) for row in figures]
