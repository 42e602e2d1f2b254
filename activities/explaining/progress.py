"""Where activities are, and why: the steps that wait, what failed, and how the rest ended."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from decimal import Decimal
from enum import StrEnum
from typing import Any
from uuid import UUID

from django.db.models import QuerySet, Value
from django.http import HttpRequest
from django.utils.safestring import SafeString

from activities.records.changes import (
    APPLY_ACTIVITY,
    CALCULATE_REWARD,
    COMPLETE_TASK,
    REFILL_BALANCE,
    REWARD_AND_APPLY,
    TAKE_BACK_REWARD,
)
from activities.records.models import (
    Activity,
    ActivityChange,
    ActivityHistory,
    ActivityState,
    ClaimState,
    RewardClaim,
)
from foundation.messaging.models import UNDELIVERED, DestinationKind, OutboxMessage
from foundation.records.texts import counted, in_utc
from foundation.staff.display import address_of_page, labelled, may_see, wrapping_link
from rewards.limits.cutting import before_limits, cuts_of, sentences_of
from rewards.models import BalanceOperation, OperationSource

STEPS: Mapping[str, str] = {
    REWARD_AND_APPLY: "calculate the reward, then search for a task",
    CALCULATE_REWARD: "calculate the reward",
    APPLY_ACTIVITY: "search for a task",
    COMPLETE_TASK: "complete the task",
    REFILL_BALANCE: "credit the reward",
    TAKE_BACK_REWARD: "take back the reward, which was rejected",
}

CLAIMED = "It was rejected after that: a claim to review waits."
_ENDS_REASON = (ActivityChange.DATA_UPDATED, ActivityChange.REWARD_FAILED)


class Progress(StrEnum):
    """How an activity stands, the worst first."""

    FAILED = "Failed"
    RETRYING = "Retrying"
    WAITING = "Waiting"
    SETTLED = "Settled"


@dataclass(frozen=True, slots=True, kw_only=True)
class Standing:
    """Where an activity is; `reasons` say it in sentences."""

    progress: Progress
    reasons: Sequence[str]

    @property
    def text(self) -> str:
        return " ".join(self.reasons)


def steps_of(activity_ids: Sequence[UUID]) -> Mapping[UUID, Sequence[OutboxMessage]]:
    """Return the steps of activities that wait or were given up, in the order of writing."""
    found: dict[UUID, list[OutboxMessage]] = defaultdict(list)
    rows = OutboxMessage.objects.filter(
        UNDELIVERED,
        key__in=[str(activity_id) for activity_id in activity_ids],
        kind=DestinationKind.HANDLER,
        destination__in=list(STEPS),
    )
    for row in rows.order_by("pk"):
        found[UUID(row.key)].append(row)
    return found


def standings_of(activities: Sequence[Activity]) -> Mapping[UUID, Standing]:
    """Return where these activities are: three reads, however many they are."""
    ids = [activity.pk for activity in activities]
    steps, why, money = steps_of(ids), _reasons(ids), _credits(ids)
    standings = {}
    for activity in activities:
        own_steps, own_why = steps.get(activity.pk, ()), why.get(activity.pk, {})
        pending = {step.destination for step in own_steps}
        standings[activity.pk] = Standing(
            progress=_progress(activity, own_steps),
            reasons=[
                *map(step_in_words, own_steps),
                *_where(activity, pending, own_why),
                *_reward(activity, pending, own_why, is_credited=activity.pk in money.credited),
                *_adjusted(activity, money.adjusted.get(activity.pk)),
                *([CLAIMED] if activity.pk in money.claimed else []),
            ],
        )
    return standings


def credited_of(activity_ids: Sequence[UUID]) -> set[UUID]:
    """Return those of the activities whose reward is credited."""
    return set(credits_of(activity_ids).values_list("pk", flat=True))


@dataclass(frozen=True, slots=True, kw_only=True)
class _Credits:
    """Whose reward is credited, what was added to or taken from it since, who has an open claim."""

    credited: set[UUID]
    adjusted: Mapping[UUID, Decimal]
    claimed: set[UUID]


def _credits(ids: Sequence[UUID]) -> _Credits:
    """Return what became of the rewards of these activities: one read."""
    claims = RewardClaim.objects.filter(activity__in=ids, state=ClaimState.OPEN)
    operations = BalanceOperation.objects.filter(
        source=OperationSource.ADJUSTMENT, source_id__in=ids
    )
    rows = (
        credits_of(ids)
        .values_list("pk", Value("credited"), "amount")
        .union(
            operations.values_list("source_id", Value("adjusted"), "amount"),
            claims.values_list("activity_id", Value("claimed"), Value(Decimal(0))),
            all=True,
        )
    )
    of_kind: dict[str, dict[UUID, Decimal]] = defaultdict(lambda: defaultdict(Decimal))
    for pk, kind, amount in rows:
        of_kind[kind][pk] += amount
    return _Credits(
        credited=set(of_kind["credited"]),
        adjusted=of_kind["adjusted"],
        claimed=set(of_kind["claimed"]),
    )


def credits_of(activity_ids: Sequence[UUID]) -> QuerySet[BalanceOperation]:
    """Return the operations that credit the rewards of these activities; no other counts."""
    return BalanceOperation.objects.filter(pk__in=activity_ids, source=OperationSource.ACTIVITY)


def _reasons(ids: Sequence[UUID]) -> Mapping[UUID, Mapping[str, str]]:
    """Return the last reason of each kind of change that has one, by activity.

    A reward's is what limits did to it. One of data that were replaced since, or after which a
    calculation failed, is left out.
    """
    found: dict[UUID, dict[str, str]] = defaultdict(dict)
    changes = (
        *_ENDS_REASON,
        ActivityChange.NO_REWARD,
        ActivityChange.SKIPPED,
        ActivityChange.REWARD_SET,
    )
    rows = ActivityHistory.objects.filter(activity__in=ids, change__in=changes).order_by("pk")
    for activity_id, change, details in rows.values_list("activity_id", "change", "details"):
        if change in _ENDS_REASON:
            found[activity_id].pop(ActivityChange.NO_REWARD, None)
        elif change == ActivityChange.REWARD_SET:
            cut = sentences_of(details.get("reward", ""), before_limits(details), cuts_of(details))
            found[activity_id][change] = " ".join(cut)
        else:
            found[activity_id][change] = str(details.get("reason", ""))
    return found


def _progress(activity: Activity, steps: Sequence[OutboxMessage]) -> Progress:
    if activity.reward_failure or any(step.dead_on for step in steps):
        return Progress.FAILED
    if any(step.attempts for step in steps):
        return Progress.RETRYING
    is_waiting = steps or activity.state == ActivityState.CREATED
    return Progress.WAITING if is_waiting else Progress.SETTLED


def step_in_words(step: OutboxMessage) -> str:
    """Return what the step does, how often it was tried, when it is tried next, and the error."""
    name, tried = STEPS[step.destination], times(step.attempts)
    if step.dead_on:
        return f"Given up after {tried}: to {name}. {_sentence(step.reason)}".rstrip()
    if step.attempts:
        failed = f"Fails: to {name}, {tried}, again at {in_utc(step.due_on)}."
        return f"{failed} {_sentence(step.reason)}".rstrip()
    return f"Waits: to {name}."


def times(attempts: int) -> str:
    """Return the number of attempts in words."""
    return counted(attempts, "failed attempt")


def _sentence(text: str) -> str:
    return text if not text or text.endswith((".", "!", "?")) else f"{text}."


def _where(activity: Activity, steps: Set[str], why: Mapping[str, str]) -> Iterator[str]:
    if activity.state == ActivityState.APPLIED:
        yield "Counted for a task."
    elif activity.state == ActivityState.SKIPPED:
        yield f"No task. {_sentence(why.get(ActivityChange.SKIPPED, ''))}".rstrip()
    elif not activity.marketing_program.is_new_scheme:
        yield "Waits for a task manager to choose its task."
    elif steps.isdisjoint((REWARD_AND_APPLY, APPLY_ACTIVITY)):
        yield "No step waits to search for a task: search again or replay it."


def _adjusted(activity: Activity, amount: Decimal | None) -> Iterator[str]:
    if amount and activity.reward is not None:
        yield f"Corrected since by {amount:+f}: {activity.reward + amount:f} of it is left."


def _reward(
    activity: Activity, steps: Set[str], why: Mapping[str, str], *, is_credited: bool
) -> Iterator[str]:
    if activity.reward is not None:
        credited = "credited" if is_credited else "not credited yet"
        cut = why.get(ActivityChange.REWARD_SET, "")
        yield f"Reward {activity.reward:f}, {credited}. {cut}".rstrip()
    elif activity.reward_failure:
        yield f"The reward failed: {_sentence(activity.reward_failure)}"
    elif ActivityChange.NO_REWARD in why:
        yield f"No reward: {_sentence(why[ActivityChange.NO_REWARD])}"
    elif steps.isdisjoint((REWARD_AND_APPLY, CALCULATE_REWARD)):
        yield "The reward was not calculated."


COLOURS = {
    "success": ("Applied", "Settled", "Suits", "Completed", "Published", "StepDone",
                "EventPublished", "TaskCompleted", "Credited", "RewardSet", "ClaimKept", "Kept"),
    "info": ("Created", "Waits", "WouldSuit", "Waiting", "Active", "DataUpdated", "StepWaits",
             "EventWaits", "ClaimClosed", "Closed"),
    "warning": ("Skipped", "Retrying", "CriteriaNotMet", "NothingSuits", "Taken", "NotActive",
                "NoReward", "StepWithdrawn", "EventWithdrawn", "Cancelled", "Added", "Changed",
                "ClaimRaised", "ClaimTakenBack", "TakenBack", "Open", "AppliedElsewhere",
                "TooEarly"),
    "danger": ("Failed", "RewardFailed", "StepGivenUp", "EventGivenUp"),
}  # fmt: skip
# Names of APIs and events for which people have other words.
WORDS = {
    **dict(ActivityChange.choices),
    **dict(ActivityState.choices),
    **dict(ClaimState.choices),
    "AppliedElsewhere": "Counted for another task",
}


def in_colour(name: str) -> SafeString:
    """Return a state, a verdict or a kind as it is shown in lists and on pages."""
    return labelled(name, COLOURS, WORDS)


def link(model: Any, key: Any, text: object = "", reader: HttpRequest | None = None) -> str:
    """Return a link whose text may wrap, so that the tables fit a phone.

    :param reader: as in `foundation.staff.display.link_to`.
    """
    if reader is not None and not may_see(reader, model):
        return str(text or key)
    return wrapping_link(address_of_page(model, key), text or key)
