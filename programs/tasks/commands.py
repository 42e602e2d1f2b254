"""Commands for participants' tasks: what each has to do, and what an activity must meet."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from decimal import Decimal
from typing import Any, ClassVar
from uuid import UUID

import structlog
from django.db import transaction
from django.db.models import F

from foundation.records.audit import Actor, store_recorded
from foundation.records.refusals import Conflict, Invalid
from programs.activity_types import criteria_of
from programs.criteria import CriteriaInvalid
from programs.importing.commands import Column, Columns, ImportSubject, TableRow
from programs.models import (
    Exercise,
    ExerciseNotFound,
    Participant,
    ParticipantExerciseTask,
    ParticipantNotFound,
    ParticipantTaskState,
)
from programs.readers import guid, timestamp
from programs.records import PutCommand, Putting, refuse_end_before_start

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


@dataclass(frozen=True, slots=True, kw_only=True)
class SuitableTask:
    """A task that suited an activity at this version."""

    task_id: UUID
    version: int


def take_suitable_task(
    participant_id: UUID, activity_type: str, facts: Mapping[str, Any], now: datetime
) -> UUID | None:
    """Take the first suitable task of a participant for an activity; None: there is none."""
    # Each turn but the last, the task that was found has been taken or changed since.
    while (found := find_suitable_task(participant_id, activity_type, facts)) is not None:
        if take_task(found.task_id, now, expected_version=found.version):
            return found.task_id
    return None


def find_suitable_task(
    participant_id: UUID, activity_type: str, facts: Mapping[str, Any]
) -> SuitableTask | None:
    """Return the participant's first free task that suits an activity with these facts.

    The first is the one that finishes soonest, then the oldest. Only what the criteria need is read
    of a task, because to read all columns of 500 tasks takes longer than to compare them.
    """
    suits = criteria_of(activity_type).suits
    free = ParticipantExerciseTask.objects.free().in_turn()
    tasks = free.filter(participant=participant_id, activity_type=activity_type)
    for task_id, version, criteria in tasks.values_list("pk", "version", "criteria"):
        if suits(criteria, facts):
            return SuitableTask(task_id=task_id, version=version)
    return None


@transaction.atomic
def take_task(
    task_id: UUID,
    now: datetime,
    *,
    states: Sequence[ParticipantTaskState] = (ParticipantTaskState.ACTIVE,),
    expected_version: int | None = None,
) -> bool:
    """Take a task for an activity; return whether it was free and at the expected version.

    One conditional update: of two activities that want the task, the second waits for the first and
    then finds it taken.
    """
    free = ParticipantExerciseTask.objects.filter(
        pk=task_id, state__in=states, activity_applied_on=None
    )
    if expected_version is not None:
        free = free.filter(version=expected_version)
    taken = free.update(activity_applied_on=now, updated_on=now, version=F("version") + 1)
    if not taken:
        # An update that waited keeps the row locked, also if it then changes nothing. The caller
        # goes on to other tasks, in another order than a batch of puts locks them: roll back to
        # release the lock.
        transaction.set_rollback(True)
    return taken == 1


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
