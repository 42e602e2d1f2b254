"""One year: what the seed lets happen, day after day, in the product and in the model."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from decimal import Decimal
from random import Random
from unittest import mock
from uuid import UUID
from zoneinfo import ZoneInfo

from bench.year import compare
from bench.year.formulas import Rule, some_texts
from bench.year.model import TAKE_BACK, Limit, Model, Operation, Run, Task
from bench.year.world import World

BEGIN = datetime(2026, 1, 1, tzinfo=UTC)
# What can happen, as often as it stands here.
HAPPENS = (
    *["new_run"] * 12, *["late_again"] * 4, *["other_data"] * 4, *["other_decision"] * 3,
    *["steps"] * 8, *["adjustment"] * 3, *["formula"] * 2, "limit", "limit", "block",
    *["claim"] * 2, *["asked"] * 3, "task",
)  # fmt: skip


class Year:
    """A seed's year; `faults` are where the product is not as the model says."""

    def __init__(self, seed: int, people: int, happenings: int) -> None:
        self.chance = Random(seed)
        self.now = BEGIN
        self.count, self.step = happenings, timedelta(days=365) / happenings
        self.world = World(self.chance)
        self.model = Model(zone=self.world.zone, takes_back=self.world.takes_back)
        self.people = [self.world.add_participant() for _ in range(people)]
        self.drafts: dict[UUID, Rule] = {}
        self.answers: list[tuple[UUID, Decimal, datetime]] = []
        self.faults: list[str] = []

    def run(self) -> list[str]:
        """Let everything happen; return the faults, of which the first ends the year."""
        with mock.patch("django.utils.timezone.now", self._clock):
            for _ in range(2 * len(self.people)):
                self.task()
            for _ in range(2):
                self.formula()
                self.limit()
            for number in range(self.count):
                self._pass_time()
                name = self.chance.choice(HAPPENS)
                getattr(self, name)()
                if name == "steps" or number == self.count - 1:
                    self._end_day()
                if self.faults:
                    return [f"{self.now:%Y-%m-%d %H:%M}, {name}: {each}" for each in self.faults]
        return []

    def _clock(self) -> datetime:
        return self.now

    def _pass_time(self) -> None:
        """Go on; at times to a midnight of the program, where periods begin, or near it."""
        self.now += self.step * self.chance.choice([0, 0.2, 1, 2.4])
        if self.chance.random() < 0.3:
            hours = self.chance.choice([0, 0, -2, 2])
            self.now = self._midnight(self.now + timedelta(days=1)) + timedelta(hours=hours)
        ends = [rule.valid_until for rule in self.model.rules if rule.valid_until]
        if (ends := [end for end in ends if end > self.now]) and self.chance.random() < 0.1:
            self.now = min(ends)

    def _midnight(self, moment: datetime) -> datetime:
        local = moment.astimezone(ZoneInfo(self.world.zone))
        return local.replace(hour=0, minute=0, second=0, microsecond=0).astimezone(UTC)

    def _end_day(self) -> None:
        self.steps()
        self.faults += compare.differences(self.model)
        self.faults += self._answers_that_changed()

    def _expect(self, what: str, got: str, wanted: str) -> None:
        if got != wanted:
            self.faults.append(f"{what} is answered {got or 'success'}, not {wanted or 'success'}")

    def _answers_that_changed(self) -> Iterator[str]:
        for participant, amount, at in self.answers:
            found = self.world.balance(participant, at).amount
            if found != amount:
                yield f"the balance of {participant} at {at} was {amount}, and is {found} now"

    # --- What happens ---------------------------------------------------------------------------

    def steps(self) -> None:
        self.world.run_steps()
        self.model.run_steps()

    def new_run(self) -> None:
        run = Run(
            activity_id=self.world.new_id(),
            participant=self.chance.choice(self.people),
            distance=self._distance(),
            is_accepted=self.chance.random() < 0.9,
            created_on=self.now,
        )
        self._receive(run)

    def _distance(self) -> Decimal:
        return Decimal(self.chance.randint(1, 30)) / 2

    def _receive(self, run: Run) -> None:
        sent = replace(run, claims=[], events=[])
        got = self.world.receive(sent, self.now)
        self._expect("an activity", got, self.model.receive(sent))

    def late_again(self) -> None:
        """An activity comes once more."""
        if self.model.runs:
            self._receive(self._some_run())

    def other_data(self) -> None:
        if self.model.runs:
            self._receive(replace(self._some_run(), distance=self._distance()))

    def other_decision(self) -> None:
        if self.model.runs:
            run = self._some_run()
            self._receive(replace(run, is_accepted=not run.is_accepted))

    def _some_run(self) -> Run:
        return self.chance.choice(list(self.model.runs.values()))

    def adjustment(self) -> None:
        """Staff correct a balance: by any amount, by all of it, or once more under the same id."""
        participant = self.chance.choice(self.people)
        amounts = [-self.model.balance(participant), Decimal(self.chance.randint(-20, 20))]
        amount = self.chance.choice(amounts) or Decimal(1)
        rewarded = [
            run.activity_id
            for run in self.model.runs.values()
            if run.participant == participant and run.reward is not None
        ]
        known = [each for each in self.model.operations.values() if each.source is None]
        operation = Operation(
            operation_id=self.world.new_id(),
            participant=participant,
            amount=amount,
            source=self.chance.choice([None, *rewarded[:2]]),
        )
        if known and self.chance.random() < 0.3:
            operation = replace(self.chance.choice(known))
            operation.amount += self.chance.choice([0, 1])
        got = self.world.adjust(operation, self.now)
        self._expect("an adjustment", got, self.model.adjust(operation))

    def formula(self) -> None:
        """Save a new formula, or other texts of one; then make it active, or leave it a draft."""
        is_new = len(self.drafts) < 3 and self.chance.random() < 0.6
        if is_new or not self.drafts:
            rule = self._new_rule()
        else:
            rule = self.chance.choice(list(self.drafts.values()))
            rule = replace(rule, **some_texts(self.chance))  # type: ignore[arg-type]
        self.world.save_formula(rule, self.now, is_new=rule.formula_id not in self.drafts)
        self.drafts[rule.formula_id] = rule
        if self.chance.random() < 0.8:
            refused = self.world.activate(rule.formula_id, self.now)
            self._expect("an activation", refused.replace("revision-is-active", ""), "")
            self._make_active(rule)

    def _new_rule(self) -> Rule:
        bounds = [None, None, self._midnight(self.now + timedelta(days=self.chance.randint(1, 90)))]
        until = self.chance.choice(bounds)
        texts = some_texts(self.chance)
        return Rule(formula_id=self.world.new_id(), valid_until=until, **texts)  # type: ignore[arg-type]

    def _make_active(self, rule: Rule) -> None:
        """Keep the order of the formulas, which is that of their creation."""
        active = {each.formula_id: each for each in self.model.rules} | {rule.formula_id: rule}
        self.model.rules = [active[known] for known in self.drafts if known in active]

    def limit(self) -> None:
        """Add a limit, change how much one allows, or remove one."""
        limits = self.model.limits
        if len(limits) < 3 and self.chance.random() < 0.6:
            limit = Limit(
                limit_id=self.world.new_id(),
                is_budget=self.chance.random() < 0.4,
                period=self.chance.choice(["Day", "Week", "Month", "Program"]),
                unit=self.chance.choice(["Points", "Points", "Activities"]),
                most=Decimal(self.chance.randint(1, 60)),
            )
        elif limits:
            limit = self.chance.choice(list(limits.values()))
            if self.chance.random() < 0.3:
                self.world.remove_limit(limits.pop(limit.limit_id).limit_id)
                return
            limit.most = Decimal(self.chance.randint(1, 60))
        else:
            return
        self.world.put_limit(limit, self.now)
        limits[limit.limit_id] = limit

    def block(self) -> None:
        if len(self.model.blocked) < len(self.people) // 3:
            participant = self.chance.choice(self.people)
            self.world.block(participant)
            self.model.blocked.add(participant)

    def claim(self) -> None:
        """Staff settle a claim to review."""
        by_itself = self.model.waiting[TAKE_BACK]
        opened = [
            run
            for run in self.model.runs.values()
            if "Open" in run.claims and run.activity_id not in by_itself
        ]
        if opened:
            run, decision = self.chance.choice(opened), self.chance.choice(["Keep", "TakeBack"])
            got = self.world.settle(run.activity_id, decision, self.now)
            self._expect("a claim", got, self.model.settle(run, decision))

    def asked(self) -> None:
        """Ask for a balance, and remember the answer."""
        have = {each.participant for each in self.model.operations.values()}
        if known := [each for each in self.people if each in have]:
            participant = self.chance.choice(known)
            found, wanted = self.world.balance(participant), self.model.balance(participant)
            self._expect(f"the balance of {participant}", f"{found.amount:.2f}", f"{wanted:.2f}")
            moments = found.as_of, found.updated_on
            self.answers += [(participant, found.amount, moment) for moment in moments]

    def task(self) -> None:
        least = Decimal(self.chance.randint(0, 8))
        days = self.chance.choice([None, self.chance.randint(1, 300)])
        finishes_on = None if days is None else BEGIN + timedelta(days=days)
        place = finishes_on is None, finishes_on, len(self.model.tasks)
        task = Task(
            task_id=self.world.new_id(),
            participant=self.chance.choice(self.people),
            least=least,
            most=least + self.chance.randint(1, 8),
            place=place,
        )
        self.now += timedelta(seconds=1)  # of two tasks the older one comes first
        self.world.put_task(task, self.now)
        self.model.tasks.append(task)
