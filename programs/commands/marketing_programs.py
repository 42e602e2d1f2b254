"""Commands for marketing programs."""

from dataclasses import dataclass
from datetime import datetime
from typing import ClassVar
from uuid import UUID

from programs.commands.putting import PutCommand, Putting, refuse_end_before_start
from programs.models import MarketingProgram


@dataclass(frozen=True, slots=True, kw_only=True)
class PutMarketingProgramCommand(PutCommand):
    id_field: ClassVar = "program_id"

    program_id: UUID
    name: str
    is_new_scheme: bool = True
    starts_on: datetime | None = None
    ends_on: datetime | None = None


class MarketingPrograms(Putting[PutMarketingProgramCommand, MarketingProgram]):
    """How programs are put. A changed scheme applies to steps that run after the change.

    :raises EndsBeforeStart: it ends before it starts.
    """

    model = MarketingProgram
    command = PutMarketingProgramCommand
    changing: ClassVar = ("name", "is_new_scheme", "starts_on", "ends_on")

    def wanted(self, command: PutMarketingProgramCommand) -> MarketingProgram:
        refuse_end_before_start(
            command.starts_on, command.ends_on, "endsOn", "A program ends after it starts."
        )
        return super().wanted(command)
