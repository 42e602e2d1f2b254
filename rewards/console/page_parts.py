"""Rewards on the staff's first page and on a program's: budgets, requests, a calendar."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from django.contrib import admin
from django.db.models import Model, QuerySet
from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.safestring import SafeString

from foundation.records.texts import amount
from foundation.staff.actions import computed_once
from foundation.staff.dashboard import DANGER, WARNING, Figure, Mark, percent
from foundation.staff.display import address_of_page, labelled, wrapping_link
from programs.programs.models import MarketingProgram
from rewards.approvals.models import Approval
from rewards.corrections.models import WAITING, RewardCorrection
from rewards.formulas.models import FormulaActivation, RewardFormula
from rewards.limits.budgets import list_reached_budgets
from rewards.limits.counters import Counted

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


TEMPLATE = "admin/rewards/calendar.html"
BEFORE, AFTER = timedelta(days=30), timedelta(days=60)
EVERY = timedelta(days=15)
MOST_ROWS = 100
STATES = {"success": ("Active",), "info": ("Requested",), "warning": ("Ended",)}


@dataclass(frozen=True, slots=True, kw_only=True)
class CalendarRow:
    """A formula: when it is valid, in words and as a bar in percent of the calendar's width."""

    name: str
    state: SafeString
    is_active: bool
    words: str
    x: str
    width: str


@admin.display(description="When formulas are valid")
@computed_once
def formulas_calendar(program: MarketingProgram) -> str:
    """Return the calendar: a month back and two ahead, a row for each formula."""
    now = timezone.now()
    rows = list_rows(program.pk, now)
    if not rows:
        return "There is no formula."
    since = now - BEFORE
    moments = [since + step * EVERY for step in range(1, (BEFORE + AFTER) // EVERY)]
    marks = [Mark(place=percent(_place(each, now)), text=f"{each:%d %b}") for each in moments]
    context = {"rows": rows, "marks": marks, "today": percent(_place(now, now))}
    return render_to_string(TEMPLATE, context)


def list_rows(program_id: UUID, now: datetime) -> Sequence[CalendarRow]:
    """Return the rows of the calendar, in the order in which formulas are tried."""
    formulas = RewardFormula.objects.filter(program=program_id).select_related("active_revision")
    ordered = list(formulas.order_by("activity_type", "position")[:MOST_ROWS])
    waiting = FormulaActivation.objects.waiting().filter(formula__in=ordered)
    requested = set(waiting.values_list("formula", flat=True))
    return [_row(each, now, requested=each.pk in requested) for each in ordered]


def _row(formula: RewardFormula, now: datetime, *, requested: bool) -> CalendarRow:
    start = _place(formula.valid_from, now) if formula.valid_from else 0.0
    end = _place(formula.valid_until, now) if formula.valid_until else 100.0
    return CalendarRow(
        name=wrapping_link(address_of_page(RewardFormula, formula.pk), formula.name),
        state=labelled(_state(formula, now, requested=requested), STATES),
        is_active=formula.is_active,
        words=f"{formula.get_activity_type_display()}: {_words(formula)}",
        x=percent(start),
        width=percent(end - start),
    )


def _state(formula: RewardFormula, now: datetime, *, requested: bool) -> str:
    if requested:
        return "Requested"
    if not formula.is_active:
        return "Draft"
    return "Ended" if formula.valid_until and formula.valid_until <= now else "Active"


def _words(formula: RewardFormula) -> str:
    since, until = formula.valid_from, formula.valid_until
    if since is None and until is None:
        return "always"
    bounds = {"from": since, "until": until}
    return " ".join(f"{word} {on:%Y-%m-%d %H:%M} UTC" for word, on in bounds.items() if on)


def _place(moment: datetime, now: datetime) -> float:
    """Return a moment's place in percent of the calendar; what is outside is at its edge."""
    share = (moment - (now - BEFORE)) / (BEFORE + AFTER)
    return 100 * min(max(share, 0.0), 1.0)
