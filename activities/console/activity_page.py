"""The page of an activity: where it is and why, its data, the tasks looked at, what happened."""

from datetime import datetime
from typing import Any

from django.contrib import admin
from django.contrib.admin import ModelAdmin
from django.http import HttpRequest
from django.utils.html import format_html, format_html_join

from activities.explaining.history import ActivityHistoryEntry, ExplainedActivity, explain_activity
from activities.explaining.rewards import explain_reward
from activities.explaining.tasks import TriedActivity
from activities.explaining.tasks_looked_at import TaskFit, TaskLookedAt
from activities.labels import in_colour, link
from activities.records.changes import source_in_words
from activities.records.models import Activity
from activities.types import kind_of
from foundation.records.texts import in_utc
from foundation.staff.actions import computed_once
from foundation.staff.html import KnowsReader, in_words, table
from programs.models import MarketingProgram, Participant, ParticipantExerciseTask

ABOUT = ("id", "type", "program", "of_participant", "shown_state", "where", "shown_reward",
         "task")  # fmt: skip
RECORD = ("version", "created_on", "updated_on")
NOW = "Compared when this page was opened, with the tasks as they are now."


@computed_once
def explained(activity: Activity) -> ExplainedActivity:
    """Return the explanation of an activity; it is read once a page."""
    return explain_activity(activity.pk)


class ActivityPage(KnowsReader, ModelAdmin):  # type: ignore[type-arg]  # not subscriptable at run time
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
