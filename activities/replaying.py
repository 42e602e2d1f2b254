"""Replaying: a long job that posts again the steps that activities lack."""

from collections import Counter
from collections.abc import Iterator, Sequence, Set
from dataclasses import dataclass, field
from datetime import datetime
from functools import partial
from uuid import UUID

from django.db import transaction
from django.db.models import QuerySet

from activities.explaining.progress import credited_of, steps_of
from activities.records.changes import (
    APPLY_ACTIVITY,
    CALCULATE_REWARD,
    COMPLETE_TASK,
    REFILL_BALANCE,
    REWARD_AND_APPLY,
    step,
)
from activities.records.models import Activity, ActivityReplay, ActivityState
from activities.types import InvalidOperation, kind_of
from foundation.messaging import jobs, outbox
from foundation.messaging.commands import SendBackOutboxMessageCommand, send_back_outbox_message
from foundation.messaging.jobs import JobKind, RowPosition, rows_after
from foundation.messaging.models import LongJobState, OutboxMessage, after_grace
from foundation.messaging.outbox import HandlerMessage
from foundation.records.audit import Actor, record_creation, record_deed
from foundation.records.refusals import NotFound
from programs.readers import plain
from programs.tasks.models import ParticipantTaskState

# What a replay does to activities: which of their steps are missing or were given up.


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


class ActivityReplayNotFound(NotFound):
    """There is no such replay."""


@transaction.atomic
def start_replay(replay: ActivityReplay, by: Actor | None = None) -> None:
    """Store a new replay, and let it start."""
    replay.save(force_insert=True)
    record_creation(by, replay)
    jobs.wake(replay)


@transaction.atomic
def resume_replay(replay_id: UUID, batch: int, by: Actor | None = None) -> ActivityReplay:
    """Let a cancelled or failed replay go on where it stopped; `batch`: activities of a portion.

    :raises ActivityReplayNotFound: no such replay.
    """
    replays = ActivityReplay.objects.filter(pk=replay_id)
    replays.filter(state__in=(LongJobState.CANCELLED, LongJobState.FAILED)).update(
        state=LongJobState.WAITING,
        finished_on=None,
        next_attempt_on=after_grace(),
        attempts=0,
        reason="",
    )
    replays.update(batch=batch)
    replay = replays.first()
    if replay is None:
        raise ActivityReplayNotFound(f"No replay {replay_id}.")
    record_deed(by, "Resumed", replay)
    return replay


class Replays(JobKind[ActivityReplay]):
    """Posts the missing steps of activities, and sends back those that were given up."""

    model = ActivityReplay
    columns = ("posted", "sent_back", "waiting", "steps")

    def portion(self, job: ActivityReplay, now: datetime) -> bool:
        if job.total is None:
            job.total = count_selected(job)
        activities = next_activities(job)
        self.do_rows(job, activities, partial(_replay, job))
        return move_on(job, activities)

    def keep(self) -> None:
        return None


def preview_next(replay: ActivityReplay) -> bool:
    """Add what a replay would do for its next activities; return whether more may follow."""
    activities = next_activities(replay)
    _add(replay, batch_of(activities))
    return move_on(replay, activities)


def move_on(replay: ActivityReplay, done: Sequence[Activity]) -> bool:
    """Move a replay's position behind these activities; return whether more may follow."""
    if done:
        last = done[-1]
        replay.position = RowPosition(created_on=last.created_on, pk=last.pk).as_json()
    replay.done += len(done)
    return len(done) == replay.batch


def _replay(replay: ActivityReplay, activities: Sequence[Activity]) -> None:
    batch = batch_of(activities)
    outbox.post(*batch.messages)
    for row in batch.dead:
        send_back_outbox_message(SendBackOutboxMessageCommand(outbox_id=row.pk))
    _add(replay, batch)


def _add(replay: ActivityReplay, batch: ReplayBatch) -> None:
    replay.posted += len(batch.messages)
    replay.sent_back += len(batch.dead)
    replay.waiting += batch.waiting
    replay.steps = Counter(replay.steps) + Counter(each.handler for each in batch.messages)
