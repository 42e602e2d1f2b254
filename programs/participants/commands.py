"""Commands for participants."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar
from uuid import UUID

from django.db import transaction

from foundation.privacy.registry import erased_among, is_erased
from foundation.records.audit import Actor, store_recorded
from foundation.records.refusals import Conflict
from programs.importing.commands import Column, Columns, ImportSubject
from programs.participants.erasing import participant_name
from programs.participants.models import MAX_EXTERNAL_ID, MAX_LABEL, Participant, ParticipantState
from programs.programs.models import MarketingProgram, MarketingProgramNotFound
from programs.putting import PutCommand, Putting
from programs.readers import guid, one_of, words_of_at_most


class ExternalIdInUse(Conflict):
    """Another participant of the program has the external id."""


class ParticipantErased(Conflict):
    """The participant was erased, or is being erased."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PutParticipantCommand(PutCommand):
    """Without a state, a new participant is active; what is left out of a known one stays."""

    id_field: ClassVar = "participant_id"

    participant_id: UUID
    program_id: UUID
    state: ParticipantState | None = None
    label: str | None = None
    external_id: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ChangeParticipantStateCommand:
    participant_id: UUID
    state: ParticipantState
    expected_version: int | None = None
    by: Actor | None = None


class Participants(Putting[PutParticipantCommand, Participant]):
    """How participants are put."""

    model = Participant
    command = PutParticipantCommand
    fixed: ClassVar = ("program_id",)
    changing: ClassVar = ("state", "label", "external_id")
    refers: ClassVar = {"program_id": MarketingProgram}

    def __init__(self, commands: Sequence[PutParticipantCommand]) -> None:
        super().__init__(commands)
        self.erased = erased_among([participant_name(each.participant_id) for each in commands])
        asked = {each.external_id for each in commands if each.external_id}
        known = Participant.objects.filter(
            program__in={each.program_id for each in commands}, external_id__in=asked
        )
        self.known_as = {(each.program_id, each.external_id): each.pk for each in known}

    def wanted(self, command: PutParticipantCommand) -> Participant:
        if participant_name(command.participant_id) in self.erased:
            raise ParticipantErased
        participant = super().wanted(command)
        participant.state = command.state or ParticipantState.ACTIVE
        participant.label = command.label or ""
        participant.external_id = command.external_id or ""
        if participant.external_id:
            self._refuse_taken((command.program_id, participant.external_id), participant)
        return participant

    def changes(
        self, command: PutParticipantCommand, stored: Participant, wanted: Participant
    ) -> dict[str, Any]:
        changes = super().changes(command, stored, wanted)
        return {name: new for name, new in changes.items() if getattr(command, name) is not None}

    def _refuse_taken(self, name: tuple[UUID, str], participant: Participant) -> None:
        """Refuse an external id of another participant, stored or earlier in the batch."""
        if self.known_as.setdefault(name, participant.pk) != participant.pk:
            raise ExternalIdInUse(f"Participant {self.known_as[name]} has the external id.")


@transaction.atomic
def change_participant_state(command: ChangeParticipantStateCommand) -> Participant:
    """Block a participant, whose new activities are then refused, or make them active again.

    :raises ParticipantNotFound: no such participant.
    :raises VersionConflict: the participant changed since `expected_version`.
    :raises ParticipantErased: they are being erased.
    """
    participant = Participant.objects.locked(command.participant_id, command.expected_version)
    if is_erased(*participant_name(participant.pk)):
        raise ParticipantErased
    return store_recorded(command.by, participant, **participant.differing(state=command.state))


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
