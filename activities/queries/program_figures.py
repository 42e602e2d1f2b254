"""What a program's page shows: points by day and formula, failed rewards, participants.

Each query reads an index over the days that are shown, or at most so many rows: the whole table of
activities or operations is never read.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from decimal import Decimal
from uuid import UUID
from zoneinfo import ZoneInfo

from django.db.models import Count, Q, Sum
from django.db.models.functions import TruncDate

from activities.models import Activity
from programs.models import MarketingProgram, Participant
from rewards.models import RewardFormula

DAYS = 14
MOST = 10_000

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
