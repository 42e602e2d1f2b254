"""Trying inputs one after the other, with what each gave: counted, and bounded in time."""

from dataclasses import dataclass, field
from decimal import Decimal

from rewards.budget import CpuBudget
from rewards.examining.choosing import Subject
from rewards.examining.edges import Row
from rewards.formula.values import ZERO
from rewards.outcomes import Outcome, Result


@dataclass(slots=True, kw_only=True)
class Trial:
    """Calculates a revision for many inputs. It `is_late` when the budget is spent."""

    subject: Subject
    tried: int = 0
    suiting: int = 0
    budget: CpuBudget = field(default_factory=CpuBudget)

    @property
    def is_late(self) -> bool:
        """Whether the time is over."""
        return self.budget.is_spent

    def outcome(self, row: Row) -> Outcome:
        """Return what the revision gives, and count it."""
        found = self.subject.revision.outcome(row)
        self.tried += 1
        self.suiting += found.result is not Result.DOES_NOT_SUIT
        return found

    def reward(self, row: Row) -> Decimal | None:
        """Return what is credited: 0 without a reward, None where it fails or does not suit."""
        return credited(self.outcome(row))

    def amount(self, row: Row) -> Decimal | None:
        """Return the same before rounding."""
        found = self.outcome(row)
        return found.amount if found.result is Result.REWARD else credited(found)


def credited(outcome: Outcome) -> Decimal | None:
    """Return what an outcome credits: 0 without a reward, None if it failed or does not suit."""
    if outcome.result is Result.NO_REWARD:
        return ZERO
    return outcome.reward if outcome.result is Result.REWARD else None
