"""What the plain model knows of: limits, tasks, activities and changes of balances."""

from dataclasses import dataclass, field
from datetime import date, datetime
from decimal import Decimal
from uuid import UUID

ZERO = Decimal(0)


@dataclass(kw_only=True)
class Limit:
    """A limit of what a program credits; `is_budget`: of all participants together."""

    limit_id: UUID
    is_budget: bool
    period: str
    unit: str
    most: Decimal


@dataclass(kw_only=True)
class Task:
    """A participant's task."""

    task_id: UUID
    participant: UUID
    least: Decimal
    most: Decimal
    finishes_on: datetime | None
    created_on: datetime
    activity: UUID | None = None

    @property
    def turn(self) -> tuple[bool, datetime, datetime]:
        """Its turn among the participant's: the one that finishes first, then the oldest."""
        return self.finishes_on is None, self.finishes_on or self.created_on, self.created_on


@dataclass(kw_only=True)
class Run:
    """An activity; `events` are those that it has published, in their order.

    `day` is the program's, in its time zone; `formula` decided the reward, and `corrected` is what
    corrections have added to it.
    """

    activity_id: UUID
    participant: UUID
    distance: Decimal
    is_accepted: bool
    created_on: datetime
    day: date = date.min
    state: str = "Created"
    task: UUID | None = None
    reward: Decimal | None = None
    formula: UUID | None = None
    before_limits: Decimal | None = None
    corrected: Decimal = ZERO
    has_failed: bool = False
    claims: list[str] = field(default_factory=list)
    events: list[str] = field(default_factory=list)

    @property
    def place(self) -> tuple[datetime, UUID]:
        return self.created_on, self.activity_id

    @property
    def counted(self) -> Decimal:
        """What limits count of it."""
        return (self.reward or ZERO) + self.corrected


@dataclass(kw_only=True)
class Operation:
    """A change of a balance; `source`: the activity that it is for.

    `is_by_hand`: neither a reward nor of a correction; `is_of_before`: from before the year.
    """

    operation_id: UUID
    participant: UUID
    amount: Decimal
    source: UUID | None
    is_by_hand: bool = True
    is_of_before: bool = False
