"""Commands for participants' tasks: what each has to do, what an activity must meet, erasure."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from decimal import Decimal
from typing import Any, ClassVar
from uuid import UUID

import structlog
from django.db import transaction
from django.db.models import F

from foundation.privacy.registry import Counts, Erased, Part, Subject
from foundation.records.audit import Actor, store_recorded
from foundation.records.refusals import Conflict, Invalid
from programs.activity_types import criteria_of
from programs.criteria import CriteriaInvalid
from programs.importing.commands import Column, Columns, ImportSubject, TableRow
from programs.participants.models import Participant, ParticipantNotFound
from programs.programs.models import Exercise, ExerciseNotFound
from programs.putting import PutCommand, Putting, refuse_end_before_start
from programs.readers import guid, timestamp
from programs.tasks.models import (
    AssignmentLine,
    ParticipantExerciseTask,
    ParticipantTaskState,
    TaskAssignment,
)

log = structlog.get_logger(__name__)


class ExerciseOfAnotherProgram(Invalid):
    """The exercise is of another program than the participant."""


class TaskAlreadyUsed(Conflict):
    """An activity was applied to the task, or the task is completed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PutParticipantExerciseTaskCommand(PutCommand):
    """`now` is when the task was created; of tasks that finish together the oldest comes first."""

    id_field: ClassVar = "task_id"

    task_id: UUID
    participant_id: UUID
    exercise_id: UUID
    now: datetime
    criteria: Mapping[str, Any]
    starts_on: datetime | None = None
    finishes_on: datetime | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class CancelParticipantExerciseTaskCommand:
    task_id: UUID
    expected_version: int | None = None
    by: Actor | None = None


class ParticipantExerciseTasks(Putting[PutParticipantExerciseTaskCommand, ParticipantExerciseTask]):
    """How tasks are put.

    :raises ExerciseOfAnotherProgram: the exercise is not of the participant's program.
    :raises CriteriaInvalid: the criteria break a rule of the type; errors name `criteria.…`.
    :raises EndsBeforeStart: it finishes before it starts.
    :raises TaskAlreadyUsed: other criteria, though the task is completed or has its activity.
    """

    model = ParticipantExerciseTask
    command = PutParticipantExerciseTaskCommand
    fixed: ClassVar = ("participant_id", "exercise_id")
    changing: ClassVar = ("criteria", "starts_on", "finishes_on")
    refers: ClassVar = {"participant_id": Participant, "exercise_id": Exercise}

    def wanted(self, command: PutParticipantExerciseTaskCommand) -> ParticipantExerciseTask:
        task = super().wanted(command)
        task.created_on = task.updated_on = command.now
        program_id = task.participant.program_id
        if task.exercise.program_id != program_id:
            wanted = f"must be an exercise of the program {program_id}"
            raise ExerciseOfAnotherProgram(errors={"exerciseId": wanted})
        refuse_end_before_start(
            command.starts_on, command.finishes_on, "finishesOn", "A task finishes after it starts."
        )
        task.activity_type = task.exercise.activity_type
        task.criteria = read_criteria(task.activity_type, command.criteria)
        return task

    def changes(
        self,
        command: PutParticipantExerciseTaskCommand,
        stored: ParticipantExerciseTask,
        wanted: ParticipantExerciseTask,
    ) -> dict[str, Any]:
        changes = super().changes(command, stored, wanted)
        if "criteria" in changes:
            _refuse_used(stored)
        return changes


@transaction.atomic
def cancel_participant_exercise_task(
    command: CancelParticipantExerciseTaskCommand,
) -> ParticipantExerciseTask:
    """Cancel a task: no activity is applied to it any more.

    :raises ParticipantExerciseTaskNotFound: no such task.
    :raises VersionConflict: the task changed since `expected_version`.
    :raises TaskAlreadyUsed: an activity was applied to it, or it is completed.
    """
    task = ParticipantExerciseTask.objects.locked(command.task_id, command.expected_version)
    if task.state == ParticipantTaskState.CANCELLED:
        return task
    _refuse_used(task)
    return store_recorded(command.by, task, state=ParticipantTaskState.CANCELLED)


def read_criteria(activity_type: str, criteria: Mapping[str, Any]) -> dict[str, str]:
    """Return criteria as they are stored.

    :raises CriteriaInvalid: they break a rule of the type; errors name `criteria.…`.
    """
    try:
        return criteria_of(activity_type).read(criteria)
    except CriteriaInvalid as refusal:
        errors = {f"criteria.{key}": fault for key, fault in refusal.errors.items()}
        raise CriteriaInvalid(refusal.detail, errors) from None


def _refuse_used(task: ParticipantExerciseTask) -> None:
    if task.state == ParticipantTaskState.COMPLETED:
        raise TaskAlreadyUsed("The task is completed.")
    if task.activity_applied_on is not None:
        raise TaskAlreadyUsed("An activity was applied to the task.")


# Commands that find a participant's task for an activity, take it, and complete it.


class TaskIsCancelled(Conflict):
    """The task is cancelled."""


class TaskOfAnotherExercise(Conflict):
    """The task belongs to another exercise."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CompleteParticipantExerciseTaskCommand:
    """`value` is what was reached; no exercise here measures it, so it is null.

    `by`: of an order by staff or a client.
    """

    exercise_id: UUID
    participant_exercise_task_id: UUID
    value: Decimal | None
    is_new_scheme: bool
    occurred_on: datetime
    expected_version: int | None = None
    by: Actor | None = None


@transaction.atomic
def complete_participant_exercise_task(
    command: CompleteParticipantExerciseTaskCommand,
) -> ParticipantExerciseTask:
    """Complete a participant's task, once.

    :raises ParticipantExerciseTaskNotFound: no such task.
    :raises VersionConflict: the task changed since `expected_version`.
    :raises TaskOfAnotherExercise: the task is not of this exercise.
    :raises TaskIsCancelled: the task is cancelled.
    """
    key = command.participant_exercise_task_id
    task = ParticipantExerciseTask.objects.locked(key, command.expected_version)
    if task.exercise_id != command.exercise_id:
        raise TaskOfAnotherExercise(f"Task {task.pk} belongs to exercise {task.exercise_id}.")
    if task.state == ParticipantTaskState.CANCELLED:
        raise TaskIsCancelled(f"Task {task.pk} is cancelled.")
    if task.state == ParticipantTaskState.COMPLETED:
        return task
    log.info("task_completed", task_id=str(task.pk), is_new_scheme=command.is_new_scheme)
    completed = {"state": ParticipantTaskState.COMPLETED, "completed_on": command.occurred_on}
    return store_recorded(command.by, task, **completed)


def complete_taken_task(task_id: UUID, occurred_on: datetime) -> None:
    """Complete a task that the caller took in this transaction: its row is locked and active."""
    log.info("task_completed", task_id=str(task_id), is_new_scheme=True)
    ParticipantExerciseTask.objects.filter(pk=task_id).update(
        state=ParticipantTaskState.COMPLETED,
        completed_on=occurred_on,
        updated_on=occurred_on,
        version=F("version") + 1,
    )


class ImportedTasks(ImportSubject):
    title = "tasks"
    kind = ParticipantExerciseTasks
    columns = Columns(
        named={
            "participantExerciseTaskId": Column(field="task_id", reader=guid, is_required=True),
            "participantId": Column(field="participant_id", reader=guid, is_required=True),
            "exerciseId": Column(field="exercise_id", reader=guid, is_required=True),
            "startsOn": Column(field="starts_on", reader=timestamp),
            "finishesOn": Column(field="finishes_on", reader=timestamp),
        },
        free="criteria.",
    )
    columns_of: ClassVar = {
        ParticipantNotFound: "participantId",
        ExerciseNotFound: "exerciseId",
        TaskAlreadyUsed: "criteria",
    }

    @classmethod
    def command(cls, row: TableRow, fields: Mapping[str, Any], now: datetime) -> PutCommand:
        """Return the command; its task is tried before those of later lines that finish with it."""
        criteria = {
            name.removeprefix("criteria."): cell
            for name, cell in row.cells.items()
            if name.startswith("criteria.")
        }
        created_on = now + timedelta(microseconds=row.line)
        return PutParticipantExerciseTaskCommand(now=created_on, criteria=criteria, **fields)


TASKS_AT_ONCE = 500


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
