"""Ordering that a participant is erased, and the pseudonym of what stays."""

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.db import transaction

from foundation.privacy.commands import OrderErasureCommand, order_erasure, unfinished_erasure
from foundation.privacy.models import Erasure, SubjectKind
from foundation.privacy.registry import Counts, Name, Subject, count_all, digest_of
from foundation.records.audit import Actor
from programs.participants.models import Participant, ParticipantState


def participant_name(participant_id: UUID) -> Name:
    return ("participant", str(participant_id))


def pseudonym_of(participant_id: UUID) -> UUID:
    """Return the id under which balance operations stay; only `ERASURE_KEY` leads to it."""
    return UUID(digest_of(("pseudonym", str(participant_id)))[:32])


@dataclass(frozen=True, slots=True, kw_only=True)
class EraseParticipantCommand:
    erasure_id: UUID
    participant_id: UUID
    reason: str
    by: Actor | None
    now: datetime


@transaction.atomic
def erase_participant(command: EraseParticipantCommand) -> Erasure:
    """Erase a participant; the balance's operations stay under a pseudonym.

    The participant is blocked at once, so no activity comes in meanwhile. An erasure that is under
    way is returned as it is.

    :raises ParticipantNotFound: no such participant.
    """
    participant = Participant.objects.locked(command.participant_id)
    subject = participant_subject(participant)
    if (known := unfinished_erasure(SubjectKind.PARTICIPANT, subject)) is not None:
        return known
    participant.store_differing(state=ParticipantState.BLOCKED)
    return order_erasure(
        OrderErasureCommand(
            erasure_id=command.erasure_id,
            kind=SubjectKind.PARTICIPANT,
            subject=subject,
            names=[participant_name(participant.pk)],
            why=command.reason,
            by=command.by,
            now=command.now,
        )
    )


def participant_subject(participant: Participant) -> Subject:
    """Return what an erasure of a participant needs to find everything about them."""
    return {
        "participantId": str(participant.pk),
        "programId": str(participant.program_id),
        "pseudonym": str(pseudonym_of(participant.pk)),
        "words": [str(participant.pk)],
    }


def count_erased_with_participant(participant: Participant) -> Counts:
    """Return what erasing the participant would erase now."""
    return count_all(SubjectKind.PARTICIPANT, participant_subject(participant))


def keep_pseudonym(subject: Subject, now: datetime) -> UUID:
    """Insert, if it is missing, the participant under whose id operations stay; return the id."""
    pseudonym = UUID(subject["pseudonym"])
    Participant.objects.get_or_create(
        pk=pseudonym,
        defaults={
            "program_id": subject["programId"],
            "state": ParticipantState.BLOCKED,
            "created_on": now,
            "updated_on": now,
        },
    )
    return pseudonym
