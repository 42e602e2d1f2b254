"""Participants as they are imported."""

from typing import ClassVar

from programs.importing.commands import ImportSubject
from programs.importing.table import Column, Columns
from programs.models import MAX_EXTERNAL_ID, MAX_LABEL, MarketingProgramNotFound, ParticipantState
from programs.participants.commands import ExternalIdInUse, Participants, PutParticipantCommand
from programs.readers import guid, one_of, words_of_at_most


class ImportedParticipants(ImportSubject):
    title = "participants"
    kind = Participants
    columns = Columns(
        named={
            "participantId": Column(field="participant_id", reader=guid, is_required=True),
            "marketingProgramId": Column(field="program_id", reader=guid, is_required=True),
            "label": Column(field="label", reader=words_of_at_most(MAX_LABEL)),
            "externalId": Column(field="external_id", reader=words_of_at_most(MAX_EXTERNAL_ID)),
            "state": Column(field="state", reader=one_of(*ParticipantState.values)),
        }
    )
    columns_of: ClassVar = {
        MarketingProgramNotFound: "marketingProgramId",
        ExternalIdInUse: "externalId",
    }

    @classmethod
    def name_of(cls, command: PutParticipantCommand) -> str:
        return command.label or command.external_id or ""
