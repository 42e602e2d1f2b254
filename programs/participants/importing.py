"""Participants as they are imported."""

from typing import ClassVar

from programs.importing.commands import ImportSubject
from programs.importing.table import Column, Columns
from programs.models import MarketingProgramNotFound, ParticipantState
from programs.participants.commands import Participants
from programs.readers import guid, one_of


class ImportedParticipants(ImportSubject):
    title = "participants"
    kind = Participants
    columns = Columns(
        named={
            "participantId": Column(field="participant_id", reader=guid, is_required=True),
            "marketingProgramId": Column(field="program_id", reader=guid, is_required=True),
            "state": Column(field="state", reader=one_of(*ParticipantState.values)),
        }
    )
    columns_of: ClassVar = {MarketingProgramNotFound: "marketingProgramId"}
