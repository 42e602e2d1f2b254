"""Staff's view of programs: staff set them up here; commands change states."""

from typing import Any

from django.contrib import admin
from django.forms import ModelForm
from django.http import HttpRequest

from programs.commands.participants import (
    BlockParticipantCommand,
    UnblockParticipantCommand,
    block_participant,
    unblock_participant,
)
from programs.models import Exercise, MarketingProgram, Participant, ParticipantExerciseTask
from records.versioned import VersionedModel
from staff.command_admin import CommandAdmin, record_action
from staff.parts import WithParts


class RecordAdmin(CommandAdmin):
    """A record that staff add and change, but never delete: activities and rewards refer to it."""

    readonly_fields: tuple[str, ...] = ("version", "created_on", "updated_on")
    fixed_once_added: tuple[str, ...] = ("id",)
    show_full_result_count = False

    def get_readonly_fields(
        self, request: HttpRequest, obj: VersionedModel | None = None
    ) -> tuple[str, ...]:
        return self.readonly_fields if obj is None else self.fixed_once_added + self.readonly_fields

    def save_model(
        self, request: HttpRequest, obj: VersionedModel, form: "ModelForm[Any]", change: bool
    ) -> None:
        if not change:
            obj.save(force_insert=True)
        elif form.changed_data:
            obj.store(**{name: form.cleaned_data[name] for name in form.changed_data})


@admin.register(MarketingProgram)
class MarketingProgramAdmin(WithParts, RecordAdmin):
    list_display = ("name", "is_new_scheme", "starts_on", "ends_on")
    list_filter = ("is_new_scheme",)
    search_fields = ("id", "name")


@admin.register(Exercise)
class ExerciseAdmin(RecordAdmin):
    list_display = ("name", "activity_type", "program")
    fixed_once_added = ("id", "program", "activity_type")
    list_filter = ("activity_type", "program")
    list_select_related = ("program",)
    search_fields = ("id", "name")


def _block(participant: Participant) -> None:
    block_participant(BlockParticipantCommand(participant_id=participant.pk))


def _unblock(participant: Participant) -> None:
    unblock_participant(UnblockParticipantCommand(participant_id=participant.pk))


@admin.register(Participant)
class ParticipantAdmin(WithParts, RecordAdmin):
    list_display = ("id", "program", "state", "created_on")
    list_filter = ("state", "program")
    list_select_related = ("program",)
    search_fields = ("id",)
    readonly_fields = ("state", *RecordAdmin.readonly_fields)
    fixed_once_added = ("id", "program")
    actions = ("block", "unblock")
    block = record_action("Block the participants", _block)
    unblock = record_action("Unblock the participants", _unblock)


@admin.register(ParticipantExerciseTask)
class ParticipantExerciseTaskAdmin(RecordAdmin):
    list_display = ("id", "exercise", "participant", "state", "finishes_on")
    list_filter = ("state", "exercise__activity_type")
    list_select_related = ("exercise", "participant")
    search_fields = ("id", "participant__id")
    autocomplete_fields = ("participant", "exercise")
    readonly_fields = ("state", "completed_on", *RecordAdmin.readonly_fields)
    fixed_once_added = ("id", "participant", "exercise")
