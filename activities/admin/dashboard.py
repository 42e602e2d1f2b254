"""Activities on the staff's first page: what failed, and what happened today in each program."""

from datetime import datetime

from django.db.models import Model

from activities.models import Activity, ClaimState, RewardClaim
from activities.queries.figures import (
    MOST,
    Failing,
    Figures,
    get_failures,
    get_figures_of_today,
    get_open_claims,
)
from foundation.records.plain_words import amount
from foundation.staff.dashboard import DANGER, WARNING, Cell, Figure, Section, Table, span
from foundation.staff.links import address_of_list, address_of_page
from programs.models import MarketingProgram

MOST_PROGRAMS = 20


def activities(now: datetime) -> Section:
    """Return what failed, and the figures of the programs with most activities today."""
    failures = get_failures(now)
    return Section(
        title="Activities",
        figures=[
            _figure("Failing steps", failures.failing_steps, WARNING, steps="failing"),
            _figure("Steps given up", failures.steps_given_up, DANGER, steps="given-up"),
            _figure("Rewards failed", failures.rewards_failed, DANGER, reward="failed"),
            _figure("Refused refills", failures.refused_refills, DANGER, steps="refused-refills"),
            _claims(now),
        ],
        table=_programs(now),
    )


def _claims(now: datetime) -> Figure:
    claims: Failing = get_open_claims(now)
    return Figure.of(
        RewardClaim,
        "Claims to review",
        amount(claims.count, MOST),
        note=f"the oldest {span(claims.age)} ago" if claims.count else "",
        tone=WARNING if claims.count else "",
        state__exact=ClaimState.OPEN,
    )


def _figure(title: str, failing: Failing, tone: str, **filters: str) -> Figure:
    model: type[Model] = Activity
    return Figure(
        title=title,
        value=amount(failing.count, MOST),
        note=f"the oldest {span(failing.age)} ago" if failing.count else "",
        model=model,
        link=address_of_list(model, **filters),
        tone=tone if failing.count else "",
    )


def _programs(now: datetime) -> Table:
    """Return today's figures of the programs, those with most activities first."""
    figures = get_figures_of_today(now)
    busiest = sorted(figures, key=lambda pk: (-figures[pk].created, -figures[pk].waiting, str(pk)))
    programs = MarketingProgram.objects.in_bulk(busiest[:MOST_PROGRAMS])
    rows = [
        [
            Cell(text=programs[pk].name, link=address_of_page(MarketingProgram, pk)),
            *(Cell(text=text) for text in figures[pk].texts()),
        ]
        for pk in busiest[:MOST_PROGRAMS]
        if pk in programs
    ]
    return Table(
        model=MarketingProgram,
        headers=["Program, since midnight (UTC)", *Figures.titles()],
        rows=rows,
    )
