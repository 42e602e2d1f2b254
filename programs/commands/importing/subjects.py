"""What can be imported: the columns of each table, and the command that a line becomes."""

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any, ClassVar

from foundation.records.refusals import Invalid, Refusal
from programs.commands.importing.table import Column, Columns, LineFault, TableRow
from programs.commands.participants import Participants
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
from programs.readers import guid, one_of, timestamp


class ImportSubject:
    """Records that are imported.

    - `columns`: the first is the id's.
    - `columns_of`: the column that a refusal is about.
    """

    title: ClassVar[str]
    kind: ClassVar[type[Putting[Any, Any]]]
    columns: ClassVar[Columns]
    columns_of: ClassVar[Mapping[type[Refusal], str]]

    @classmethod
    def read(cls, row: TableRow, now: datetime) -> tuple[PutCommand | None, list[LineFault]]:
        """Return the command that a line becomes, or what is wrong with the line."""
        values, faults = cls.columns.read(row)
        return (None, faults) if faults else (cls.command(row, values, now), [])

    @classmethod
    def command(cls, row: TableRow, fields: Mapping[str, Any], now: datetime) -> PutCommand:
        command: PutCommand = cls.kind.command(**fields)
        return command

    @classmethod
    def fault(cls, line: int, text: str) -> LineFault:
        """Return a fault of the id's column."""
        return LineFault(line=line, column=next(iter(cls.columns.named)), text=text)

    @classmethod
    def faults_of(cls, line: int, refusal: Refusal) -> list[LineFault]:
        """Return what a refusal says of a line."""
        if isinstance(refusal, Invalid):
            named = refusal.errors.items()
            faults = [LineFault(line=line, column=name, text=text) for name, text in named]
            return faults or [cls.fault(line, refusal.detail)]
        column = cls.columns_of.get(type(refusal), "")
        if isinstance(refusal, FixedFieldDiffers):
            columns = cls.columns.named.items()
            column = next(name for name, each in columns if each.field == refusal.name)
        return [LineFault(line=line, column=column, text=refusal.detail)]


class ImportedParticipants(ImportSubject):
    title = "participants"
    kind = Participants
    columns = Columns(
        named={
            "participantId": Column(field="participant_id", reader=guid, is_required=True),
            "marketingProgramId": Column(field="program_id", reader=guid, is_required=True),
            "state": Column(field="state", reader=one_of(*ParticipantState.values)),
        }
    )
    columns_of: ClassVar = {MarketingProgramNotFound: "marketingProgramId"}


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
