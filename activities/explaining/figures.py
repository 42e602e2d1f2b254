"""What happened today in each program, and what failed."""

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, fields
from datetime import date, datetime, timedelta
from decimal import Decimal
from typing import Any
from uuid import UUID
from zoneinfo import ZoneInfo

from django.db.models import Count, Exists, Max, Min, OuterRef, Q, QuerySet, Subquery, Sum
from django.db.models.functions import TruncDate
from prometheus_client.core import GaugeMetricFamily

from activities.explaining.progress import STEPS
from activities.records.changes import REFILL_BALANCE
from activities.records.models import (
    Activity,
    ActivityChange,
    ActivityState,
    ClaimState,
    RewardClaim,
)
from foundation.messaging.models import WAITING, DestinationKind, OutboxMessage
from foundation.records.gauges import gauge
from programs.participants.models import Participant
from programs.programs.models import MarketingProgram
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
        return ["Created", "Counted for a task", "No task", "Credited", "Waiting"]

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


# What Prometheus reads about activities.


def failures(now: datetime) -> list[GaugeMetricFamily]:
    """Return what staff may have to act on; counts are bounded."""
    counts = gauge("activities_failing", "Activities that need staff.", "what")
    found = asdict(get_failures(now)) | {"open_claims": asdict(get_open_claims(now))}
    for name, failing in found.items():
        counts.add_metric([name], failing["count"])
    return [counts]


# What a program's page shows: points by day and formula, failed rewards, participants.
#
# Each query reads an index over the days that are shown, or at most so many rows: the whole table
# of activities or operations is never read.


DAYS = 14


FormulaKey = UUID | None  # None: rewards and failures of before the formula was stored


@dataclass(frozen=True, slots=True, kw_only=True)
class Given:
    """The points of a formula on a day, and for how many activities."""

    points: Decimal
    activities: int


@dataclass(frozen=True, slots=True, kw_only=True)
class PointsByDay:
    """The points of the last days, today included, by day and formula.

    - `since`: when the first day begins in the program's time zone.
    - `formulas`: the names of those that gave any, the one with most points first.
    """

    zone: ZoneInfo
    days: Sequence[date]
    formulas: Mapping[FormulaKey, str]
    given: Mapping[tuple[date, FormulaKey], Given]

    def span_of(self, day: date) -> tuple[datetime, datetime]:
        """Return when a day begins, and the next one."""
        return _midnight(day, self.zone), _midnight(day + timedelta(days=1), self.zone)


@dataclass(frozen=True, slots=True, kw_only=True)
class FailedReason:
    """Why rewards of a program failed, by which formula, and for how many of the newest `MOST`."""

    formula: RewardFormula | None
    reason: str
    count: int
    newest_on: datetime


def get_points_by_day(program: MarketingProgram, now: datetime) -> PointsByDay:
    """Return the points of the last `DAYS` days, by the days on which activities came.

    An index has program, moment, reward and formula, so the cost depends on these days only.
    """
    zone = ZoneInfo(program.time_zone)
    today = now.astimezone(zone).date()
    days = [today - timedelta(days=before) for before in range(DAYS - 1, -1, -1)]
    rows = (
        Activity.objects.filter(
            marketing_program=program.pk,
            created_on__gte=_midnight(days[0], zone),
            reward__isnull=False,
        )
        .order_by()
        .values("reward_formula", day=TruncDate("created_on", tzinfo=zone))
        .annotate(points=Sum("reward"), activities=Count("*"))
    )
    given = {
        (row["day"], row["reward_formula"]): Given(
            points=row["points"], activities=row["activities"]
        )
        for row in rows
    }
    return PointsByDay(zone=zone, days=days, formulas=_names(given), given=given)


def list_failed_reasons(program_id: UUID) -> Sequence[FailedReason]:
    """Return why rewards of a program failed, the most frequent reason first.

    A partial index has what failed, so the cost depends on that only; the newest `MOST` count.
    """
    failed = Activity.objects.filter(~Q(reward_failure=""), marketing_program=program_id)
    rows = failed.order_by("-created_on").values_list(
        "failed_formula", "reward_failure", "created_on"
    )
    counted, newest = Counter[tuple[FormulaKey, str]](), dict[tuple[FormulaKey, str], datetime]()
    for formula_id, reason, created_on in rows[:MOST]:
        counted[formula_id, reason] += 1
        newest.setdefault((formula_id, reason), created_on)
    formulas = RewardFormula.objects.in_bulk([key for key, _ in counted if key is not None])
    return [
        FailedReason(
            formula=formulas.get(key) if key else None,
            reason=reason,
            count=count,
            newest_on=newest[key, reason],
        )
        for (key, reason), count in counted.most_common()
    ]


def count_participants(program_id: UUID) -> int:
    """Return how many participants a program has, of at most `MOST` + 1."""
    return Participant.objects.filter(program=program_id).order_by()[: MOST + 1].count()


def _names(given: Mapping[tuple[date, FormulaKey], Given]) -> Mapping[FormulaKey, str]:
    points = Counter[FormulaKey]()
    for (_, key), each in given.items():
        points[key] += int(each.points)
    known = RewardFormula.objects.in_bulk([key for key in points if key is not None])
    ordered = [key for key, _ in points.most_common()]
    return {key: known[key].name if key in known else "unknown" for key in ordered}


def _midnight(day: date, zone: ZoneInfo) -> datetime:
    return datetime(day.year, day.month, day.day, tzinfo=zone)
