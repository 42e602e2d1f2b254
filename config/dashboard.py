"""The staff's home page: the sections of all apps, in this order."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any, cast

from django.core.cache import caches
from django.http import HttpRequest
from django.utils import timezone

from activities.console import dashboard as activities
from config.first_steps import first_steps
from foundation.messaging.admin import dashboard as messaging
from foundation.messaging.admin.processes import processes
from foundation.messaging.outbox.holding import is_holding
from foundation.staff.dashboard import DANGER, WARNING, Cell, Figure, Section, Table, span
from foundation.staff.links import may_see
from foundation.staff.live_charts import BLUE, LiveChart, Series
from recognition.console import dashboard as recognition
from rewards.console import dashboard as rewards
from tagging.board import dashboard as tagging

SOURCES: Sequence[Callable[[datetime], Section]] = (
    recognition.photos,
    recognition.failures,
    recognition.providers,
    processes,
    messaging.messages,
    tagging.tasks,
    activities.activities,
    rewards.budgets,
    rewards.formulas,
    recognition.jobs,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class HomePageFigures:
    """All sections, and when they were counted."""

    on: datetime
    sections: Sequence[Section]


def dashboard(request: HttpRequest, context: dict[str, Any]) -> dict[str, Any]:
    """Add the figures that this user may see to the home page's context."""
    counted = cast(HomePageFigures, caches["figures"].get_or_set("counted", _count))
    sections = [part for each in counted.sections for part in _seen_by(request, each)]
    figures = [figure for section in sections for figure in section.figures]
    return {
        **context,
        "title": "Overview",
        "counted_on": counted.on,
        "sections": [*sections, *_queues(figures)],
        "alarms": [figure for figure in figures if figure.tone == DANGER],
        "warnings": [figure for figure in figures if figure.tone == WARNING],
        "first_steps": first_steps(request),
        "is_holding": is_holding(),
    }


def _count() -> HomePageFigures:
    now = timezone.now()
    return HomePageFigures(on=now, sections=[source(now) for source in SOURCES])


def _seen_by(request: HttpRequest, section: Section) -> Iterator[Section]:
    """Yield the section with what the user may see, if there is anything."""
    figures = [each for each in section.figures if may_see(request, each.model)]
    table = _table_seen_by(request, section.table)
    charts = [chart for chart in section.charts if may_see(request, chart.model)]
    if figures or table or charts:
        yield replace(section, figures=figures, table=table, charts=charts)


def _table_seen_by(request: HttpRequest, table: Table | None) -> Table | None:
    if table is None or not may_see(request, table.model):
        return None
    rows = [
        [
            cell if not cell.needs or request.user.has_perm(cell.needs) else Cell(text="")
            for cell in row
        ]
        for row in table.rows
    ]
    return replace(table, rows=rows)


def _queues(figures: Sequence[Figure]) -> Iterator[Section]:
    """Yield the chart of how long the oldest of each queue has been waiting, if any waits."""
    queues = sorted(
        ((each, each.waits) for each in figures if each.waits is not None),
        key=lambda queue: -queue[1],
    )
    if queues:
        minutes = [round(waits.total_seconds() / 60, 1) for _, waits in queues]
        chart = LiveChart(
            title="Age of each queue",
            said="How many minutes the oldest of each queue has been waiting.",
            axis="minutes",
            model=queues[0][0].model,
            labels=[f"{each.title}: {span(waits)}" for each, waits in queues],
            series=[Series(name="Minutes", colour=BLUE, values=minutes)],
            is_flat=True,
        )
        yield Section(title="Queues", charts=[chart])
