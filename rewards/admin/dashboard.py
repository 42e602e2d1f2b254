"""Rewards on the staff's first page: budgets of which most is used, and requests that wait."""

from datetime import datetime

from programs.models import MarketingProgram
from records.plain_words import amount
from rewards.counters import Counted, list_reached_budgets
from rewards.models import FormulaActivation, RewardFormula
from staff.dashboard import DANGER, WARNING, Cell, Figure, Section, Table
from staff.links import address_of_page

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
    """Return how many activations of formulas wait for their approval."""
    waiting = FormulaActivation.objects.waiting()[: MOST + 1].count()
    title, tone = "Activations requested", WARNING if waiting else ""
    figure = Figure.of(RewardFormula, title, amount(waiting, MOST), tone=tone, stage="requested")
    return Section(title="Formulas", figures=[figure])


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
