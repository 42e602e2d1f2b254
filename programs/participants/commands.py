"""Commands for participants, and their erasure; the apps above register what they have of one."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, ClassVar
from uuid import UUID

from django.db import transaction

from foundation.privacy.commands import OrderErasureCommand, order_erasure, unfinished_erasure
from foundation.privacy.models import Erasure, SubjectKind
from foundation.privacy.registry import (
    Counts,
    Erased,
    Name,
    Part,
    Subject,
    count_all,
    digest_of,
    erased_among,
    is_erased,
)
from foundation.records.audit import Actor, store_recorded
from foundation.records.refusals import Conflict
from programs.importing.commands import Column, Columns, ImportSubject
from programs.models import (
    MAX_EXTERNAL_ID,
    MAX_LABEL,
    AssignmentLine,
    MarketingProgram,
    MarketingProgramNotFound,
    Participant,
    ParticipantExerciseTask,
    ParticipantState,
    TaskAssignment,
)
from programs.readers import guid, one_of, words_of_at_most
from programs.records import PutCommand, Putting

# The erased participants: by what they are known, and the pseudonym of what stays of them.


def participant_name(participant_id: UUID) -> Name:
    return ("participant", str(participant_id))


def pseudonym_of(participant_id: UUID) -> UUID:
    """Return the id under which balance operations stay; only `ERASURE_KEY` leads to it."""
    return UUID(digest_of(("pseudonym", str(participant_id)))[:32])


TASKS_AT_ONCE = 500


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


class TasksOfParticipant(Part):
    """The tasks, and at the end the participant: nothing refers to them by then."""

    def count(self, subject: Subject) -> Counts:
        participants = Participant.objects.filter(pk=subject["participantId"])
        return {"tasks": _tasks_of(subject).count(), "participants": participants.count()}

    def erase(self, subject: Subject, position: Any, now: datetime) -> Erased:
        chosen = list(_tasks_of(subject).values_list("pk", flat=True)[:TASKS_AT_ONCE])
        if chosen:
            ParticipantExerciseTask.objects.filter(pk__in=chosen).delete()
            return Erased(counts={"tasks": len(chosen)}, next="more")
        _leave_assignments(subject)
        deleted, _ = Participant.objects.filter(pk=subject["participantId"]).delete()
        return Erased(counts={"participants": deleted})


def _tasks_of(subject: Subject) -> Any:
    return ParticipantExerciseTask.objects.filter(participant=subject["participantId"])


def _leave_assignments(subject: Subject) -> None:
    """Delete the participant's lines of tasks for many, and where a job has read up to them."""
    participant_id = subject["participantId"]
    AssignmentLine.objects.filter(participant_id=participant_id).delete()
    for job in TaskAssignment.objects.filter(position__id=participant_id):
        # Those who came at the same moment are read again; their tasks are there already.
        position = {**(job.position or {}), "id": str(UUID(int=0))}
        TaskAssignment.objects.filter(pk=job.pk).update(position=position)


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
