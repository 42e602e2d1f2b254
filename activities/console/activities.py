"""The list of activities and the page of one: where it is and why, its data, what happened."""

from datetime import datetime
from typing import Any
from uuid import UUID

from django.contrib import admin
from django.db.models import Q, QuerySet
from django.http import HttpRequest
from django.template.defaultfilters import truncatechars
from django.utils.html import format_html, format_html_join

from activities.claims.admin import TakingBack
from activities.console.actions import ActivityActions, PayingCuts
from activities.console.rewards import RewardPages
from activities.console.trying import TryPage
from activities.explaining.compared_tasks import TaskFit, TaskLookedAt, TriedActivity
from activities.explaining.figures import STEP_CONDITIONS, steps_that_are
from activities.explaining.history import ActivityHistoryEntry, ExplainedActivity, explain_activity
from activities.explaining.progress import Standing, in_colour, link, standings_of
from activities.explaining.rewards import explain_reward
from activities.records.changes import REWARDS, source_in_words
from activities.records.models import Activity
from activities.types import kind_of
from foundation.moving.comparing import ComparedWithFormer
from foundation.records.texts import in_utc
from foundation.staff.actions import computed_once
from foundation.staff.command_admin import ReadOnlyAdmin
from foundation.staff.display import in_words, table
from foundation.staff.long_lists import FoundById, LongChangeList, id_above
from foundation.staff.staff_admin import StaffAdmin
from programs.participants.models import Participant
from programs.programs.models import MarketingProgram
from programs.putting_admin import ActivityTypeFilter
from programs.tasks.models import ParticipantExerciseTask

ABOUT = ("id", "type", "program", "of_participant", "shown_state", "where", "shown_reward",
         "task")  # fmt: skip
RECORD = ("version", "created_on", "updated_on")
NOW = "Compared when this page was opened, with the tasks as they are now."


@computed_once
def explained(activity: Activity) -> ExplainedActivity:
    """Return the explanation of an activity; it is read once a page."""
    return explain_activity(activity.pk)


class ActivityPage(StaffAdmin):
    """Fields that are put together for the page."""

    readonly_fields = (*ABOUT, "shown_data", "tasks_looked_at", "timeline")
    fieldsets = (
        (None, {"fields": ABOUT}),
        ("Tasks looked at", {"fields": ("tasks_looked_at",)}),
        ("What happened", {"fields": ("timeline",)}),
        ("Data", {"fields": ("shown_data",)}),
        ("Record", {"fields": RECORD}),
    )

    def get_readonly_fields(self, request: HttpRequest, obj: Activity | None = None) -> Any:
        return (*self.readonly_fields, *RECORD)

    @admin.display(description="Program")
    def program(self, activity: Activity) -> str:
        program = activity.marketing_program
        shown = link(MarketingProgram, program.pk, program, self.reader)
        decided = "" if program.is_new_scheme else "Task managers decide in it."
        return format_html("{}<div>{}</div>", shown, decided)

    @admin.display(description="Participant")
    def of_participant(self, activity: Activity) -> str:
        who = activity.participant
        return link(Participant, who.pk, who.known_as, self.reader)

    @admin.display(description="State")
    def shown_state(self, activity: Activity) -> str:
        return in_colour(activity.state)

    @admin.display(description="Where it is")
    def where(self, activity: Activity) -> str:
        standing = explained(activity).standing
        reasons = format_html_join("", "<div>{}</div>", ((each,) for each in standing.reasons))
        return format_html("{} {}", in_colour(standing.progress), reasons)

    @admin.display(description="Reward")
    @computed_once
    def shown_reward(self, activity: Activity) -> str:
        if activity.reward is None:
            return "none"
        total = explain_reward(activity.pk)
        adjusted = f"; with adjustments {total.total:f}" if total.adjustments else ""
        return f"{activity.reward:f}{adjusted}"

    @admin.display(description="Task")
    def task(self, activity: Activity) -> str:
        pk = activity.participant_exercise_task_id
        return link(ParticipantExerciseTask, pk, reader=self.reader) if pk else "none"

    @admin.display(description="Data")
    def shown_data(self, activity: Activity) -> str:
        kind = kind_of(activity.type)
        rows = [[in_words(key), kind.said(key, text)] for key, text in activity.data.items()]
        return table(["Key", "Value"], rows)

    @admin.display(description="Tasks")
    @computed_once
    def tasks_looked_at(self, activity: Activity) -> str:
        found = explained(activity).tasks
        count = f"The first {len(found.tasks)} of {found.count:,} tasks of this type."
        none = f"No task suits: {found.why_none}" if found.why_none else ""
        headers = ["Turn", "Task", "Verdict, and why"]
        return format_html(
            "<div>{} {}</div><div>{}</div>{}",
            count if found.count > len(found.tasks) else "",
            NOW,
            none,
            table(headers, [_task_row(each, self.reader) for each in found.tasks]),
        )

    @admin.display(description="Timeline")
    @computed_once
    def timeline(self, activity: Activity) -> str:
        rows = [_entry_row(entry) for entry in explained(activity).entries]
        return table(["When (UTC)", "What"], rows)


def moment(on: datetime | None) -> str:
    """Return a time as it is shown: UTC, to the second, on one line."""
    text = f"{on:%Y-%m-%d %H:%M:%S}" if on else ""
    return format_html('<span class="whitespace-nowrap">{}</span>', text)


def _task_row(each: TaskLookedAt, reader: HttpRequest) -> list[object]:
    finishes = each.task.finishes_on
    return [
        each.place,
        format_html(
            "{}{}",
            link(ParticipantExerciseTask, each.task.pk, each.task.exercise.name, reader),
            format_html("<div>finishes {}</div>", in_utc(finishes)) if finishes else "",
        ),
        format_html(
            "{} {}<div>{}</div>{}",
            in_colour(each.verdict),
            in_colour(each.since) if each.since else "",
            # The criteria below say the same in more words.
            "" if each.verdict is TaskFit.CRITERIA_NOT_MET and each.checks else each.reason,
            checks_in_lines(each),
        ),
    ]


def checks_in_lines(each: TaskLookedAt | TriedActivity) -> str:
    """Return what each criterion says, a line each."""
    return format_html_join(
        "",
        "<div>{} {}: wanted {}, got {}</div>",
        (("✓" if c.is_met else "✗", c.criterion, c.wanted, c.got) for c in each.checks),
    )


def _entry_row(entry: ActivityHistoryEntry) -> list[object]:
    return [
        f"{entry.occurred_on:%Y-%m-%d %H:%M:%S.%f}"[:-3],
        format_html(
            "{} {}<div>{}</div>",
            in_colour(entry.kind),
            f"by {source_in_words(entry.source)}" if entry.source else "",
            entry.text,
        ),
    ]


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
