"""Participants' tasks, as staff see them."""

from typing import Any, ClassVar
from uuid import UUID

from django import forms
from django.contrib import admin
from django.core.serializers.json import DjangoJSONEncoder
from django.db.models import Q
from django.utils import timezone
from unfold.widgets import UnfoldAdminTextareaWidget

from programs.activity_types import activity_types, criteria_of, titles
from programs.admin.importing import ImportPage
from programs.admin.records import ActivityTypeFilter, RecordAdmin, RecordForm
from programs.commands.importing.subjects import ImportedTasks
from programs.commands.putting import PutCommand
from programs.commands.tasks import (
    CancelParticipantExerciseTaskCommand,
    ParticipantExerciseTasks,
    cancel_participant_exercise_task,
)
from programs.models import ParticipantExerciseTask
from records.audit import Actor
from records.written_json import StrictDecoder, WrittenNumber
from staff.command_admin import record_action
from staff.long_lists import LongList
from staff.search import FoundById


class CriteriaFormField(forms.JSONField):
    """Criteria, read as the API reads JSON; what is refused is shown again as it was typed."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(encoder=DjangoJSONEncoder, decoder=StrictDecoder, **kwargs)

    def bound_data(self, data: Any, initial: Any) -> Any:
        return initial if self.disabled or data is None else data

    def prepare_value(self, value: Any) -> Any:
        if value is None:
            return ""
        return value if isinstance(value, str) else super().prepare_value(value)


class TaskForm(RecordForm):
    """A task; the activity type is that of the exercise."""

    kind = ParticipantExerciseTasks
    criteria = CriteriaFormField(
        required=False, widget=UnfoldAdminTextareaWidget(attrs={"rows": 4})
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if "criteria" in self.fields:
            known = self.instance.activity_type
            self.fields["criteria"].help_text = _help([known] if known else activity_types())

    def clean_criteria(self) -> dict[str, Any]:
        given = self.cleaned_data["criteria"]
        if not isinstance(given, dict | None):
            raise forms.ValidationError('An object is expected: {"minDistance": 5}.')
        return {
            key: str(value) if isinstance(value, WrittenNumber) else value
            for key, value in (given or {}).items()
        }

    def command(self, **more: Any) -> PutCommand:
        return super().command(now=timezone.now(), **more)


def _help(types: Any) -> str:
    words = dict(titles())
    return "; ".join(f"{words[each]}: {', '.join(_keys(each)) or 'none'}" for each in types) + "."


def _keys(activity_type: str) -> list[str]:
    return [key for each in criteria_of(activity_type).criteria for key in each.keys]


def _cancel(task: ParticipantExerciseTask, by: Actor) -> None:
    cancel_participant_exercise_task(CancelParticipantExerciseTaskCommand(task_id=task.pk, by=by))


@admin.register(ParticipantExerciseTask)
class ParticipantExerciseTaskAdmin(ImportPage, LongList, FoundById, RecordAdmin):
    filled_by = "Tasks are added here, imported from CSV, or sent by the API."
    form = TaskForm
    subject = ImportedTasks
    list_display = ("id", "exercise", "participant", "state", "finishes_on", "activity_applied_on")
    list_filter: ClassVar[Any] = (
        "state",
        ActivityTypeFilter,
        ("activity_applied_on", admin.EmptyFieldListFilter),
    )
    list_select_related = ("exercise", "participant")
    search_help_text = "The whole id of a task, a participant or an exercise"
    autocomplete_fields = ("participant", "exercise")
    readonly_fields = (
        "activity_type",
        "state",
        "completed_on",
        "activity_applied_on",
        *RecordAdmin.readonly_fields,
    )
    fixed_once_added = ("id", "participant", "exercise")
    actions = ("cancel",)
    actions_list = ("import_csv",)
    cancel = record_action(
        "Cancel the tasks", _cancel, asks="No activity is applied to them any more. This is final."
    )

    def with_id(self, guid: UUID) -> Q:
        return Q(pk=guid) | Q(participant=guid) | Q(exercise=guid)
