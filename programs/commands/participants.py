"""Commands for participants."""

from dataclasses import dataclass
from uuid import UUID

from django.db import transaction

from programs.models import Participant, ParticipantState


@dataclass(frozen=True, slots=True, kw_only=True)
class BlockParticipantCommand:
    participant_id: UUID
    expected_version: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class UnblockParticipantCommand:
    participant_id: UUID
    expected_version: int | None = None


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
