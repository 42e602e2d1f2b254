"""Commands for exercises."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar
from uuid import UUID

from programs.activity_types import criteria_of
from programs.commands.putting import Put, Putting, found, found_by_id, put
from programs.models import Exercise, MarketingProgram


@dataclass(frozen=True, slots=True, kw_only=True)
class PutExerciseCommand:
    exercise_id: UUID
    program_id: UUID
    name: str
    activity_type: str
    expected_version: int | None = None

    @property
    def key(self) -> UUID:
        return self.exercise_id


class Exercises(Putting[PutExerciseCommand, Exercise]):
    """How exercises are put."""

    model = Exercise
    fixed: ClassVar = ("program_id", "activity_type")
    changing: ClassVar = ("name",)

    def __init__(self, commands: Sequence[PutExerciseCommand]) -> None:
        ids = (command.program_id for command in commands)
        self.programs = found_by_id(MarketingProgram.objects.all(), ids)

    def wanted(self, command: PutExerciseCommand) -> Exercise:
        criteria_of(command.activity_type)
        return Exercise(
            id=command.exercise_id,
            program=found(MarketingProgram, self.programs, command.program_id),
            name=command.name,
            activity_type=command.activity_type,
        )


def put_exercise(command: PutExerciseCommand) -> Put[Exercise]:
    """Create or change an exercise; its program and activity type never change.

    :raises ExerciseNotFound: a version is expected of an exercise that does not exist.
    :raises VersionConflict: the exercise changed since `expected_version`.
    :raises FixedFieldDiffers: it is of another program or activity type.
    :raises MarketingProgramNotFound: no such program.
    :raises ActivityTypeUnknown: no such activity type.
    """
    return put(Exercises, command)
