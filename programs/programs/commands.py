"""Commands for marketing programs and their exercises."""

from dataclasses import dataclass
from datetime import datetime
from typing import ClassVar
from uuid import UUID

from foundation.records.database import time_zones
from foundation.records.refusals import Invalid
from programs.activity_types import criteria_of
from programs.programs.models import Exercise, MarketingProgram
from programs.putting import PutCommand, Putting, refuse_end_before_start


class TimeZoneUnknown(Invalid):
    """There is no such time zone."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PutMarketingProgramCommand(PutCommand):
    id_field: ClassVar = "program_id"

    program_id: UUID
    name: str
    is_new_scheme: bool = True
    starts_on: datetime | None = None
    ends_on: datetime | None = None
    time_zone: str = "UTC"
    takes_back_rejected: bool = False
    refuses_outside_dates: bool = False


class MarketingPrograms(Putting[PutMarketingProgramCommand, MarketingProgram]):
    """How programs are put. A changed scheme applies to steps that run after the change.

    :raises EndsBeforeStart: it ends before it starts.
    :raises TimeZoneUnknown: no such time zone.
    """

    model = MarketingProgram
    command = PutMarketingProgramCommand
    changing: ClassVar = ("name", "is_new_scheme", "starts_on", "ends_on", "time_zone",
                          "takes_back_rejected", "refuses_outside_dates")  # fmt: skip

    def wanted(self, command: PutMarketingProgramCommand) -> MarketingProgram:
        refuse_end_before_start(
            command.starts_on, command.ends_on, "endsOn", "A program ends after it starts."
        )
        if command.time_zone not in time_zones():
            raise TimeZoneUnknown(errors={"timeZone": "must be a time zone, as Europe/Berlin"})
        return super().wanted(command)


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
