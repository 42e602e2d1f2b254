"""Commands for participants' tasks: what each has to do, and what an activity must meet."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, ClassVar
from uuid import UUID

from django.db import transaction

from programs.activity_types import criteria_of
from programs.commands.putting import (
    Put,
    Putting,
    found,
    found_by_id,
    put,
    refuse_end_before_start,
)
from programs.criteria import CriteriaInvalid
from programs.models import Exercise, Participant, ParticipantExerciseTask, ParticipantTaskState
from records.refusals import Conflict, Invalid


class ExerciseOfAnotherProgram(Invalid):
    """The exercise is of another program than the participant."""

    code = "exercise-of-another-program"


class TaskAlreadyUsed(Conflict):
    """An activity was applied to the task, or the task is completed."""

    code = "task-already-used"


@dataclass(frozen=True, slots=True, kw_only=True)
class PutParticipantExerciseTaskCommand:
    """`now` is when the task was created; of tasks that finish together the oldest comes first."""

    task_id: UUID
    participant_id: UUID
    exercise_id: UUID
    now: datetime
    criteria: Mapping[str, Any]
    starts_on: datetime | None = None
    finishes_on: datetime | None = None
    expected_version: int | None = None

    @property
    def key(self) -> UUID:
        return self.task_id


@dataclass(frozen=True, slots=True, kw_only=True)
class CancelParticipantExerciseTaskCommand:
    task_id: UUID
    expected_version: int | None = None


class ParticipantExerciseTasks(Putting[PutParticipantExerciseTaskCommand, ParticipantExerciseTask]):
    """How tasks are put."""

    model = ParticipantExerciseTask
    fixed: ClassVar = ("participant_id", "exercise_id")
    changing: ClassVar = ("criteria", "starts_on", "finishes_on")

    def __init__(self, commands: Sequence[PutParticipantExerciseTaskCommand]) -> None:
        participants = (command.participant_id for command in commands)
        exercises = (command.exercise_id for command in commands)
        self.participants = found_by_id(Participant.objects.all(), participants)
        self.exercises = found_by_id(Exercise.objects.all(), exercises)

    def wanted(self, command: PutParticipantExerciseTaskCommand) -> ParticipantExerciseTask:
        participant = found(Participant, self.participants, command.participant_id)
        exercise = found(Exercise, self.exercises, command.exercise_id)
        _refuse_another_program(participant, exercise)
        starts_on, finishes_on = command.starts_on, command.finishes_on
        refuse_end_before_start(
            ("startsOn", "finishesOn"), starts_on, finishes_on, "A task finishes after it starts."
        )
        return ParticipantExerciseTask(
            id=command.task_id,
            participant=participant,
            exercise=exercise,
            activity_type=exercise.activity_type,
            criteria=_read(exercise.activity_type, command.criteria),
            starts_on=starts_on,
            finishes_on=finishes_on,
            created_on=command.now,
            updated_on=command.now,
        )

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


def put_participant_exercise_task(
    command: PutParticipantExerciseTaskCommand,
) -> Put[ParticipantExerciseTask]:
    """Create or change a task; its participant and exercise never change.

    :raises ParticipantExerciseTaskNotFound: a version is expected of a task that does not exist.
    :raises VersionConflict: the task changed since `expected_version`.
    :raises FixedFieldDiffers: it is of another participant or exercise.
    :raises ParticipantNotFound: no such participant.
    :raises ExerciseNotFound: no such exercise.
    :raises ExerciseOfAnotherProgram: the exercise is not of the participant's program.
    :raises CriteriaInvalid: the criteria break a rule of the type; errors name `criteria.…`.
    :raises EndsBeforeStart: it finishes before it starts.
    :raises TaskAlreadyUsed: other criteria, though the task is completed or has its activity.
    """
    return put(ParticipantExerciseTasks, command)


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
    return task.store(state=ParticipantTaskState.CANCELLED)


def _read(activity_type: str, criteria: Mapping[str, Any]) -> dict[str, str]:
    try:
        return criteria_of(activity_type).read(criteria)
    except CriteriaInvalid as refusal:
        errors = {f"criteria.{key}": fault for key, fault in refusal.errors.items()}
        raise CriteriaInvalid(refusal.detail, errors) from None


def _refuse_another_program(participant: Participant, exercise: Exercise) -> None:
    if participant.program_id != exercise.program_id:
        wanted = f"must be an exercise of the program {participant.program_id}"
        raise ExerciseOfAnotherProgram(errors={"exerciseId": wanted})


def _refuse_used(task: ParticipantExerciseTask) -> None:
    if task.state == ParticipantTaskState.COMPLETED:
        raise TaskAlreadyUsed("The task is completed.")
    if task.activity_applied_on is not None:
        raise TaskAlreadyUsed("An activity was applied to the task.")
