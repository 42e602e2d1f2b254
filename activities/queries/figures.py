"""What happened today in each program, and what failed."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from django.db.models import Count, Exists, Max, Min, OuterRef, Q, QuerySet, Subquery

from activities.following import REFILL_BALANCE
from activities.models import Activity, ActivityChange, ActivityState, ClaimState, RewardClaim
from activities.queries.standing import STEPS
from foundation.messaging.models import WAITING, DestinationKind, OutboxMessage
from rewards.models import BalanceOperation, OperationSource, RewardFormula

MOST = 10_000
_GIVEN_UP, _FAILING = Q(dead_on__isnull=False), WAITING & Q(attempts__gt=0)
_STEPS: Mapping[str, Q] = {
    "given-up": _GIVEN_UP,
    "failing": _FAILING,
    "waiting": WAITING,
    "refused-refills": Q(destination=REFILL_BALANCE) & (_GIVEN_UP | _FAILING),
}
STEP_CONDITIONS = tuple(_STEPS)


@dataclass(frozen=True, slots=True, kw_only=True)
class Figures:
    """Activities of a program since midnight UTC; `waiting`: not applied or skipped, of any day.

    `credited` counts the rewards set today that are credited.
    """

    created: int = 0
    applied: int = 0
    skipped: int = 0
    credited: int = 0
    waiting: int = 0

    @staticmethod
    def titles() -> Sequence[str]:
        return [field.name.capitalize() for field in fields(Figures)]

    def texts(self) -> Sequence[str]:
        return [f"{getattr(self, field.name):,}" for field in fields(self)]


NO_FIGURES = Figures()


@dataclass(frozen=True, slots=True, kw_only=True)
class Failing:
    """The count, of at most `MOST` + 1, and the age of the oldest."""

    count: int
    age: timedelta


@dataclass(frozen=True, slots=True, kw_only=True)
class Failures:
    """What staff may have to act on."""

    failing_steps: Failing
    steps_given_up: Failing
    rewards_failed: Failing
    refused_refills: Failing


def get_figures_of_today(now: datetime, program_id: UUID | None = None) -> Mapping[UUID, Figures]:
    """Return the figures of one program, or of each program that has any."""
    midnight = now.replace(hour=0, minute=0, second=0, microsecond=0)
    counted: dict[UUID, dict[str, int]] = defaultdict(dict)
    for name, activities in _activities(midnight).items():
        of = activities.filter(marketing_program=program_id) if program_id else activities
        rows = of.order_by().values_list("marketing_program").annotate(Count("pk"))
        for program, count in rows:
            counted[program][name] = count
    return {program: Figures(**figures) for program, figures in counted.items()}


def _activities(midnight: datetime) -> Mapping[str, QuerySet[Activity]]:
    """Return the activities that each figure counts; one has each of these changes once."""

    def changed(change: ActivityChange) -> QuerySet[Activity]:
        return Activity.objects.filter(history__change=change, history__occurred_on__gte=midnight)

    operation = BalanceOperation.objects.filter(pk=OuterRef("pk"), source=OperationSource.ACTIVITY)
    return {
        "created": Activity.objects.filter(created_on__gte=midnight),
        "applied": changed(ActivityChange.APPLIED),
        "skipped": changed(ActivityChange.SKIPPED),
        "credited": changed(ActivityChange.REWARD_SET).filter(Exists(operation)),
        "waiting": Activity.objects.filter(state=ActivityState.CREATED),
    }


def get_failures(now: datetime) -> Failures:
    """Return what fails. Partial indexes give it, so the cost depends on what fails only."""
    rewards = Activity.objects.filter(~Q(reward_failure=""))
    return Failures(
        failing_steps=_failing(steps_that_are("failing"), "created_on", now),
        steps_given_up=_failing(steps_that_are("given-up"), "dead_on", now),
        rewards_failed=_failing(rewards, "created_on", now),
        refused_refills=_failing(steps_that_are("refused-refills"), "created_on", now),
    )


def get_open_claims(now: datetime) -> Failing:
    """Return how many claims wait for staff, and the age of the oldest."""
    return _failing(RewardClaim.objects.filter(state=ClaimState.OPEN), "created_on", now)


def steps_that_are(condition: str) -> QuerySet[OutboxMessage]:
    """Return the steps of activities that meet one of `STEP_CONDITIONS`."""
    steps = OutboxMessage.objects.filter(kind=DestinationKind.HANDLER, destination__in=list(STEPS))
    return steps.filter(_STEPS[condition])


def _failing(rows: Any, moment: str, now: datetime) -> Failing:
    counted = rows.order_by()[: MOST + 1].aggregate(count=Count("pk"), oldest=Min(moment))
    oldest = counted["oldest"]
    return Failing(count=counted["count"], age=now - oldest if oldest else timedelta())


@dataclass(frozen=True, slots=True, kw_only=True)
class FailedByFormula:
    """The activities without a reward because a formula failed; `reason` is that of the newest."""

    formula: RewardFormula | None
    count: int
    oldest_on: datetime
    newest_on: datetime
    reason: str | None


def list_failed_by_formula() -> Sequence[FailedByFormula]:
    """Return the formulas by which rewards failed, those with most activities first.

    A partial index gives them, so the cost depends on what failed only.
    """
    failed = Activity.objects.filter(~Q(reward_failure=""))
    newest = failed.filter(failed_formula=OuterRef("failed_formula")).order_by("-created_on", "-pk")
    rows = (
        failed.order_by()
        .values("failed_formula")
        .annotate(
            count=Count("pk"),
            oldest_on=Min("created_on"),
            newest_on=Max("created_on"),
            reason=Subquery(newest.values("reward_failure")[:1]),
        )
        .order_by("-count", "failed_formula")
    )
    formulas = RewardFormula.objects.select_related("program", "active_revision").in_bulk(
        [row["failed_formula"] for row in rows if row["failed_formula"] is not None]
    )
    return [FailedByFormula(formula=formulas.get(row.pop("failed_formula")), **row) for row in rows]
