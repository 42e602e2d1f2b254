"""What a replay does to activities: which of their steps are missing or were given up."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from uuid import UUID

from django.db.models import Q, QuerySet

from activities.following import (
    APPLY_ACTIVITY,
    CALCULATE_REWARD,
    COMPLETE_TASK,
    REFILL_BALANCE,
    step,
)
from activities.models import Activity, ActivityState
from activities.queries.standing import credited_of, steps_of
from messaging.models import OutboxMessage
from messaging.outbox import HandlerMessage
from programs.models import ParticipantTaskState
from programs.readers import plain

SOURCE = "replay"


@dataclass(frozen=True, slots=True, kw_only=True)
class Selection:
    """Which activities: those created before a moment; an empty field selects all."""

    created_before: datetime
    created_from: datetime | None = None
    program_id: UUID | None = None
    type: str = ""
    state: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Position:
    """The last activity that was looked at; activities are in the order of their creation."""

    created_on: datetime
    activity_id: UUID


@dataclass(frozen=True, slots=True, kw_only=True)
class ReplayBatch:
    """What to do for the next activities: messages to post, and dead ones to send back.

    `waiting` counts the steps that wait already and are left alone.
    """

    activities: Sequence[Activity]
    messages: Sequence[HandlerMessage] = ()
    dead: Sequence[OutboxMessage] = ()
    waiting: int = 0

    @property
    def position(self) -> Position:
        last = self.activities[-1]
        return Position(created_on=last.created_on, activity_id=last.pk)


@dataclass(slots=True, kw_only=True)
class _Plan:
    messages: list[HandlerMessage] = field(default_factory=list)
    dead: list[OutboxMessage] = field(default_factory=list)
    waiting: int = 0


def count_selected(selection: Selection) -> int:
    """Return how many activities are selected."""
    return _selected(selection).count()


def next_batch(selection: Selection, after: Position | None, size: int) -> ReplayBatch:
    """Return what a replay does next, for at most `size` activities after a position."""
    rows = _selected(selection).select_related("marketing_program", "participant_exercise_task")
    if after is not None:
        on, pk = after.created_on, after.activity_id
        rows = rows.filter(Q(created_on__gt=on) | Q(created_on=on, pk__gt=pk), created_on__gte=on)
    activities = list(rows.order_by("created_on", "pk")[:size])
    plan = _plan(activities)
    return ReplayBatch(
        activities=activities, messages=plan.messages, dead=plan.dead, waiting=plan.waiting
    )


def _selected(selection: Selection) -> QuerySet[Activity]:
    wanted = {
        "created_on__gte": selection.created_from,
        "marketing_program": selection.program_id,
        "type": selection.type,
        "state": selection.state,
    }
    given = {name: value for name, value in wanted.items() if value}
    return Activity.objects.filter(created_on__lt=selection.created_before, **given)


def _plan(activities: Sequence[Activity]) -> _Plan:
    ids = [activity.pk for activity in activities]
    known, credited, plan = steps_of(ids), credited_of(ids), _Plan()
    for activity in activities:
        rows = {row.destination: row for row in known.get(activity.pk, ())}
        for message in _missing(activity, is_credited=activity.pk in credited):
            _put(plan, message, rows)
    return plan


def _put(plan: _Plan, message: HandlerMessage, rows: Mapping[str, OutboxMessage]) -> None:
    row = rows.get(message.handler)
    if row is None:
        plan.messages.append(message)
    elif row.dead_on is None:
        plan.waiting += 1
    else:
        plan.dead.append(row)


def _missing(activity: Activity, *, is_credited: bool) -> Iterator[HandlerMessage]:
    """Yield the steps that have had no effect yet; each is idempotent."""
    task = activity.participant_exercise_task
    if activity.reward is None:
        yield step(activity, CALCULATE_REWARD, source=SOURCE)
    elif not is_credited:
        yield step(activity, REFILL_BALANCE, amount=plain(activity.reward))
    if not activity.marketing_program.is_new_scheme:
        return
    if activity.state == ActivityState.CREATED:
        yield step(activity, APPLY_ACTIVITY)
    elif task is not None and task.state == ParticipantTaskState.ACTIVE:
        moment = task.activity_applied_on or activity.updated_on
        yield step(activity, COMPLETE_TASK, occurredOn=moment.isoformat())
