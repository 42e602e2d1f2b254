"""What activities would take from budgets by the live formulas and by a draft, period by period.

Other activity types than the formula's, which a dry run does not calculate, take nothing here.
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from datetime import datetime
from decimal import Decimal
from typing import Any

from rewards.models import LimitScope, LimitUnit, RewardFormula, RewardLimit
from rewards.outcomes import Outcome

Frozen = list[dict[str, Any]]


def freeze_budgets(formula: RewardFormula) -> Frozen:
    """Return the budgets that hold for a formula's activities, as JSON."""
    budgets = RewardLimit.objects.filter(
        program=formula.program_id,
        scope=LimitScope.ALL,
        activity_type__in=("", formula.activity_type),
    ).select_related("program")
    return [
        {
            "limit_id": str(each.pk),
            "budget": str(each),
            "period": each.period,
            "unit": each.unit,
            "most": int(each.most),
            "zone": each.program.time_zone,
        }
        for each in budgets.order_by("created_on", "pk")
    ]


class BudgetTally:
    """Sums of budgets by the beginnings of their periods, read from JSON and written to it."""

    def __init__(self, budgets: Sequence[Mapping[str, Any]], stored: Mapping[str, Any]) -> None:
        self._budgets = [(each, RewardLimit(period=each["period"])) for each in budgets]
        self._sums: dict[str, defaultdict[str, list[int]]] = {
            each["limit_id"]: defaultdict(lambda: [0, 0]) for each in budgets
        }
        for each in stored.get("budgets", ()):
            for period in each["periods"]:
                sums = self._sums[each["limit_id"]][period["since"]]
                sums[:] = [period["live"], period["draft"]]

    def add(self, on: datetime, live: Outcome, draft: Outcome) -> None:
        """Add what an activity that was created then takes by either side."""
        for budget, limit in self._budgets:
            since, _ = limit.span_at(on, budget["zone"])
            sums = self._sums[budget["limit_id"]][since.isoformat()]
            for side, outcome in enumerate((live, draft)):
                sums[side] += _taken(outcome.reward or Decimal(0), budget["unit"])

    def results(self) -> list[dict[str, Any]]:
        """Return as JSON the periods of each budget, and in how many it is exceeded."""
        return [
            {
                **{name: budget[name] for name in ("limit_id", "budget", "most")},
                **_of_periods(self._sums[budget["limit_id"]], budget["most"]),
            }
            for budget, _ in self._budgets
        ]


def _taken(reward: Decimal, unit: str) -> int:
    return int(reward) if unit == LimitUnit.POINTS else int(reward > 0)


def _of_periods(sums: Mapping[str, Sequence[int]], most: int) -> dict[str, Any]:
    return {
        "exceeded_live": sum(live > most for live, _ in sums.values()),
        "exceeded_draft": sum(draft > most for _, draft in sums.values()),
        "periods": [
            {"since": since, "live": live, "draft": draft}
            for since, (live, draft) in sorted(sums.items())
        ],
    }
