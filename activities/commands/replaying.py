"""Replaying activities: a long job that posts again the steps that they lack."""

from collections import Counter
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.db import transaction

from activities.models import ActivityReplay
from activities.queries.replays import ReplayBatch, count_selected, next_batch
from messaging import outbox
from messaging.commands import SendBackOutboxMessageCommand, send_back_outbox_message
from messaging.jobs import running
from messaging.jobs.kinds import JobKind
from messaging.jobs.models import LongJobState, after_grace
from messaging.jobs.positions import RowPosition
from records.refusals import NotFound


class ActivityReplayNotFound(NotFound):
    """There is no such replay."""

    code = "activity-replay-not-found"


@dataclass(frozen=True, slots=True, kw_only=True)
class StartReplayCommand:
    """Replay the activities that were created before a moment; an empty field selects all.

    `batch`: how many activities are one portion.
    """

    replay_id: UUID
    created_before: datetime
    created_from: datetime | None = None
    program_id: UUID | None = None
    type: str = ""
    activity_state: str = ""
    batch: int
    actor: str
    now: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class ResumeReplayCommand:
    """Let a replay that was cancelled, or failed, go on where it stopped."""

    replay_id: UUID
    batch: int


@transaction.atomic
def start_replay(command: StartReplayCommand) -> ActivityReplay:
    """Start a replay."""
    replay = replay_of(command)
    replay.save(force_insert=True)
    running.wake(replay)
    return replay


def replay_of(command: StartReplayCommand) -> ActivityReplay:
    """Return the replay that a command starts; it is not stored."""
    return ActivityReplay(
        pk=command.replay_id,
        program_id=command.program_id,
        type=command.type,
        activity_state=command.activity_state,
        created_from=command.created_from,
        created_before=command.created_before,
        batch=command.batch,
        started_by=command.actor,
        created_on=command.now,
    )


@transaction.atomic
def resume_replay(command: ResumeReplayCommand) -> ActivityReplay:
    """Let a replay go on; one that is unfinished or finished stays so.

    :raises ActivityReplayNotFound: no such replay.
    """
    replays = ActivityReplay.objects.filter(pk=command.replay_id)
    replays.filter(state__in=(LongJobState.CANCELLED, LongJobState.FAILED)).update(
        state=LongJobState.WAITING,
        finished_on=None,
        next_attempt_on=after_grace(),
        attempts=0,
        reason="",
    )
    replays.update(batch=command.batch)
    replay = replays.first()
    if replay is None:
        raise ActivityReplayNotFound(f"No replay {command.replay_id}.")
    return replay


class Replays(JobKind[ActivityReplay]):
    """Posts the missing steps of activities, and sends back those that were given up."""

    model = ActivityReplay
    columns = ("posted", "sent_back", "waiting", "steps")

    def portion(self, job: ActivityReplay, now: datetime) -> bool:
        if job.total is None:
            job.total = count_selected(job)
        batch = next_batch(job)
        outbox.post(*batch.messages)
        for row in batch.dead:
            send_back_outbox_message(SendBackOutboxMessageCommand(outbox_id=row.pk))
        return add_batch(job, batch)

    def keep(self) -> None:
        return None


def add_batch(replay: ActivityReplay, batch: ReplayBatch) -> bool:
    """Add a batch to a replay's figures, and move its position; return whether more may follow."""
    if batch.activities:
        last = batch.activities[-1]
        replay.position = RowPosition(created_on=last.created_on, pk=last.pk).as_json()
    replay.done += len(batch.activities)
    replay.posted += len(batch.messages)
    replay.sent_back += len(batch.dead)
    replay.waiting += batch.waiting
    replay.steps = Counter(replay.steps) + Counter(each.handler for each in batch.messages)
    return len(batch.activities) == replay.batch
