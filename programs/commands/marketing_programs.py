"""Commands for marketing programs."""

from dataclasses import dataclass
from datetime import datetime
from typing import ClassVar
from uuid import UUID

from programs.commands.putting import Put, Putting, put, refuse_end_before_start
from programs.models import MarketingProgram


@dataclass(frozen=True, slots=True, kw_only=True)
class PutMarketingProgramCommand:
    program_id: UUID
    name: str
    is_new_scheme: bool = True
    starts_on: datetime | None = None
    ends_on: datetime | None = None
    expected_version: int | None = None

    @property
    def key(self) -> UUID:
        return self.program_id


class MarketingPrograms(Putting[PutMarketingProgramCommand, MarketingProgram]):
    """How programs are put. A changed scheme applies to steps that run after the change."""

    model = MarketingProgram
    changing: ClassVar = ("name", "is_new_scheme", "starts_on", "ends_on")

    def wanted(self, command: PutMarketingProgramCommand) -> MarketingProgram:
        starts_on, ends_on = command.starts_on, command.ends_on
        refuse_end_before_start(
            ("startsOn", "endsOn"), starts_on, ends_on, "A program ends after it starts."
        )
        return MarketingProgram(
            id=command.program_id,
            name=command.name,
            is_new_scheme=command.is_new_scheme,
            starts_on=starts_on,
            ends_on=ends_on,
        )


def put_marketing_program(command: PutMarketingProgramCommand) -> Put[MarketingProgram]:
    """Create or change a program.

    :raises MarketingProgramNotFound: a version is expected of a program that does not exist.
    :raises VersionConflict: the program changed since `expected_version`.
    :raises EndsBeforeStart: it ends before it starts.
    """
    return put(MarketingPrograms, command)
