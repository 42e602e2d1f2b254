"""Activities on the staff's first page: what failed, and what happened today in each program."""

from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from dataclasses import asdict
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db.models import Q

from activities.explaining.figures import (
    MOST,
    Failing,
    Figures,
    get_failures,
    get_figures_of_today,
    get_open_claims,
)
from activities.records.models import Activity, ActivityState, ClaimState, RewardClaim
from foundation.records.texts import amount
from foundation.staff.confirming import EXAMPLES, Effect
from foundation.staff.dashboard import DANGER, MOST_ROWS, WARNING, Cell, Figure, Table, span
from foundation.staff.html import address_of_list, address_of_page
from programs.models import MarketingProgram

CHANGE = "activities.change_activity"
Today = Mapping[UUID, Figures]
figures_of_today = get_figures_of_today


def needs(now: datetime) -> Iterator[Figure]:
    """Yield what failed, and the claims that wait for staff."""
    failures = get_failures(now)
    yield from _failing("Failing steps", failures.failing_steps, WARNING, steps="failing")
    yield from _failing("Steps given up", failures.steps_given_up, DANGER, steps="given-up")
    yield from _failing("Rewards failed", failures.rewards_failed, DANGER, reward="failed")
    yield from _failing(
        "Refused refills", failures.refused_refills, DANGER, steps="refused-refills"
    )
    if (claims := get_open_claims(now)).count:
        note, count = f"the oldest {span(claims.age)} ago", amount(claims.count, MOST)
        shown = {"state__exact": ClaimState.OPEN}
        found = Figure.of(RewardClaim, "Claims to review", count, note, **shown)
        yield found.for_staff(WARNING, "Keep them, or take them back…", "rewards.adjust")


def _failing(title: str, failing: Failing, tone: str, **filters: str) -> Iterator[Figure]:
    if failing.count:
        note, count = f"the oldest {span(failing.age)} ago", amount(failing.count, MOST)
        found = Figure.of(Activity, title, count, note, **filters)
        yield found.for_staff(tone, "See why", CHANGE)


def stages(today: Today) -> Iterator[Figure]:
    """Yield how far the activities of all programs are since midnight (UTC)."""
    counts = Counter[str]()
    for each in today.values():
        counts.update(asdict(each))
    for title, count in zip(Figures.titles(), counts.values(), strict=False):
        if count:
            yield Figure.of(Activity, title, f"{count:,}")


def programs(today: Today) -> Table:
    """Return today's figures of the programs, those with most activities first."""
    busiest = sorted(today, key=lambda pk: (-today[pk].created, -today[pk].waiting, str(pk)))
    found = MarketingProgram.objects.in_bulk(busiest[:MOST_ROWS])
    rows = [
        [
            Cell(text=found[pk].name, link=address_of_page(MarketingProgram, pk)),
            *(Cell(text=f"{count:,}") for count in (today[pk].created, today[pk].credited)),
        ]
        for pk in busiest[:MOST_ROWS]
        if pk in found
    ]
    return Table(
        title="Programs today",
        model=MarketingProgram,
        headers=["Program", "Activities", "Credited"],
        rows=rows,
        more=address_of_list(MarketingProgram),
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
    return [effect.of(count, rows[:EXAMPLES])] if count else []
