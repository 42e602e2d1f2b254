"""Paying what limits had cut of activities: of one, or of those chosen in the list."""

from collections.abc import Iterable, Sequence
from datetime import timedelta
from decimal import Decimal
from typing import Any
from uuid import uuid4

from django.contrib import admin, messages
from django.db.models import Q, QuerySet
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.utils import timezone

from activities.console.actions import MOST_AT_ONCE, MOST_SHOWN
from activities.explaining.past_activities import StoredActivities
from activities.records.models import Activity
from foundation.records.audit import actor_of
from foundation.records.formats import guid_or_none
from foundation.records.texts import counted
from foundation.staff.actions import button
from foundation.staff.confirming import Asking, chosen_again
from foundation.staff.html import address_of_page
from rewards.corrections.commands import StartCorrectionCommand, start_correction
from rewards.corrections.models import RewardCorrection

TITLE = "Pay what limits had cut"
TEXT = (
    "First a preview: what was cut, and was not paid since. No balance changes before another "
    "person approves it. Then the limits of that moment are asked again: what they leave is paid."
)
NOTHING = "Limits cut nothing of it."
TWO_KINDS = "Choose activities of one program and one type: limits are asked for each."


def _not_cut(_: Any, __: HttpRequest, activity: Activity) -> str:
    return "" if _cuts_of([activity]) else NOTHING


def _cuts_of(activities: Sequence[Activity]) -> list[tuple[Activity, Decimal]]:
    """Return those of the activities that limits cut, with their rewards before."""
    stored = StoredActivities().stored_rewards([each.pk for each in activities])
    before = ((each, stored[each.pk].before_limits) for each in activities if each.pk in stored)
    return [(each, reward) for each, reward in before if reward is not None]


def _facts(cuts: Sequence[tuple[Activity, Decimal]]) -> list[str]:
    cut = [before - (each.reward or 0) for each, before in cuts]
    return [
        f"Limits cut {counted(len(cuts), 'reward')}: {sum(cut):,f} in all.",
        *(f"{each}: {each.reward:,f} of {before:,f}" for each, before in cuts[:MOST_SHOWN]),
    ]


def orders_of_payments(activity: Activity) -> Q:
    """Return the condition for rows of the audit about corrections of this activity alone."""
    key = str(activity.pk)
    corrections = RewardCorrection.objects.filter(activities__contains=[key])
    ids = {str(pk) for pk in corrections.values_list("pk", flat=True)}
    return Q(record_type=RewardCorrection.__name__, record_id__in=ids)


class PayingCuts(Asking):
    """An action on chosen activities, and the same as a button of an activity's page."""

    opened_by = {"adjust": ("rewards.adjust",)}

    @admin.action(description="Pay what limits had cut…", permissions=["adjust"])
    def pay_cuts(self, request: HttpRequest, queryset: QuerySet[Activity]) -> Any:
        return self._pay(request, queryset[:MOST_AT_ONCE])

    @button("Pay what limits had cut…", "pay-cut", "adjust", _not_cut)
    def pay_cut(self, request: HttpRequest, object_id: str) -> HttpResponse:
        return self.of_one(request, object_id, self._pay)

    def _pay(self, request: HttpRequest, chosen: Iterable[Activity]) -> HttpResponse | None:
        """Return the page that asks, or that of the started preview; None: there is none."""
        activities = list(chosen)
        cuts = _cuts_of(activities)
        kinds = {(each.marketing_program_id, each.type) for each, _ in cuts}
        if len(kinds) != 1:
            messages.error(request, TWO_KINDS if kinds else NOTHING)
            return None
        if "confirmed" not in request.POST:
            buttons = {"confirmed": "Preview"}
            hidden = [("correction_id", str(uuid4())), *chosen_again(request)]
            facts = _facts(cuts)
            return self.ask(request, activities, TITLE, TEXT, buttons, facts=facts, hidden=hidden)
        [(program_id, activity_type)] = kinds
        days = sorted(each.created_on for each, _ in cuts)
        correction = start_correction(
            StartCorrectionCommand(
                correction_id=guid_or_none(request.POST.get("correction_id", "")) or uuid4(),
                program_id=program_id,
                activity_type=activity_type,
                since=days[0],
                before=days[-1] + timedelta(microseconds=1),
                activities=[each.pk for each, _ in cuts],
                pays_cuts=True,
                by=actor_of(request),
                now=timezone.now(),
            )
        )
        return HttpResponseRedirect(address_of_page(RewardCorrection, correction.pk))
