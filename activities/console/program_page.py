"""A program's page: points by day and formula, budgets, failures, formulas, participants."""

from collections.abc import Sequence
from datetime import date
from typing import Any
from urllib.parse import urlencode

from django.contrib import admin
from django.http import HttpRequest
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone
from django.utils.html import format_html, format_html_join

from activities.explaining.figures import (
    MOST,
    FormulaKey,
    PointsByDay,
    count_participants,
    get_points_by_day,
    list_failed_reasons,
)
from activities.records.models import Activity
from foundation.records.texts import amount
from foundation.staff.actions import computed_once
from foundation.staff.dashboard import draw_bars
from foundation.staff.display import address_of_list, link, link_to, may_see, table, wrapping_link
from foundation.staff.page_parts import PagePart, reader_of
from programs.participants.models import Participant
from programs.programs.models import Exercise, MarketingProgram
from rewards.console.page_parts import formulas_calendar
from rewards.limits.budgets import budget_use
from rewards.limits.periods import EVER
from rewards.models import LimitScope, RewardFormula, RewardLimit

POINTS = "admin/activities/points.html"
MOST_FORMULAS = 7  # with a colour of their own; the others have one together
OTHERS = 7
MOST_ROWS = 20
NO_BUDGET = "There is no budget."
PAY_CUTS = "Pay what limits had cut…"
STEPS = (1, 2, 5, 10)


@admin.display(description="Points by day and formula")
@computed_once
def program_points(program: MarketingProgram) -> str:
    """Return the points of the last days as a chart and a table; each figure leads to its rows."""
    points = get_points_by_day(program, timezone.now())
    if not points.given:
        return f"No rewards in the last {len(points.days)} days."
    context = {
        "chart": draw_bars(
            [_bar(points, day) for day in points.days],
            [f"{day:%d %b}" for day in points.days],
            lambda level: f"{level:,.0f}",
            STEPS,
            least=5,
            names=_series(points),
        ),
        "table": _points_table(program, points),
        "zone": program.time_zone,
    }
    return render_to_string(POINTS, context)


def _bar(points: PointsByDay, day: date) -> list[tuple[int, str, float]]:
    parts, others = [], 0.0
    for place, (key, name) in enumerate(points.formulas.items()):
        if given := points.given.get((day, key)):
            value = float(given.points)
            if place < MOST_FORMULAS:
                parts.append((place, f"{name}, {day:%d %b}: {value:,.0f}", value))
            else:
                others += value
    return [*parts, (OTHERS, f"others, {day:%d %b}: {others:,.0f}", others)] if others else parts


def _series(points: PointsByDay) -> list[str]:
    names = list(points.formulas.values())
    return [*names[:MOST_FORMULAS], "others"] if len(names) > MOST_FORMULAS else names


def _points_table(program: MarketingProgram, points: PointsByDay) -> str:
    shown = dict(list(points.formulas.items())[:MOST_FORMULAS])
    reader = reader_of(program)
    headers = [
        "Day",
        "All",
        *(name if key is None else link_to(RewardFormula, key, name, reader)
          for key, name in shown.items()),
    ]  # fmt: skip
    rows = [
        [
            f"{day:%Y-%m-%d}",
            _all_of(program, points, day),
            *(_cell(program, points, day, key) for key in shown),
        ]
        for day in reversed(points.days)
    ]
    return _whole(headers, rows)


def _whole(headers: Sequence[str], rows: Sequence[Sequence[object]]) -> str:
    """Return a table that scrolls on a phone: its figures do not break."""
    return format_html('<div class="fl-whole">{}</div>', table(headers, rows))


def _all_of(program: MarketingProgram, points: PointsByDay, day: date) -> str:
    of_day = [each for (on, _), each in points.given.items() if on == day]
    if not of_day:
        return ""
    total = sum(each.points for each in of_day)
    address = _address(program, points, day)
    return _figure(address, total, sum(each.activities for each in of_day))


def _cell(program: MarketingProgram, points: PointsByDay, day: date, key: FormulaKey) -> str:
    given = points.given.get((day, key))
    if given is None:
        return ""
    of_formula = {} if key is None else {"reward_formula": key}
    return _figure(_address(program, points, day, **of_formula), given.points, given.activities)


def _figure(address: str, points: Any, activities: int) -> str:
    shown = link(address, f"{points:,.0f}")
    return format_html('{}<div class="text-xs whitespace-nowrap">of {}</div>', shown, activities)


def _address(program: MarketingProgram, points: PointsByDay, day: date, **filters: Any) -> str:
    since, before = points.span_of(day)
    return address_of_list(
        Activity,
        marketing_program__id__exact=program.pk,
        reward="set",
        created_on__gte=since.isoformat(),
        created_on__lt=before.isoformat(),
        **filters,
    )


@admin.display(description="Budgets left")
@computed_once
def program_budgets(program: MarketingProgram) -> str:
    """Return what is used and left of each budget, in its period of now."""
    limits = RewardLimit.objects.filter(program=program.pk, scope=LimitScope.ALL)
    reader = reader_of(program)
    rows = [
        _budget(each, reader)
        for each in limits.select_related("program").order_by("created_on", "pk")
    ]
    shown = _whole(["Budget", "Left", "Used", "Since (UTC)"], rows) if rows else NO_BUDGET
    return format_html("{}{}", shown, _paying_cuts(program, reader))


def _paying_cuts(program: MarketingProgram, reader: HttpRequest | None) -> str:
    """Return the link to the form that pays what limits had cut, for those who may adjust."""
    if reader is None or not reader.user.has_perm("rewards.adjust"):
        return ""
    exercise = Exercise.objects.filter(program=program.pk).order_by("name", "pk").first()
    asked = {"program": program.pk, "since": f"{program.created_on:%Y-%m-%d}", "pays_cuts": "on"}
    asked |= {"activity_type": exercise.activity_type} if exercise else {}
    address = f"{reverse('admin:rewards_rewardcorrection_new')}?{urlencode(asked)}"
    return format_html("<p>{}</p>", wrapping_link(address, PAY_CUTS))


def _budget(limit: RewardLimit, reader: HttpRequest | None) -> list[object]:
    use = budget_use(limit, timezone.now())
    assert use  # noqa: S101 (for the type checker; a budget has one)
    filters = {"marketing_program__id__exact": limit.program_id, "reward": "set"}
    since = ""
    if use.since != EVER:
        filters["created_on__gte"] = use.since.isoformat()
        since = f"{use.since:%Y-%m-%d %H:%M}"
    if limit.activity_type:
        filters["type"] = limit.activity_type
    used = f"{use.used:,}"
    if reader is None or may_see(reader, Activity):
        used = wrapping_link(address_of_list(Activity, **filters), used)
    percent = 100 * use.used // limit.most  # rounded down: 100 is all of it
    return [str(limit), f"{use.left:,}", format_html("{} ({} %)", used, f"{percent:f}"), since]


@admin.display(description="Failed rewards by reason")
@computed_once
def program_failures(program: MarketingProgram) -> str:
    """Return why rewards failed, by which formula; each count leads to the activities."""
    reader, rows = reader_of(program), []
    for each in list_failed_reasons(program.pk)[:MOST_ROWS]:
        filters = {"marketing_program__id__exact": program.pk, "reward": "failed"}
        address = address_of_list(Activity, **filters, failure=each.reason)
        formula = each.formula
        by = link_to(RewardFormula, formula.pk, formula.name, reader) if formula else "unknown"
        newest = f"{each.newest_on:%Y-%m-%d %H:%M}"
        rows.append([each.reason, by, link(address, f"{each.count:,}"), newest])
    headers = ["Reason", "Formula", "Activities", "The newest (UTC)"]
    return _whole(headers, rows) if rows else "No reward failed."


@admin.display(description="Participants and exercises")
@computed_once
def program_people(program: MarketingProgram) -> str:
    """Return how many participants there are, and the exercises with their types."""
    of_program = {"program__id__exact": program.pk}
    count = amount(count_participants(program.pk), MOST)
    participants = wrapping_link(address_of_list(Participant, **of_program), count)
    blocked = wrapping_link(address_of_list(Participant, **of_program, state="Blocked"), "blocked")
    exercises = Exercise.objects.filter(program=program.pk).order_by("name", "pk")[:MOST_ROWS]
    reader = reader_of(program)
    listed = format_html_join(
        "",
        "<li>{}, {}</li>",
        (
            (link_to(Exercise, each.pk, each.name, reader), each.get_activity_type_display())
            for each in exercises
        ),
    )
    every = wrapping_link(address_of_list(Exercise, **of_program), "All exercises")
    return format_html(
        '<p>Participants: {} ({})</p><ul class="list-disc pl-5">{}</ul><p>{}</p>',
        participants,
        blocked,
        listed,
        every,
    )


PARTS = (
    PagePart(page=MarketingProgram, title="Points", model=Activity, show=program_points),
    PagePart(page=MarketingProgram, title="Budgets", model=MarketingProgram, show=program_budgets),
    PagePart(page=MarketingProgram, title="Failures", model=Activity, show=program_failures),
    PagePart(page=MarketingProgram, title="Formulas", model=RewardFormula, show=formulas_calendar),
    PagePart(page=MarketingProgram, title="Participants", model=Participant, show=program_people),
)
