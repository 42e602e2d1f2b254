"""Participants, as staff see them."""

from collections.abc import Callable

from django.contrib import admin

from programs.admin.importing import ImportPage
from programs.admin.records import RecordAdmin, RecordForm
from programs.commands.importing.subjects import ImportedParticipants
from programs.commands.participants import (
    ChangeParticipantStateCommand,
    Participants,
    change_participant_state,
)
from programs.models import Participant, ParticipantState
from staff.command_admin import record_action
from staff.long_lists import LongList
from staff.parts import WithParts
from staff.search import FoundById


class ParticipantForm(RecordForm):
    kind = Participants


def _change_to(state: ParticipantState) -> Callable[[Participant], Participant]:
    return lambda participant: change_participant_state(
        ChangeParticipantStateCommand(participant_id=participant.pk, state=state)
    )


@admin.register(Participant)
class ParticipantAdmin(WithParts, ImportPage, LongList, FoundById, RecordAdmin):
    form = ParticipantForm
    subject = ImportedParticipants
    list_display = ("id", "program", "state", "created_on")
    list_filter = ("state", "program")
    list_select_related = ("program",)
    autocomplete_fields = ("program",)
    readonly_fields = ("state", *RecordAdmin.readonly_fields)
    fixed_once_added = ("id", "program")
    actions = ("block", "unblock")
    actions_list = ("import_csv",)
    block = record_action(
        "Block the participants",
        _change_to(ParticipantState.BLOCKED),
        asks="Their new activities are refused until they are unblocked; the existing ones stay.",
    )
    unblock = record_action("Unblock the participants", _change_to(ParticipantState.ACTIVE))
