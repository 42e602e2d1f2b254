"""Rewards on the staff's first page: budgets of which most is used, and requests that wait."""

from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import Any

from django.db.models import Model, QuerySet

from foundation.records.texts import amount
from foundation.staff.dashboard import DANGER, WARNING, Figure
from foundation.staff.html import address_of_page
from programs.models import MarketingProgram
from rewards.approvals.models import Approval
from rewards.corrections.models import WAITING, RewardCorrection
from rewards.formulas.models import FormulaActivation, RewardFormula
from rewards.limits.counters import Counted, list_reached_budgets

MOST = 10_000


def needs(now: datetime) -> Iterator[Figure]:
    """Yield the budgets that are used up, or nearly so, and what waits for its approval."""
    reached = list_reached_budgets(now)
    yield from _budgets("Budgets used up", DANGER, [each for each in reached if not _left(each)])
    yield from _budgets("Budgets at 80 %", WARNING, [each for each in reached if _left(each)])
    asked = FormulaActivation.objects.waiting()
    yield from _waiting(
        RewardFormula, "Activations requested", "rewards.activate", asked, stage="requested"
    )
    corrections = RewardCorrection.objects.filter(**WAITING)
    yield from _waiting(
        RewardCorrection, "Corrections requested", "rewards.adjust", corrections, **WAITING
    )
    others = Approval.objects.waiting()
    yield from _waiting(
        Approval, "Approvals requested", "rewards.adjust", others, state="Requested"
    )


def _budgets(title: str, tone: str, reached: Sequence[Counted]) -> Iterator[Figure]:
    if reached:
        said = [
            f"{limit.program.name}: {limit}, {_left((limit, counter)):,} left"
            for limit, counter in reached[:3]
        ]
        page = address_of_page(MarketingProgram, reached[0][0].program_id)
        found = Figure.of(MarketingProgram, title, f"{len(reached):,}", "; ".join(said))
        yield found.for_staff(tone, "Raise the limit", "rewards.edit", page)


def _left(reached: Counted) -> Any:
    limit, counter = reached
    return counter.left_of(limit.most)


def _waiting(
    model: type[Model], title: str, needed: str, records: QuerySet[Any], **filters: Any
) -> Iterator[Figure]:
    if count := records[: MOST + 1].count():
        found = Figure.of(model, title, amount(count, MOST), **filters)
        yield found.for_staff(WARNING, "Approve or reject…", needed)
