"""Calculating rewards, searching tasks and paying what limits had cut, for one activity or many."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import timedelta
from decimal import Decimal
from functools import partial
from typing import Any
from urllib.parse import urlencode
from uuid import uuid4

from django.contrib import admin, messages
from django.db.models import Q, QuerySet
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils import timezone
from django.utils.html import format_html

from activities.explaining.past_activities import StoredActivities
from activities.records.models import Activity, ActivityState
from activities.settling.applying import search_again
from activities.settling.rewarding import CalculateRewardCommand, RewardIsSet, calculate_again
from foundation.records.audit import Actor, actor_of
from foundation.records.formats import guid_or_none
from foundation.records.refusals import Refusal
from foundation.records.texts import counted
from foundation.staff.actions import action, button, say_for_how_many
from foundation.staff.confirming import Effect, chosen_again, each_done, facts_of
from foundation.staff.display import address_of_page, wrapping_link
from foundation.staff.staff_admin import StaffAdmin
from rewards.corrections.commands import StartCorrectionCommand, start_correction
from rewards.corrections.models import RewardCorrection

MOST_AT_ONCE = 200
MOST_SHOWN = 5


@dataclass(frozen=True, slots=True, kw_only=True)
class _Again:
    """What staff can do again, and what the page says."""

    title: str
    text: str
    button: str
    effects: tuple[Effect, ...]
    do: Callable[[Activity, Actor], Activity]


_OPEN = Q(state=ActivityState.CREATED, marketing_program__is_new_scheme=True)

CALCULATE = _Again(
    title="Calculate the reward",
    text="The reward is calculated now by the program's formulas, and credited. "
    "A reward that is set stays; if the calculation fails, the activity says why.",
    button="Calculate",
    effects=(
        Effect(
            Q(reward=None),
            "activity",
            "gets a reward, if a formula has one for it",
            "get rewards, if a formula has one for them",
        ),
        Effect(
            Q(reward__isnull=False),
            "activity",
            "has a reward, which stays",
            "have a reward, which stays",
        ),
    ),
    do=lambda activity, by: calculate_again(
        CalculateRewardCommand(activity_id=activity.pk, source=by.name), by
    ),
)
SEARCH = _Again(
    title="Search for a task again",
    text="A suitable task is searched for now. That there is none is final, too. Activities that "
    "have a task, that found none, or that are left to task managers are refused.",
    button="Search",
    effects=(
        Effect(
            _OPEN,
            "activity",
            "counts for a task, or has none",
            "count for a task each, or have none",
        ),
        Effect(
            ~_OPEN,
            "activity",
            "is refused: it stays as it is",
            "are refused: they stay as they are",
        ),
    ),
    do=lambda activity, by: search_again(activity.pk, by, timezone.now()),
)


class ActivityActions(StaffAdmin):
    """Two actions on chosen activities, and the same two as buttons on an activity's page."""

    actions: tuple[str, ...] = ("calculate", "search")
    actions_detail: tuple[str, ...] = ("calculate_one", "search_one")
    list_disable_select_all = True  # `manage.py replay_activities` is for many

    @action("Calculate the rewards…")
    def calculate(self, request: HttpRequest, queryset: QuerySet[Activity]) -> Any:
        return self._run(request, queryset[:MOST_AT_ONCE], CALCULATE)

    @action("Search for tasks again…")
    def search(self, request: HttpRequest, queryset: QuerySet[Activity]) -> Any:
        return self._run(request, queryset[:MOST_AT_ONCE], SEARCH)

    @button("Calculate the reward…", "calculate")
    def calculate_one(self, request: HttpRequest, object_id: str) -> HttpResponse:
        return self.of_one(request, object_id, partial(self._run, again=CALCULATE))

    @button("Search for a task again…", "search")
    def search_one(self, request: HttpRequest, object_id: str) -> HttpResponse:
        return self.of_one(request, object_id, partial(self._run, again=SEARCH))

    def _run(
        self, request: HttpRequest, chosen: Iterable[Activity], again: _Again
    ) -> HttpResponse | None:
        """Return the page that asks first; None: it was confirmed, and is done or refused."""
        activities = list(chosen)
        if "confirmed" not in request.POST:
            rows = Activity.objects.filter(pk__in=[each.pk for each in activities])
            return self.ask(
                request,
                activities,
                again.title,
                again.text,
                {"confirmed": again.button},
                facts=facts_of(rows, *again.effects),
                hidden=chosen_again(request),
            )
        by = actor_of(request)
        ended = list(each_done(activities, lambda each: again.do(each, by)))
        refused = [(each, why) for each, why, _ in ended if isinstance(why, Refusal)]
        done = sum(is_done for *_, is_done in ended)
        unchanged = len(ended) - done - len(refused)
        say_for_how_many(request, again.title, done, unchanged, len(refused))
        for activity, refusal in refused[:MOST_SHOWN]:
            messages.error(request, f"{activity}: {refusal.detail}")
        if set_ones := [each for each, refusal in refused if isinstance(refusal, RewardIsSet)]:
            messages.info(request, _next_step(request, set_ones))
        return None


def _next_step(request: HttpRequest, activities: Sequence[Activity]) -> str:
    """Return how rewards that are set are corrected, with a link for those who may."""
    many = "Activities have" if len(activities) > 1 else "The activity has"
    said = f"{many} another reward, which stays. What is credited is adjusted by a correction."
    if not request.user.has_perm("rewards.adjust"):
        return f"{said} Holders of the role rewards.adjust start one."
    first, days = activities[0], sorted(each.created_on for each in activities)
    chosen = {
        "program": first.marketing_program_id,
        "activity_type": first.type,
        "since": f"{days[0]:%Y-%m-%d}",
        "until": f"{days[-1]:%Y-%m-%d}",
    }
    address = f"{reverse('admin:rewards_rewardcorrection_new')}?{urlencode(chosen)}"
    return format_html("{} {}", said, wrapping_link(address, "Preview a correction"))


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


class PayingCuts(StaffAdmin):
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
