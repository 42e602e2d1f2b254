"""What happens to balances and their participants."""

from dataclasses import replace
from decimal import Decimal
from uuid import UUID

from tools.bench.year.course import Course
from tools.bench.year.facts import Operation

MOST_BLOCKED = 2


class Accounts(Course):
    """Adjustments by hand, questions about balances, and blocked participants."""

    def adjustment(self) -> None:
        """Staff correct a balance: by any amount, by most or all of it, or again by the same id."""
        participant = self.someone()
        balance = self.model.balance(participant)
        some = Decimal(self.chance.randint(1, 20))
        amounts = [-balance, some - balance, some, -some]
        amount = self.chance.choice(amounts) or Decimal(1)
        rewarded = [
            run.activity_id
            for run in self.model.runs.values()
            if run.participant == participant and run.reward is not None
        ]
        known = [each for each in self.model.operations.values() if each.source is None]
        operation = self._operation(participant, amount, self.chance.choice([None, *rewarded[:2]]))
        if known and self.chance.random() < 0.3:
            operation = replace(self.chance.choice(known))
            operation.amount += self.chance.choice([0, 1])
        self._adjust(operation)

    def spending(self) -> None:
        """Who is there most often spends nearly all points, which another system takes."""
        for participant in self.regulars:
            left = Decimal(self.chance.randint(1, 20))
            if (amount := left - self.model.balance(participant)) < 0:
                self._adjust(self._operation(participant, amount, None))

    def _operation(self, participant: UUID, amount: Decimal, source: UUID | None) -> Operation:
        operation_id = self.world.new_id()
        return Operation(
            operation_id=operation_id, participant=participant, amount=amount, source=source
        )

    def _adjust(self, operation: Operation) -> None:
        got = self.world.adjust(operation, self.now)
        self.expect("an adjustment", got, self.model.adjust(operation))

    def block(self) -> None:
        if len(self.model.blocked) < min(len(self.people) // 3, MOST_BLOCKED):
            participant = self.someone()
            self.world.block(participant)
            self.model.blocked.add(participant)

    def asked(self) -> None:
        """Ask for a balance, and remember the answer."""
        participant = self.someone()
        if self.model.accounts[participant]:
            found, wanted = self.world.balance(participant), self.model.balance(participant)
            self.expect(f"the balance of {participant}", f"{found.amount:.2f}", f"{wanted:.2f}")
            moments = found.as_of, found.updated_on
            self.answers += [(participant, found.amount, moment) for moment in moments]
