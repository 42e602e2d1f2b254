"""What can be imported: the columns of each table, and the command that a line becomes."""

from abc import ABC, abstractmethod
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from typing import Any, ClassVar

from programs.commands.importing.table import Columns, Fault, Row, read_cells
from programs.commands.participants import Participants, PutParticipantCommand
from programs.commands.putting import FixedFieldDiffers, PutCommand, Putting
from programs.commands.tasks import (
    ParticipantExerciseTasks,
    PutParticipantExerciseTaskCommand,
    TaskAlreadyUsed,
)
from programs.models import (
    ExerciseNotFound,
    MarketingProgramNotFound,
    ParticipantNotFound,
    ParticipantState,
)
from programs.readers import Reader, guid, one_of, timestamp
from records.refusals import Invalid, Refusal


def moment(text: str) -> datetime:
    """Read a timestamp, in UTC."""
    try:
        return timestamp(text).astimezone(UTC)
    except OverflowError:
        raise ValueError("must be between the years 1 and 9999") from None


class Subject(ABC):
    """Records that are imported.

    - `readers`: of the columns; the first is the id's.
    - `fields`: the command's field of each column.
    - `columns_of`: the column that a refusal is about.
    """

    title: ClassVar[str]
    kind: ClassVar[type[Putting[Any, Any]]]
    columns: ClassVar[Columns]
    readers: ClassVar[Mapping[str, Reader]]
    fields: ClassVar[Mapping[str, str]]
    columns_of: ClassVar[Mapping[type[Refusal], str]]

    @classmethod
    def read(cls, row: Row, now: datetime) -> tuple[PutCommand | None, list[Fault]]:
        """Return the command that a line becomes, or what is wrong with the line."""
        values, faults = read_cells(row, cls.readers, cls.columns.required)
        if faults:
            return None, faults
        fields = {cls.fields[name]: value for name, value in values.items()}
        return cls.command(row, fields, now), []

    @classmethod
    @abstractmethod
    def command(cls, row: Row, fields: Mapping[str, Any], now: datetime) -> PutCommand:
        """Return the command of a line."""

    @classmethod
    def faults_of(cls, line: int, refusal: Refusal) -> list[Fault]:
        """Return what a refusal says of a line."""
        if isinstance(refusal, Invalid) and refusal.errors:
            named = refusal.errors.items()
            return [Fault(line=line, column=column, text=text) for column, text in named]
        return [Fault(line=line, column=cls._column(refusal), text=refusal.detail)]

    @classmethod
    def _column(cls, refusal: Refusal) -> str:
        if isinstance(refusal, FixedFieldDiffers):
            return next(name for name, field in cls.fields.items() if field == refusal.name)
        if isinstance(refusal, Invalid):
            return next(iter(cls.readers))
        return cls.columns_of.get(type(refusal), "")


class ImportedParticipants(Subject):
    title = "participants"
    kind = Participants
    columns = Columns(required=("participantId", "marketingProgramId"), optional=("state",))
    readers: ClassVar = {
        "participantId": guid,
        "marketingProgramId": guid,
        "state": one_of(*ParticipantState.values),
    }
    fields: ClassVar = {
        "participantId": "participant_id",
        "marketingProgramId": "program_id",
        "state": "state",
    }
    columns_of: ClassVar = {MarketingProgramNotFound: "marketingProgramId"}

    @classmethod
    def command(cls, row: Row, fields: Mapping[str, Any], now: datetime) -> PutCommand:
        state = ParticipantState(fields["state"]) if "state" in fields else None
        return PutParticipantCommand(**{**fields, "state": state})


class ImportedTasks(Subject):
    title = "tasks"
    kind = ParticipantExerciseTasks
    columns = Columns(
        required=("participantExerciseTaskId", "participantId", "exerciseId"),
        optional=("startsOn", "finishesOn"),
        free="criteria.",
    )
    readers: ClassVar = {
        "participantExerciseTaskId": guid,
        "participantId": guid,
        "exerciseId": guid,
        "startsOn": moment,
        "finishesOn": moment,
    }
    fields: ClassVar = {
        "participantExerciseTaskId": "task_id",
        "participantId": "participant_id",
        "exerciseId": "exercise_id",
        "startsOn": "starts_on",
        "finishesOn": "finishes_on",
    }
    columns_of: ClassVar = {
        ParticipantNotFound: "participantId",
        ExerciseNotFound: "exerciseId",
        TaskAlreadyUsed: "criteria",
    }

    @classmethod
    def command(cls, row: Row, fields: Mapping[str, Any], now: datetime) -> PutCommand:
        """Have an earlier line count as older, where tasks that finish together are tried."""
        criteria = {
            name.removeprefix("criteria."): cell
            for name, cell in row.cells.items()
            if name.startswith("criteria.")
        }
        created_on = now + timedelta(microseconds=row.line)
        return PutParticipantExerciseTaskCommand(now=created_on, criteria=criteria, **fields)
