"""Participants' tasks, as staff see them."""

from typing import Any, ClassVar
from uuid import UUID

from django import forms
from django.contrib import admin
from django.db.models import Q
from django.http import HttpRequest
from django.utils import timezone

from foundation.records.audit import Actor
from foundation.staff.command_admin import record_action
from foundation.staff.confirming import Effect
from foundation.staff.long_lists import FoundById, LongList
from programs.importing.page import ImportPage
from programs.participants.models import Participant
from programs.putting import PutCommand
from programs.putting_admin import ActivityTypeFilter, RecordAdmin, RecordForm
from programs.tasks.assigning_page import AssigningPage
from programs.tasks.commands import (
    CancelParticipantExerciseTaskCommand,
    ImportedTasks,
    ParticipantExerciseTasks,
    cancel_participant_exercise_task,
)
from programs.tasks.criteria_form import (
    OF_TYPE,
    PREFIX,
    CriteriaForm,
    ExerciseChoice,
    fields_of,
    names_of,
    shown,
    type_of_exercise,
    typed,
    ways_in_words,
)
from programs.tasks.models import ParticipantExerciseTask, ParticipantTaskState


class TaskForm(CriteriaForm, RecordForm):
    """A task; the activity type and so the criteria are those of the exercise."""

    kind = ParticipantExerciseTasks
    exercise = ExerciseChoice()

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.asks_first = not self.instance.activity_type
        for key, text in self.instance.criteria.items():
            self.initial[PREFIX + key] = typed(self.instance.activity_type, key, text)

    def command(self, **more: Any) -> PutCommand:
        return super().command(now=timezone.now(), **more)

    def value_for(self, name: str) -> Any:
        return self.criteria() if name == "criteria" else super().value_for(name)


class CriteriaFields(RecordAdmin):
    """The page's fields: criteria as fields for who may change them, else as a table."""

    def get_form(
        self, request: HttpRequest, obj: Any = None, change: bool = False, **kwargs: Any
    ) -> "type[forms.ModelForm[Any]]":
        kwargs["form"] = type("TaskForm", (TaskForm,), fields_of(_type_for(request, obj)))
        return super().get_form(request, obj, change=change, **kwargs)

    def own_fieldsets(self, request: HttpRequest, obj: Any) -> Any:
        known = _type_for(request, obj)
        may = self.has_change_permission(request, obj) if obj else True
        asked = [*names_of(known), OF_TYPE] if may else ["shown_criteria"]
        about = ("id", "participant", "exercise", "starts_on", "finishes_on")
        state = ("activity_type", "state", "completed_on", "activity_applied_on")
        none = "Choose an exercise and save: then its criteria are asked for here."
        says = ways_in_words(known) if known else none
        criteria = {"fields": asked, "description": says}
        return [
            (None, {"fields": (*about, *(state if obj else ()))}),
            ("What an activity must meet", criteria),
            *([("Record", {"fields": RecordAdmin.readonly_fields})] if obj else []),
        ]

    @admin.display(description="Criteria")
    def shown_criteria(self, task: ParticipantExerciseTask) -> str:
        return shown(task.activity_type, task.criteria)


def _type_for(request: HttpRequest, task: ParticipantExerciseTask | None) -> str:
    if task is not None:
        return task.activity_type
    sent = request.POST if request.method == "POST" else request.GET
    return type_of_exercise(sent.get("exercise"))


CANCELLED = Q(state=ParticipantTaskState.CANCELLED)
CANCELLABLE = Q(state=ParticipantTaskState.ACTIVE, activity_applied_on=None)
USED = "completed, or an activity counts for it"


def _cancel(task: ParticipantExerciseTask, by: Actor) -> None:
    cancel_participant_exercise_task(CancelParticipantExerciseTaskCommand(task_id=task.pk, by=by))


@admin.register(ParticipantExerciseTask)
class ParticipantExerciseTaskAdmin(AssigningPage, ImportPage, FoundById, LongList, CriteriaFields):
    filled_by = "Tasks are added here, imported from CSV, or sent by the API."
    form = TaskForm
    subject = ImportedTasks
    list_display = (
        "id",
        "of_exercise",
        "participant_name",
        "state",
        "finishes_on",
        "activity_applied_on",
    )
    list_filter: ClassVar[Any] = (
        "state",
        ActivityTypeFilter,
        ("activity_applied_on", admin.EmptyFieldListFilter),
    )
    list_select_related = ("exercise__program", "participant")
    search_help_text = "The whole id of a task, a participant or an exercise, or words of a name"
    autocomplete_fields = ("participant",)
    readonly_fields = (
        "activity_type",
        "state",
        "completed_on",
        "activity_applied_on",
        "shown_criteria",
        *RecordAdmin.readonly_fields,
    )
    fixed_once_added = ("id", "participant", "exercise")
    actions = ("cancel",)
    actions_list = ("assign", "import_csv")
    cancel = record_action(
        "Cancel the tasks",
        _cancel,
        "No activity counts for them any more. This is final.",
        Effect(CANCELLABLE, "task", "is cancelled", "are cancelled"),
        Effect(~CANCELLABLE & ~CANCELLED, "task", f"{USED}: it stays", f"{USED}: they stay"),
        Effect(CANCELLED, "task", "is cancelled already", "are cancelled already"),
    )

    @admin.display(description="Exercise")
    def of_exercise(self, task: ParticipantExerciseTask) -> str:
        return f"{task.exercise.name} ({task.exercise.program.name})"

    @admin.display(description="Participant")
    def participant_name(self, task: ParticipantExerciseTask) -> str:
        return task.participant.known_as

    def with_id(self, guid: UUID) -> Q:
        return Q(pk=guid) | Q(participant=guid) | Q(exercise=guid)

    def with_text(self, text: str) -> Q:
        return Q(participant__in=Participant.objects.named(text))
