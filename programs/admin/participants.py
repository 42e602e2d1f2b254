"""Participants, as staff see them."""

from django.contrib import admin

from programs.admin.importing import ImportPage
from programs.admin.records import RecordAdmin, RecordForm
from programs.commands.importing.subjects import ImportedParticipants
from programs.commands.participants import (
    BlockParticipantCommand,
    Participants,
    UnblockParticipantCommand,
    block_participant,
    unblock_participant,
)
from programs.models import Participant
from staff.command_admin import record_action
from staff.long_lists import LongList
from staff.parts import WithParts
from staff.search import FoundById


class ParticipantForm(RecordForm):
    kind = Participants


def _block(participant: Participant) -> None:
    block_participant(BlockParticipantCommand(participant_id=participant.pk))


def _unblock(participant: Participant) -> None:
    unblock_participant(UnblockParticipantCommand(participant_id=participant.pk))


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
        _block,
        asks="Their new activities are refused until they are unblocked; the existing ones stay.",
    )
    unblock = record_action("Unblock the participants", _unblock)
