"""All that happened to an activity: what came in, was computed, decided, sent and credited."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any
from uuid import UUID

from activities.explaining.compared_tasks import TasksLookedAt, get_tasks_looked_at
from activities.explaining.progress import STEPS, Standing, credits_of, standings_of, times
from activities.records.changes import get_activity_by_id
from activities.records.models import (
    Activity,
    ActivityChange,
    ActivityHistory,
    ClaimState,
    RewardClaim,
)
from activities.types import kind_of
from foundation.messaging.models import DestinationKind, OutboxMessage
from foundation.messaging.queries import messages_of
from foundation.staff.display import in_words
from programs.tasks.models import ParticipantTaskState
from rewards.limits.cutting import before_limits, cuts_of, sentences_of


@dataclass(frozen=True, slots=True, kw_only=True)
class ActivityHistoryEntry:
    """Something that happened to an activity.

    `kind` is a stable PascalCase name, `source` who asked for it, `text` says it in plain words,
    `details` has the facts.
    """

    occurred_on: datetime
    kind: str
    text: str
    source: str = ""
    details: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class ExplainedActivity:
    """An activity, where it is, everything that happened to it, and the tasks looked at."""

    activity: Activity
    standing: Standing
    entries: Sequence[ActivityHistoryEntry]
    tasks: TasksLookedAt


def explain_activity(activity_id: UUID) -> ExplainedActivity:
    """Return everything that is known of an activity; the entries are in order."""
    activity = get_activity_by_id(activity_id)
    sources = (_changes, _completion, _credit, _claims, _messages)
    entries = [entry for source in sources for entry in source(activity)]
    return ExplainedActivity(
        activity=activity,
        standing=standings_of([activity])[activity.pk],
        entries=sorted(entries, key=lambda entry: entry.occurred_on),
        tasks=get_tasks_looked_at(activity),
    )


def _changes(activity: Activity) -> Iterator[ActivityHistoryEntry]:
    """Return each version of the data, each calculation, and the decision."""
    before: Mapping[str, str] = {}
    for row in activity.history.order_by("pk"):
        yield ActivityHistoryEntry(
            occurred_on=row.occurred_on,
            kind=row.change,
            text=_change_in_words(row, before),
            source=row.source,
            details={**row.details, "requestId": row.request_id},
        )
        before = row.details.get("data", before)


def _change_in_words(row: ActivityHistory, before: Mapping[str, str]) -> str:
    details = row.details
    match row.change:
        case ActivityChange.CREATED:
            return f"Came in: {data_in_words(row.activity, details.get('data', {})) or 'no data'}."
        case ActivityChange.DATA_UPDATED:
            return f"New data: {_differences(row.activity, before, details.get('data', {}))}."
        case ActivityChange.REWARD_SET:
            name, revision = details.get("formulaName"), details.get("revision")
            formula = f" by formula {name!r}, revision {revision}" if name else ""
            reward, uncut = details.get("reward", ""), before_limits(details)
            unrounded = details.get("unrounded") or uncut
            rounded = f", before rounding {unrounded}" if unrounded != uncut else ""
            cut = sentences_of(reward, uncut, cuts_of(details))
            return " ".join([f"Reward {reward}{rounded}{formula}.", *cut])
        case ActivityChange.APPLIED:
            return f"Counted for task {details.get('taskId')}."
    words = {
        ActivityChange.NO_REWARD: "No reward:",
        ActivityChange.REWARD_FAILED: "The reward failed:",
        ActivityChange.SKIPPED: "No task:",
    }
    return f"{words[ActivityChange(row.change)]} {details.get('reason') or 'no reason was given.'}"


def data_in_words(activity: Activity, data: Mapping[str, str]) -> str:
    """Return data of an activity, now or before, as people read them."""
    kind = kind_of(activity.type)
    return ", ".join(f"{in_words(key)} {kind.said(key, value)}" for key, value in data.items())


def _differences(activity: Activity, before: Mapping[str, str], now: Mapping[str, str]) -> str:
    said = kind_of(activity.type).said
    keys = [*now, *(key for key in before if key not in now)]
    changed = [
        f"{in_words(key)} {said(key, before.get(key, 'none'))} → {said(key, now.get(key, 'none'))}"
        for key in keys
        if before.get(key) != now.get(key)
    ]
    return ", ".join(changed) or "the same"


def _completion(activity: Activity) -> Iterator[ActivityHistoryEntry]:
    task = activity.participant_exercise_task
    if task is not None and task.state == ParticipantTaskState.COMPLETED and task.completed_on:
        yield ActivityHistoryEntry(
            occurred_on=task.completed_on,
            kind="TaskCompleted",
            text=f"Task {task.pk} is completed.",
            details={"taskId": str(task.pk)},
        )


def _credit(activity: Activity) -> Iterator[ActivityHistoryEntry]:
    rewards = activity.history.filter(change=ActivityChange.REWARD_SET)
    set_on = [row.occurred_on for row in rewards]  # a step begins before it has set the reward
    for operation in credits_of([activity.pk]):
        yield ActivityHistoryEntry(
            occurred_on=max([operation.created_on, *set_on]),
            kind="Credited",
            text=f"{operation.amount:f} credited to the participant's balance.",
            details={"operationId": str(operation.pk), "amount": f"{operation.amount:f}"},
        )


def _claims(activity: Activity) -> Iterator[ActivityHistoryEntry]:
    """Return each claim to review: when it was raised, and how it ended."""
    for claim in activity.claims.order_by("created_on", "pk"):
        yield ActivityHistoryEntry(
            occurred_on=claim.created_on,
            kind="ClaimRaised",
            text="Rejected after the reward was set: a claim to review.",
            details={"claimId": str(claim.pk)},
        )
        if claim.settled_on is not None:
            yield ActivityHistoryEntry(
                occurred_on=claim.settled_on,
                kind=f"Claim{claim.state}",
                text=_end_of_claim(claim),
                source=claim.settled_by,
                details={"claimId": str(claim.pk), "reason": claim.reason},
            )


def _end_of_claim(claim: RewardClaim) -> str:
    match claim.state:
        case ClaimState.TAKEN_BACK:
            done = f"{claim.taken:f} taken back."
        case ClaimState.KEPT:
            done = "The reward is kept."
        case _:
            done = "The claim is closed; the reward stays."
    return f"{done} {claim.reason}".rstrip()


def _messages(activity: Activity) -> Iterator[ActivityHistoryEntry]:
    """Return each event and step that the outbox still has, with what became of it."""
    for message in messages_of([str(activity.pk)]):
        is_step = message.kind == DestinationKind.HANDLER
        end, on = _end(message)
        yield ActivityHistoryEntry(
            occurred_on=on,
            kind=f"{'Step' if is_step else 'Event'}{end}",
            text=_message_in_words(message, end),
            details={
                "messageId": str(message.message_id),
                "destination": message.destination,
                "postedOn": message.created_on.isoformat(),
                "attempts": message.attempts,
                "reason": message.reason,
                "dueOn": message.due_on.isoformat(),
            },
        )


def _end(message: OutboxMessage) -> tuple[str, datetime]:
    """Return what became of a message, and when; of one that waits, when it was posted."""
    ends = {
        "GivenUp": message.dead_on,
        "Withdrawn": message.withdrawn_on,
        "Done" if message.kind == DestinationKind.HANDLER else "Published": message.delivered_on,
    }
    return next(((end, on) for end, on in ends.items() if on), ("Waits", message.created_on))


def _message_in_words(message: OutboxMessage, end: str) -> str:
    what = STEPS.get(message.destination, message.destination)
    tried = f" after {times(message.attempts)}" if message.attempts else ""
    why = f": {message.reason}" if message.reason and end != "Done" else "."
    return {
        "Done": f"Step done{tried}: {what}.",
        "Published": f"Published {what}{tried}.",
        "GivenUp": f"Given up{tried}: {what}{why}",
        "Withdrawn": f"Withdrawn: {what}{why}",
        "Waits": f"Waits{tried}, due {message.due_on:%H:%M:%S} UTC: {what}{why}",
    }[end]
