"""The staff's home page: the sections of all apps, in this order."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any, cast

from django.contrib import admin
from django.core.cache import caches
from django.db.models import Model
from django.http import HttpRequest
from django.utils import timezone

from activities.admin import dashboard as activities
from messaging.admin import dashboard as messaging
from recognition.admin import dashboard as recognition
from staff.dashboard import DANGER, WARNING, Section
from tagging.admin import dashboard as tagging

SOURCES: Sequence[Callable[[datetime], Section]] = (
    recognition.photos,
    recognition.providers,
    messaging.messages,
    tagging.tasks,
    activities.activities,
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
        "sections": sections,
        "alarms": [figure for figure in figures if figure.tone == DANGER],
        "warnings": [figure for figure in figures if figure.tone == WARNING],
    }


def _count() -> HomePageFigures:
    now = timezone.now()
    return HomePageFigures(on=now, sections=[source(now) for source in SOURCES])


def _seen_by(request: HttpRequest, section: Section) -> Iterator[Section]:
    """Yield the section with what the user may see, if there is anything."""
    figures = [each for each in section.figures if _may_see(request, each.model)]
    table = section.table if section.table and _may_see(request, section.table.model) else None
    if figures or table:
        yield replace(section, figures=figures, table=table)


def _may_see(request: HttpRequest, model: type[Model]) -> bool:
    return bool(admin.site.get_model_admin(model).has_view_permission(request))
