"""Commands for exercises."""

from dataclasses import dataclass
from typing import ClassVar
from uuid import UUID

from programs.activity_types import criteria_of
from programs.models import Exercise, MarketingProgram
from programs.records import PutCommand, Putting


@dataclass(frozen=True, slots=True, kw_only=True)
class PutExerciseCommand(PutCommand):
    id_field: ClassVar = "exercise_id"

    exercise_id: UUID
    program_id: UUID
    name: str
    activity_type: str


class Exercises(Putting[PutExerciseCommand, Exercise]):
    """How exercises are put.

    :raises ActivityTypeUnknown: no such activity type.
    """

    model = Exercise
    command = PutExerciseCommand
    fixed: ClassVar = ("program_id", "activity_type")
    changing: ClassVar = ("name",)
    refers: ClassVar = {"program_id": MarketingProgram}

    def wanted(self, command: PutExerciseCommand) -> Exercise:
        criteria_of(command.activity_type)
        return super().wanted(command)
