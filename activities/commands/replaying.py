"""Replaying activities: posting again the steps that they lack, batch by batch."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from uuid import UUID

from django.db import transaction
from django.utils import timezone

from activities.models import ActivityReplay
from activities.queries.replays import Position, ReplayBatch, Selection, next_batch
from messaging import outbox
from messaging.commands import SendBackOutboxMessageCommand, send_back_outbox_message
from records.refusals import NotFound


class ActivityReplayNotFound(NotFound):
    """There is no such replay."""

    code = "activity-replay-not-found"


@dataclass(frozen=True, slots=True, kw_only=True)
class StartReplayCommand:
    replay_id: UUID
    selection: Selection
    started_by: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ReplayNextCommand:
    replay_id: UUID
    size: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Replayed:
    """What one batch did; steps are counted by their names."""

    looked_at: int
    posted: Mapping[str, int]
    sent_back: int
    waiting: int
    is_finished: bool


def start_replay(command: StartReplayCommand) -> ActivityReplay:
    """Store which activities are to be replayed, once."""
    wanted = command.selection
    replay, _ = ActivityReplay.objects.get_or_create(
        pk=command.replay_id,
        defaults={
            "program_id": wanted.program_id,
            "type": wanted.type,
            "state": wanted.state,
            "created_from": wanted.created_from,
            "created_before": wanted.created_before,
            "started_by": command.started_by,
        },
    )
    return replay


@transaction.atomic
def replay_next(command: ReplayNextCommand) -> Replayed:
    """Post the missing steps of the next activities, and send back those that were given up.

    The messages and the new position are one transaction. Of two processes with one replay, the
    second waits and goes on after the first.

    :raises ActivityReplayNotFound: no such replay.
    """
    replay = _locked(command.replay_id)
    if replay.finished_on is not None:
        return Replayed(looked_at=0, posted={}, sent_back=0, waiting=0, is_finished=True)
    batch = next_batch(selection_of(replay), position_of(replay), command.size)
    outbox.post(*batch.messages)
    for row in batch.dead:
        send_back_outbox_message(SendBackOutboxMessageCommand(outbox_id=row.pk))
    is_finished = len(batch.activities) < command.size
    _advance(replay, batch, is_finished=is_finished)
    return Replayed(
        looked_at=len(batch.activities),
        posted=Counter(message.handler for message in batch.messages),
        sent_back=len(batch.dead),
        waiting=batch.waiting,
        is_finished=is_finished,
    )


def selection_of(replay: ActivityReplay) -> Selection:
    """Return which activities a replay is for."""
    return Selection(
        created_before=replay.created_before,
        created_from=replay.created_from,
        program_id=replay.program_id,
        type=replay.type,
        state=replay.state,
    )


def position_of(replay: ActivityReplay) -> Position | None:
    """Return how far a replay is; None: at its start."""
    if replay.position_on is None or replay.position_id is None:
        return None
    return Position(created_on=replay.position_on, activity_id=replay.position_id)


def _locked(replay_id: UUID) -> ActivityReplay:
    replay = ActivityReplay.objects.select_for_update().filter(pk=replay_id).first()
    if replay is None:
        raise ActivityReplayNotFound(f"No replay {replay_id}.")
    return replay


def _advance(replay: ActivityReplay, batch: ReplayBatch, *, is_finished: bool) -> None:
    if batch.activities:
        replay.position_on = batch.position.created_on
        replay.position_id = batch.position.activity_id
    replay.looked_at += len(batch.activities)
    replay.posted += len(batch.messages)
    replay.sent_back += len(batch.dead)
    replay.finished_on = timezone.now() if is_finished else None
    replay.save()
