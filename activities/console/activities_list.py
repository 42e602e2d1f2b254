"""The list of activities: the state of each, where it is and why; each filter reads an index."""

from typing import Any
from uuid import UUID

from django.contrib import admin
from django.db.models import Q, QuerySet
from django.http import HttpRequest
from django.template.defaultfilters import truncatechars
from django.utils.html import format_html

from activities.claims.admin import TakingBack
from activities.console.actions import ActivityActions
from activities.console.activity_page import ActivityPage
from activities.console.paying import PayingCuts
from activities.console.rewards import RewardPages
from activities.console.trying import TryPage
from activities.explaining.figures import STEP_CONDITIONS, steps_that_are
from activities.explaining.progress import Standing, standings_of
from activities.labels import in_colour
from activities.records.changes import REWARDS
from activities.records.models import Activity
from foundation.moving.comparing import ComparedWithFormer
from foundation.records.texts import in_utc
from foundation.staff.command_admin import ReadOnlyAdmin
from foundation.staff.long_lists import FoundById, LongChangeList, id_above
from programs.models import Participant
from programs.records_admin import ActivityTypeFilter

MOST_STEPS = 10_000


class TypeFilter(ActivityTypeFilter):
    title = parameter_name = "type"


class RewardFilter(admin.SimpleListFilter):
    title = parameter_name = "reward"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        words = {"none": "Without a reward"}
        return [(name, words.get(name, name.capitalize())) for name in REWARDS]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Activity]) -> QuerySet[Activity]:
        return queryset.filter(REWARDS.get(self.value() or "", Q()))


class StepFilter(admin.SimpleListFilter):
    """Activities with steps that wait, fail or were given up: at most `MOST_STEPS` steps."""

    title = "steps"
    parameter_name = "steps"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        words = {"refused-refills": "Refused credits"}
        return [
            (name, words.get(name, name.replace("-", " ").capitalize())) for name in STEP_CONDITIONS
        ]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Activity]) -> QuerySet[Activity]:
        chosen = self.value()
        if chosen not in STEP_CONDITIONS:
            return queryset
        keys = steps_that_are(chosen).values_list("key", flat=True)[:MOST_STEPS]
        return queryset.filter(pk__in=[UUID(key) for key in keys])


class GivenIdFilter(admin.SimpleListFilter):
    """A related record, chosen by a link: there are too many for a list here."""

    parameter_name: str

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        given = request.GET.get(self.parameter_name, "")
        return [(given, given)] if given else []

    def queryset(self, request: HttpRequest, queryset: QuerySet[Activity]) -> QuerySet[Activity]:
        given = self.value()
        if not given:
            return queryset
        try:
            return queryset.filter(**{self.parameter_name: UUID(given)})
        except ValueError:
            return queryset.none()


class ParticipantFilter(GivenIdFilter):
    title = parameter_name = "participant"


class FailedFormulaFilter(GivenIdFilter):
    title = "failed formula"
    parameter_name = "failed_formula"


class RewardFormulaFilter(GivenIdFilter):
    title = "formula of the reward"
    parameter_name = "reward_formula"


class FailureFilter(admin.SimpleListFilter):
    """The whole text of why rewards failed, chosen by a link."""

    title = "why it failed"
    parameter_name = "failure"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        given = request.GET.get(self.parameter_name, "")
        return [(given, given)] if given else []

    def queryset(self, request: HttpRequest, queryset: QuerySet[Activity]) -> QuerySet[Activity]:
        given = self.value()
        # The index of what failed has the condition in these words.
        return queryset.filter(~Q(reward_failure=""), reward_failure=given) if given else queryset


class ActivityChangeList(LongChangeList):
    """A page of activities, with where each of them is."""

    def get_results(self, request: HttpRequest) -> None:
        """Read the page, and then where its activities are."""
        super().get_results(request)
        found = list(self.result_list)  # type: ignore[has-type]  # unfold has no types
        standings = standings_of(found)
        for activity in found:
            activity.standing = standings[activity.pk]
        self.result_list = found


@admin.register(Activity)
class ActivityAdmin(
    ActivityPage, ActivityActions, RewardPages, TakingBack, PayingCuts, TryPage, ComparedWithFormer,
    FoundById, ReadOnlyAdmin,
):  # fmt: skip
    filled_by = "Activities come from their sources, by the callback host and events."
    list_display = ("shown_id", "participant_name", "type", "shown_state", "why", "reward",
                    "marketing_program")  # fmt: skip
    list_display_links = ("shown_id",)
    list_filter = ("marketing_program", TypeFilter, "state", RewardFilter, StepFilter,
                   ParticipantFilter, RewardFormulaFilter, FailedFormulaFilter, FailureFilter,
                   "created_on")  # fmt: skip
    actions_list = ("try_one", "failures", "compare_former")
    actions = (*ActivityActions.actions, "take_rewards_back", "ask_to_take_back", "pay_cuts")
    actions_detail = (
        "explain_reward_page", *ActivityActions.actions_detail, "take_reward_back",
        "ask_to_take_one_back", "pay_cut",
    )  # fmt: skip
    list_select_related = ("marketing_program", "participant")
    search_help_text = "Id of an activity, a participant or a task, or words of a name"
    ordering = ("-created_on", "id")
    sortable_by = ()

    def with_id(self, guid: UUID) -> Q:
        return Q(pk=guid) | Q(participant=guid) | Q(participant_exercise_task=guid)

    def with_text(self, text: str) -> Q:
        return Q(participant__in=Participant.objects.named(text))

    def get_changelist(self, request: HttpRequest, **kwargs: Any) -> type[LongChangeList]:
        return ActivityChangeList

    @admin.display(description="Activity")
    def shown_id(self, activity: Activity) -> str:
        return id_above(activity.pk, in_utc(activity.created_on))

    @admin.display(description="Participant")
    def participant_name(self, activity: Activity) -> str:
        return activity.participant.known_as

    @admin.display(description="Where it is, and why")
    def why(self, activity: Activity) -> str:
        standing: Standing = vars(activity)["standing"]
        text = truncatechars(standing.text, 160)
        return format_html("{} {}", in_colour(standing.progress), text)
