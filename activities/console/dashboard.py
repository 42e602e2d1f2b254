"""Activities on the staff's first page: what failed, and what happened today in each program."""

from collections.abc import Collection
from datetime import datetime
from typing import Any

from django.db.models import Model, Q

from activities.explaining.figures import (
    MOST,
    Failing,
    Figures,
    get_failures,
    get_figures_of_today,
    get_open_claims,
)
from activities.records.models import Activity, ActivityState, ClaimState, RewardClaim
from foundation.records.plain_words import amount
from foundation.staff.confirming import Effect
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


# What a change of a program's settings does to its activities and claims, counted before it.


TO_NEW = Effect(
    Q(),
    "activity",
    "was left to task managers and has no task yet: it stays with them, unless replayed here",
    "were left to task managers and have no task yet: they stay with them, unless replayed here",
)
TO_OLD = Effect(
    Q(),
    "activity",
    "waits for its task: it is left to task managers",
    "wait for their tasks: they are left to task managers",
)
UNREWARDED = Effect(
    Q(),
    "activity",
    "of these has no reward yet, and gets none by itself",
    "of these have no reward yet, and get none by themselves",
)
CLAIMS = Effect(
    Q(),
    "claim",
    "is open: it stays for staff. Only later rejections follow the change",
    "are open: they stay for staff. Only later rejections follow the change",
)


def effects_on_activities(
    program: MarketingProgram, changed: Collection[str], _: Collection[str]
) -> list[str]:
    """Return what changed settings of a program do to what it has, a sentence each.

    Its dates are for activities that come later: none that is there is refused.
    """
    facts: list[str] = []
    if "is_new_scheme" in changed:
        facts += _of_scheme(program)
    if "takes_back_rejected" in changed:
        claims = RewardClaim.objects.filter(activity__marketing_program=program.pk)
        facts += _counted(CLAIMS, claims.filter(state=ClaimState.OPEN))
    return facts


def _of_scheme(program: MarketingProgram) -> list[str]:
    """Return what becomes of the activities that are not settled."""
    created = Activity.objects.filter(marketing_program=program.pk, state=ActivityState.CREATED)
    if program.is_new_scheme:
        return _counted(TO_NEW, created)
    return [*_counted(TO_OLD, created), *_counted(UNREWARDED, created.filter(reward=None))]


def _counted(effect: Effect, rows: Any) -> list[str]:
    count = rows.count()
    return [effect.of(count)] if count else []
