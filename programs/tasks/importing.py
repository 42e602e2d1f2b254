"""Tasks as they are imported."""

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any, ClassVar

from programs.importing.commands import ImportSubject
from programs.importing.table import Column, Columns, TableRow
from programs.models import ExerciseNotFound, ParticipantNotFound
from programs.readers import guid, timestamp
from programs.records import PutCommand
from programs.tasks.commands import (
    ParticipantExerciseTasks,
    PutParticipantExerciseTaskCommand,
    TaskAlreadyUsed,
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
