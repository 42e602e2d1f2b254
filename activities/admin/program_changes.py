"""What a change of a program's settings does to its activities and claims, counted before it."""

from collections.abc import Collection
from typing import Any

from django.db.models import Q

from activities.models import Activity, ActivityState, ClaimState, RewardClaim
from foundation.staff.asking import Effect
from programs.models import MarketingProgram

TO_NEW = Effect(
    Q(),
    "activity",
    "was left to task managers and is not applied yet: it stays with them, unless replayed here",
    "were left to task managers and are not applied yet: they stay with them, unless replayed here",
)
TO_OLD = Effect(
    Q(),
    "activity",
    "is neither applied nor skipped: it is left to task managers",
    "are neither applied nor skipped: they are left to task managers",
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


def effects_on_activities(program: MarketingProgram, changed: Collection[str]) -> list[str]:
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
