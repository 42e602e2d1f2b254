"""What a replay does to activities: which of their steps are missing or were given up."""

from collections.abc import Iterator, Sequence, Set
from dataclasses import dataclass, field

from django.db.models import QuerySet

from activities.following import (
    APPLY_ACTIVITY,
    CALCULATE_REWARD,
    COMPLETE_TASK,
    REFILL_BALANCE,
    REWARD_AND_APPLY,
    step,
)
from activities.models import Activity, ActivityReplay, ActivityState
from activities.queries.standing import credited_of, steps_of
from activities.types import InvalidOperation, kind_of
from foundation.messaging.jobs.positions import RowPosition, rows_after
from foundation.messaging.models import OutboxMessage
from foundation.messaging.outbox import HandlerMessage
from programs.models import ParticipantTaskState
from programs.readers import plain

SOURCE = "replay"


@dataclass(slots=True, kw_only=True)
class ReplayBatch:
    """What to do for some activities: messages to post, and dead ones to send back.

    `waiting` counts the steps that wait already and are left alone.
    """

    messages: list[HandlerMessage] = field(default_factory=list)
    dead: list[OutboxMessage] = field(default_factory=list)
    waiting: int = 0


def count_selected(replay: ActivityReplay) -> int:
    return _selected(replay).count()


def next_activities(replay: ActivityReplay) -> Sequence[Activity]:
    """Return the next activities behind a replay's position."""
    rows = _selected(replay).select_related("marketing_program", "participant_exercise_task")
    return list(rows_after(rows, RowPosition.of(replay))[: replay.batch])


def batch_of(activities: Sequence[Activity]) -> ReplayBatch:
    """Return what a replay does for these activities."""
    ids = [activity.pk for activity in activities]
    known, credited = steps_of(ids), credited_of(ids)
    batch = ReplayBatch()
    for activity in activities:
        rows_of = {row.destination: row for row in known.get(activity.pk, ())}
        for message in _missing(activity, rows_of.keys(), is_credited=activity.pk in credited):
            row = rows_of.get(message.handler)
            if row is None:
                batch.messages.append(message)
            elif row.dead_on is None:
                batch.waiting += 1
            else:
                batch.dead.append(row)
    return batch


def _selected(replay: ActivityReplay) -> QuerySet[Activity]:
    wanted = {
        "created_on__gte": replay.created_from,
        "marketing_program": replay.program_id,
        "type": replay.type,
        "state": replay.activity_state,
    }
    given = {name: value for name, value in wanted.items() if value}
    return Activity.objects.filter(created_on__lt=replay.created_before, **given)


def _missing(activity: Activity, known: Set[str], *, is_credited: bool) -> Iterator[HandlerMessage]:
    """Yield the steps that have had no effect yet; each is idempotent.

    :param known: the steps that wait or were given up.
    """
    task = activity.participant_exercise_task
    is_to_apply = (
        activity.state == ActivityState.CREATED and activity.marketing_program.is_new_scheme
    )
    is_whole = known.isdisjoint((CALCULATE_REWARD, APPLY_ACTIVITY))
    if activity.reward is None and is_to_apply and is_whole:
        yield step(activity, REWARD_AND_APPLY)
        return
    if activity.reward is None:
        if CALCULATE_REWARD in known or _may_be_rewarded(activity):
            yield step(activity, CALCULATE_REWARD, source=SOURCE)
    elif not is_credited:
        yield step(activity, REFILL_BALANCE, amount=plain(activity.reward))
    if not activity.marketing_program.is_new_scheme:
        return
    if is_to_apply:
        yield step(activity, APPLY_ACTIVITY)
    elif task is not None and task.state == ParticipantTaskState.ACTIVE:
        moment = task.activity_applied_on or activity.updated_on
        yield step(activity, COMPLETE_TASK, occurredOn=moment.isoformat())


def _may_be_rewarded(activity: Activity) -> bool:
    """Return whether its type calculates a reward; for data that cannot be read, the step says."""
    kind = kind_of(activity.type)
    try:
        return not kind.why_not_calculated(kind.read(activity.data))
    except InvalidOperation:
        return True
