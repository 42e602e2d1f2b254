"""What can be imported: the columns of each table, and the command that a line becomes."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any, ClassVar

from foundation.records.refusals import Invalid, Refusal
from programs.commands.importing.table import Columns, LineFault, TableRow
from programs.commands.putting import FixedFieldDiffers, PutCommand, Putting


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
