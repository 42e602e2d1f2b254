"""Rewards on the staff's first page: budgets of which most is used, and requests that wait."""

from datetime import datetime
from typing import Any

from django.db.models import Model, QuerySet

from foundation.records.plain_words import amount
from foundation.staff.dashboard import DANGER, WARNING, Cell, Figure, Section, Table
from foundation.staff.links import address_of_page
from programs.models import MarketingProgram
from rewards.approvals.models import Approval
from rewards.corrections.models import WAITING, RewardCorrection
from rewards.formulas.models import FormulaActivation, RewardFormula
from rewards.limits.counters import Counted, list_reached_budgets

MOST = 10_000
HEADERS = ("Program", "Budget", "Used", "Left")


def budgets(now: datetime) -> Section:
    """Return how many budgets are used up, or nearly so, in their current periods."""
    reached = list_reached_budgets(now)
    used_up = sum(not counter.left_of(limit.most) for limit, counter in reached)
    nearly = len(reached) - used_up
    table = Table(model=MarketingProgram, headers=HEADERS, rows=list(map(_row, reached)))
    return Section(
        title="Budgets",
        figures=[
            _figure("Budgets used up", used_up, DANGER),
            _figure("Budgets at 80 %", nearly, WARNING),
        ],
        table=table if reached else None,
    )


def formulas(_: datetime) -> Section:
    """Return how many activations, corrections and other orders wait for their approval."""
    asked = FormulaActivation.objects.waiting()
    corrections = RewardCorrection.objects.filter(**WAITING)
    figures = [
        _waiting(RewardFormula, "Activations requested", asked, stage="requested"),
        _waiting(RewardCorrection, "Corrections requested", corrections, **WAITING),
        _waiting(Approval, "Approvals requested", Approval.objects.waiting(), state="Requested"),
    ]
    return Section(title="Formulas", figures=figures)


def _waiting(model: type[Model], title: str, records: QuerySet[Any], **filters: Any) -> Figure:
    count = records[: MOST + 1].count()
    tone = WARNING if count else ""
    return Figure.of(model, title, amount(count, MOST), tone=tone, **filters)


def _figure(title: str, count: int, tone: str) -> Figure:
    return Figure.of(MarketingProgram, title, f"{count:,}", tone=tone if count else "")


def _row(reached: Counted) -> list[Cell]:
    limit, counter = reached
    address = address_of_page(MarketingProgram, limit.program_id)
    return [
        Cell(text=limit.program.name, link=address),
        Cell(text=str(limit)),
        Cell(text=f"{counter.used:,}"),
        Cell(text=f"{counter.left_of(limit.most):,}"),
    ]
