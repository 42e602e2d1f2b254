"""Commands for participants."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar
from uuid import UUID

from django.db import transaction

from programs.commands.putting import Put, Putting, found, found_by_id, put
from programs.models import MarketingProgram, Participant, ParticipantState


@dataclass(frozen=True, slots=True, kw_only=True)
class PutParticipantCommand:
    """Without a state, a new participant is active and a known one stays as they are."""

    participant_id: UUID
    program_id: UUID
    state: ParticipantState | None = None
    expected_version: int | None = None

    @property
    def key(self) -> UUID:
        return self.participant_id


@dataclass(frozen=True, slots=True, kw_only=True)
class BlockParticipantCommand:
    participant_id: UUID
    expected_version: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class UnblockParticipantCommand:
    participant_id: UUID
    expected_version: int | None = None


class Participants(Putting[PutParticipantCommand, Participant]):
    """How participants are put."""

    model = Participant
    fixed: ClassVar = ("program_id",)
    changing: ClassVar = ("state",)

    def __init__(self, commands: Sequence[PutParticipantCommand]) -> None:
        ids = (command.program_id for command in commands)
        self.programs = found_by_id(MarketingProgram.objects.all(), ids)

    def wanted(self, command: PutParticipantCommand) -> Participant:
        return Participant(
            id=command.participant_id,
            program=found(MarketingProgram, self.programs, command.program_id),
            state=command.state or ParticipantState.ACTIVE,
        )

    def changes(
        self, command: PutParticipantCommand, stored: Participant, wanted: Participant
    ) -> dict[str, Any]:
        return {} if command.state is None else super().changes(command, stored, wanted)


def put_participant(command: PutParticipantCommand) -> Put[Participant]:
    """Create a participant, or change the state; the program never changes.

    :raises ParticipantNotFound: a version is expected of a participant that does not exist.
    :raises VersionConflict: the participant changed since `expected_version`.
    :raises FixedFieldDiffers: the participant is of another program.
    :raises MarketingProgramNotFound: no such program.
    """
    return put(Participants, command)


@transaction.atomic
def block_participant(command: BlockParticipantCommand) -> Participant:
    """Accept no new activities of a participant; existing ones stay.

    :raises ParticipantNotFound: no such participant.
    :raises VersionConflict: the participant changed since `expected_version`.
    """
    participant = Participant.objects.locked(command.participant_id, command.expected_version)
    return _put(participant, ParticipantState.BLOCKED)


@transaction.atomic
def unblock_participant(command: UnblockParticipantCommand) -> Participant:
    """Accept activities of a participant again.

    :raises ParticipantNotFound: no such participant.
    :raises VersionConflict: the participant changed since `expected_version`.
    """
    participant = Participant.objects.locked(command.participant_id, command.expected_version)
    return _put(participant, ParticipantState.ACTIVE)


def _put(participant: Participant, state: ParticipantState) -> Participant:
    return participant if participant.state == state else participant.store(state=state)
