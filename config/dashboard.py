"""The staff's home page: what needs this person, the flow of the work, and the charts."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from itertools import chain
from typing import Any, cast

from django.core.cache import caches
from django.http import HttpRequest
from django.utils import timezone

from activities.console import page_parts as activities
from config.first_steps import first_steps
from foundation.messaging.admin import dashboard as messaging
from foundation.messaging.admin.dashboard import processes
from foundation.messaging.outbox.holding import is_holding
from foundation.messaging.queries import get_backlog
from foundation.staff.dashboard import DANGER, Figure, Lane, LiveChart, Table
from foundation.staff.display import may_see
from recognition.console import dashboard as recognition
from recognition.photos.backlog import get_photo_standing
from rewards.console import page_parts as rewards
from tagging.board import page as tagging
from tagging.board.queries import list_albums_waiting

MOST_NEEDS = 12  # that are shown at once


@dataclass(frozen=True, slots=True, kw_only=True)
class HomePage:
    """What was counted for all staff, and when."""

    on: datetime
    needs: Sequence[Figure]
    lanes: Sequence[Lane]
    tables: Sequence[Table]
    charts: Sequence[LiveChart]


def dashboard(request: HttpRequest, context: dict[str, Any]) -> dict[str, Any]:
    """Add what this user may see, and what needs this user, to the home page's context."""
    home = cast(HomePage, caches["figures"].get_or_set("counted", _count))
    needs = sorted(_needing(request, home.needs), key=lambda each: each.tone != DANGER)
    shown = needs if "all" in request.GET else needs[:MOST_NEEDS]
    return {
        **context,
        "title": "Overview",
        "counted_on": home.on,
        "needs": shown,
        "more_needs": len(needs) - len(shown),
        "lanes": list(_seen_lanes(request, home.lanes)),
        "tables": [each for each in home.tables if each.rows and may_see(request, each.model)],
        "charts": [each for each in home.charts if may_see(request, each.model)],
        "first_steps": first_steps(request),
        "is_holding": is_holding(),
    }


def _count() -> HomePage:
    now = timezone.now()
    photos, backlog, tasks = get_photo_standing(now), get_backlog(now), list_albums_waiting(now)
    today = activities.figures_of_today(now)
    under_way = chain(
        messaging.last_event(now),
        recognition.stages(photos, now),
        tagging.stages(tasks, now),
        messaging.deliveries(backlog),
    )
    return HomePage(
        on=now,
        needs=[
            *processes(),
            *recognition.needs(now),
            *messaging.needs(backlog, now),
            *tagging.needs(tasks, now),
            *activities.needs(now),
            *rewards.needs(now),
        ],
        lanes=[
            Lane(title="Photos", stages=list(under_way)),
            Lane(title="Activities", stages=list(activities.stages(today))),
        ],
        tables=[
            recognition.albums(photos, now),
            tagging.who_works(now),
            activities.programs(today),
        ],
        charts=list(recognition.charts(now)),
    )


def _needing(request: HttpRequest, needs: Sequence[Figure]) -> Iterator[Figure]:
    """Yield what this user sees and may do something about."""
    for each in needs:
        is_theirs = not (each.todo and each.todo.needs) or request.user.has_perm(each.todo.needs)
        if may_see(request, each.model) and is_theirs:
            yield each


def _seen_lanes(request: HttpRequest, lanes: Sequence[Lane]) -> Iterator[Lane]:
    for lane in lanes:
        if stages := [each for each in lane.stages if may_see(request, each.model)]:
            yield replace(lane, stages=stages)
