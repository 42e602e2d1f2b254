"""Replaying activities: a long job that posts again the steps that they lack."""

from collections import Counter
from collections.abc import Sequence
from datetime import datetime
from functools import partial
from uuid import UUID

from django.db import transaction

from activities.models import Activity, ActivityReplay
from activities.queries.replays import ReplayBatch, batch_of, count_selected, next_activities
from foundation.messaging import outbox
from foundation.messaging.commands import SendBackOutboxMessageCommand, send_back_outbox_message
from foundation.messaging.jobs import running
from foundation.messaging.jobs.kinds import JobKind
from foundation.messaging.jobs.models import LongJobState, after_grace
from foundation.messaging.jobs.positions import RowPosition
from foundation.records.audit import Actor, record_creation, record_deed
from foundation.records.refusals import NotFound


class ActivityReplayNotFound(NotFound):
    """There is no such replay."""


@transaction.atomic
def start_replay(replay: ActivityReplay, by: Actor | None = None) -> None:
    """Store a new replay, and let it start."""
    replay.save(force_insert=True)
    record_creation(by, replay)
    running.wake(replay)


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
