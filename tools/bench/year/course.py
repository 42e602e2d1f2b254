"""What all happenings of a year share: its clock, its chance, the product and the model."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from decimal import Decimal
from random import Random
from uuid import UUID
from zoneinfo import ZoneInfo

from tools.bench.year import compare
from tools.bench.year.formulas import Rule
from tools.bench.year.founding import BEGIN, Founding
from tools.bench.year.model import Model
from tools.bench.year.world import World

REGULARS = 4  # participants to whom most happens, so that much of it meets
OFTEN = 0.8
PAUSE = timedelta(minutes=2)  # by then the claim of a worker that died is over


class Course:
    """A seed's year; `faults` are where the product is not as the model says.

    `story` is what happened, line by line: what was done, where it died, and what was answered.
    """

    def __init__(self, seed: int, founding: Founding, happenings: int) -> None:
        self.chance, self.made, self.story = Random(seed), Random(seed), list[str]()
        self.now = BEGIN
        self.count, self.pause = happenings, timedelta(days=365) / happenings
        self.world = World(founding, self.chance, self.story)
        self.model = Model(zone=self.world.zone, takes_back=self.world.takes_back)
        founding.add_to(self.model)
        self.people = founding.people
        self.regulars = self.chance.sample(self.people, min(REGULARS, len(self.people)))
        self.drafts: dict[UUID, Rule] = {}
        self.answers: list[tuple[UUID, Decimal, datetime]] = []
        self.faults: list[str] = []

    def expect(self, what: str, got: str, wanted: str) -> None:
        """Note what was answered; it is a fault if the model answers otherwise."""
        self.story.append(f"{what}: {got or 'success'}")
        if got != wanted:
            self.faults.append(f"{what} is answered {got or 'success'}, not {wanted or 'success'}")

    def someone(self) -> UUID:
        """Return a participant, most often one of the regulars."""
        return self.chance.choice(self.regulars if self.chance.random() < OFTEN else self.people)

    def clock(self) -> datetime:
        return self.now

    def pass_time(self) -> None:
        """Go on; at times to a midnight of the program, where periods begin, or near it."""
        self.now += self.pause * self.chance.choice([0, 0.2, 1, 2.4])
        if self.chance.random() < 0.3:
            hours = self.chance.choice([0, 0, -2, 2])
            self.now = self.midnight(self.now + timedelta(days=1)) + timedelta(hours=hours)
        ends = [rule.valid_until for rule in self.model.rules if rule.valid_until]
        if (ends := [end for end in ends if end > self.now]) and self.chance.random() < 0.1:
            self.now = min(ends)

    def midnight(self, moment: datetime) -> datetime:
        local = moment.astimezone(ZoneInfo(self.world.zone))
        return local.replace(hour=0, minute=0, second=0, microsecond=0).astimezone(UTC)

    def look(self) -> None:
        """Compare all that is stored with the model, and ask past questions again."""
        self.faults += compare.differences(self.model)
        self.faults += self._answers_that_changed()

    def _answers_that_changed(self) -> Iterator[str]:
        for participant, amount, at in self.answers:
            found = self.world.balance(participant, at).amount
            if found != amount:
                yield f"the balance of {participant} was {amount}, and is {found} for then now"
