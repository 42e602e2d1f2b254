"""Calculating rewards and searching tasks again, for one activity or for those chosen in a list."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from django.contrib import messages
from django.db.models import Q, QuerySet
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils import timezone
from django.utils.html import format_html

from activities.records.models import Activity, ActivityState
from activities.settling.rewarding import CalculateRewardCommand, RewardIsSet, calculate_again
from activities.settling.tasks import search_again
from foundation.records.audit import Actor, actor_of, deeds_written
from foundation.records.refusals import Refusal
from foundation.staff.actions import SELECTED, action, button
from foundation.staff.confirming import Asking, Effect, facts_of
from foundation.staff.links import address_of_page, wrapping_link
from foundation.staff.outcomes import say_for_how_many

MOST_AT_ONCE = 200
MOST_SHOWN = 5


@dataclass(frozen=True, slots=True, kw_only=True)
class _Again:
    """What staff can do again: its name, and what the page says."""

    name: str
    title: str
    text: str
    button: str
    effects: tuple[Effect, ...]
    do: Callable[[Activity, Actor], Activity]


_OPEN = Q(state=ActivityState.CREATED, marketing_program__is_new_scheme=True)

CALCULATE = _Again(
    name="calculate",
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
    name="search",
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


class ActivityActions(Asking):
    """Two actions on chosen activities, and the same two as buttons on an activity's page."""

    actions: tuple[str, ...] = ("calculate", "search")
    actions_detail: tuple[str, ...] = ("calculate_one", "search_one")
    list_disable_select_all = True  # `manage.py replay_activities` is for many

    @action("Calculate the rewards…")
    def calculate(self, request: HttpRequest, queryset: QuerySet[Activity]) -> Any:
        return self._chosen(request, queryset, CALCULATE)

    @action("Search for tasks again…")
    def search(self, request: HttpRequest, queryset: QuerySet[Activity]) -> Any:
        return self._chosen(request, queryset, SEARCH)

    @button("Calculate the reward…", "calculate")
    def calculate_one(self, request: HttpRequest, object_id: str) -> HttpResponse:
        return self._one(request, object_id, CALCULATE)

    @button("Search for a task again…", "search")
    def search_one(self, request: HttpRequest, object_id: str) -> HttpResponse:
        return self._one(request, object_id, SEARCH)

    def _one(self, request: HttpRequest, key: str, again: _Again) -> HttpResponse:
        page = self._run(request, [self.record_of(request, key)], again)
        return page or HttpResponseRedirect(address_of_page(Activity, key))

    def _chosen(
        self, request: HttpRequest, queryset: QuerySet[Activity], again: _Again
    ) -> HttpResponse | None:
        chosen = list(queryset[:MOST_AT_ONCE])
        hidden = [(SELECTED, str(each.pk)) for each in chosen]
        return self._run(request, chosen, again, hidden=[("action", again.name), *hidden])

    def _run(
        self, request: HttpRequest, activities: Sequence[Activity], again: _Again, **context: Any
    ) -> HttpResponse | None:
        """Return the page that asks first; None: it was confirmed, and is done or refused."""
        if "confirmed" not in request.POST:
            buttons = {"confirmed": again.button}
            chosen = Activity.objects.filter(pk__in=[each.pk for each in activities])
            context["facts"] = facts_of(chosen, *again.effects)
            return self.ask(request, activities, again.title, again.text, buttons, **context)
        by, done, refused, set_ones = actor_of(request), 0, [], []
        for activity in activities:
            before = deeds_written()
            try:
                again.do(activity, by)
            except Refusal as refusal:
                refused.append(f"{activity}: {refusal.detail}")
                set_ones += [activity] if isinstance(refusal, RewardIsSet) else []
            done += deeds_written() > before
        unchanged = len(activities) - done - len(refused)
        say_for_how_many(request, again.title, done, unchanged, len(refused))
        for text in refused[:MOST_SHOWN]:
            messages.error(request, text)
        if set_ones:
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
