"""How long the queue of tasks is, who works on it, and how fast it becomes shorter.

Each query reads only indexes: an album's tasks, the active works and their tasks, the last hour of
each tagger's history.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from django.db.models import Count, Exists, OuterRef, Q, Subquery, Sum

from recognition.wire.tagator_service import TaggingPace
from tagging.records.history import TaskHistory
from tagging.records.tagators import Tagator
from tagging.records.works import TaggingTask, TaggingTaskState, TaskPurpose, Work, WorkState

HOUR = timedelta(hours=1)
SHORT = timedelta(minutes=10)
MOST = 2_000_000  # tasks of one album that are counted


@dataclass(frozen=True, slots=True, kw_only=True)
class AtWork:
    """How many works are active, and in how many a task was completed a short time ago."""

    works: int
    busy: int


@dataclass(frozen=True, slots=True, kw_only=True)
class AlbumQueue:
    """An album's tasks by state, who has them, and how many the last hour completed.

    `works`: how many active ones have tasks of the album. `is_cut`: there are more tasks than were
    counted.
    """

    by_state: Mapping[TaggingTaskState, int]
    works: int
    completed: int
    is_cut: bool


def count_at_work(now: datetime) -> AtWork:
    """Return how many works are active, and in how many of them there is progress."""
    active = Work.objects.filter(state=WorkState.ACTIVE, expires_on__gt=now)
    busy = Count("pk", filter=Q(active_since__gte=now - SHORT))
    return AtWork(**active.aggregate(works=Count("pk"), busy=busy))


def get_album_queue(album_id: UUID, now: datetime) -> AlbumQueue:
    """Return how many tasks of an album wait, are in hand and were completed."""
    tasks = TaggingTask.objects.filter(album_id=album_id).order_by()
    counted = tasks.values("state")[: MOST + 1].aggregate(
        **{state.name: Count("state", filter=Q(state=state)) for state in TaggingTaskState}
    )
    in_hand = TaggingTaskState.ASSIGNED
    of_album = TaggingTask.objects.filter(work=OuterRef("pk"), album_id=album_id, state=in_hand)
    return AlbumQueue(
        by_state={state: counted[state.name] for state in TaggingTaskState},
        works=Work.objects.filter(Exists(of_album), state=WorkState.ACTIVE).count(),
        completed=count_completed(now, task__album_id=album_id),
        is_cut=sum(counted.values()) > MOST,
    )


def get_tagging_pace(album_id: UUID, now: datetime) -> TaggingPace:
    """Return an album's unfinished tasks, and what the last hour completed and brought."""
    tasks = TaggingTask.objects.filter(album_id=album_id).order_by()
    readings = tasks.filter(purpose=TaskPurpose.READING)
    return TaggingPace(
        unfinished=tasks.unfinished()[:MOST].count(),
        completed=count_completed(now, task__album_id=album_id),
        read=count_completed(now, task__album_id=album_id, task__purpose=TaskPurpose.READING),
        received=readings.filter(created_on__gt=now - HOUR)[:MOST].count(),
    )


def count_completed(now: datetime, **of: Any) -> int:
    """Return how many tasks taggers completed in the last hour, minus those reopened."""
    # Summed by tagger, because the index of the history begins with the tagger.
    changes = TaskHistory.objects.counted().filter(
        tagator=OuterRef("pk"), occurred_on__gt=now - HOUR, **of
    )
    summed = Subquery(changes.order_by().values("tagator").annotate(sum=Sum("tasks")).values("sum"))
    return max(0, Tagator.objects.aggregate(tasks=Sum(summed))["tasks"] or 0)
