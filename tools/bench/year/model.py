"""The year in plain Python: what must be in the database. It uses nothing of the product."""

from collections import defaultdict
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from uuid import UUID
from zoneinfo import ZoneInfo

from tools.bench.year.corrections import Correction
from tools.bench.year.facts import ZERO, Limit, Operation, Run, Task
from tools.bench.year.formulas import Fails, Rule, decided
from tools.bench.year.uses import Uses

CALCULATE, BOTH, TAKE_BACK = "calculate_reward", "reward_and_apply", "take_back_reward"


@dataclass(kw_only=True)
class Model:
    """Everything that happened so far, and the steps that wait, each with its activity."""

    zone: str
    takes_back: bool
    rules: list[Rule] = field(default_factory=list)
    limits: dict[UUID, Limit] = field(default_factory=dict)
    tasks: list[Task] = field(default_factory=list)
    runs: dict[UUID, Run] = field(default_factory=dict)
    operations: dict[UUID, Operation] = field(default_factory=dict)
    blocked: set[UUID] = field(default_factory=set)
    corrections: dict[UUID, Correction] = field(default_factory=dict)
    waiting: dict[str, list[UUID]] = field(
        default_factory=lambda: {name: [] for name in (BOTH, CALCULATE, TAKE_BACK)}
    )
    accounts: defaultdict[UUID, list[Operation]] = field(default_factory=lambda: defaultdict(list))

    def add(self, run: Run) -> None:
        """Let an activity be there."""
        run.day = run.created_on.astimezone(ZoneInfo(self.zone)).date()
        self.runs[run.activity_id] = run

    def post(self, operation: Operation) -> None:
        """Change a balance."""
        self.operations[operation.operation_id] = operation
        self.accounts[operation.participant].append(operation)

    def receive(self, run: Run) -> str:
        """Store an activity, or its new data; return the refusal's code."""
        known = self.runs.get(run.activity_id)
        if known is None:
            if run.participant in self.blocked:
                return "participant-blocked"
            self.add(run)
            run.events.append("activity-created")
            self.waiting[BOTH].append(run.activity_id)
        elif (known.distance, known.is_accepted) != (run.distance, run.is_accepted):
            self._update(known, run)
        return ""

    def _update(self, known: Run, new: Run) -> None:
        is_decided_otherwise = known.is_accepted != new.is_accepted
        known.distance, known.is_accepted, known.has_failed = new.distance, new.is_accepted, False
        known.events.append("activity-data-updated")
        if known.reward is None:
            self.waiting[BOTH if known.state == "Created" else CALCULATE].append(known.activity_id)
        if is_decided_otherwise:
            self._claim(known)

    def _claim(self, run: Run) -> None:
        """Claim a reward whose activity was rejected; close the claim when it is accepted again."""
        if run.is_accepted:
            run.claims = ["Closed" if state == "Open" else state for state in run.claims]
        elif "Open" not in run.claims and self.sum_of(run) > 0:
            run.claims.append("Open")
            if self.takes_back:
                self.waiting[TAKE_BACK].append(run.activity_id)

    def members(self, segment: str) -> Collection[UUID]:
        """Return the participants of a segment."""
        everyone = self.accounts.keys()
        completed = {task.participant for task in self.tasks if task.activity}
        return {
            "all": everyone,
            "active": everyone - self.blocked,
            "blocked": self.blocked,
            "completed": completed,
            "not completed": everyone - completed,
        }[segment]

    def run_steps(self) -> None:
        """Do all that waits, step by step, each in the order of posting."""
        uses = self.uses()
        for activity_id in self._taken(BOTH):
            run = self.runs[activity_id]
            self._calculate(run, uses)
            self._apply_or_skip(run)
        for activity_id in self._taken(CALCULATE):
            self._calculate(self.runs[activity_id], uses)
        for activity_id in self._taken(TAKE_BACK):
            self._take_back(self.runs[activity_id])

    def uses(self) -> Uses:
        """Return what is used of the limits by now."""
        return Uses(self.limits, self.runs.values())

    def _taken(self, step: str) -> Sequence[UUID]:
        taken, self.waiting[step] = self.waiting[step], []
        return taken

    def _calculate(self, run: Run, uses: Uses) -> None:
        if run.reward is not None:
            return
        run.has_failed = False
        try:
            formula, whole = decided(self.rules, run)
        except Fails:
            run.has_failed = True
            return
        if whole is not None:
            run.formula, run.before_limits = formula, whole
            run.reward = uses.granted(run, ZERO, whole)
            uses.count(run, ZERO, run.reward)
            run.events.append("activity-reward-set")
            self.post(
                Operation(
                    operation_id=run.activity_id,
                    participant=run.participant,
                    amount=run.reward,
                    source=run.activity_id,
                    is_by_hand=False,
                )
            )

    def _apply_or_skip(self, run: Run) -> None:
        if run.state != "Created":
            return
        suitable = [
            task
            for task in self.tasks
            if task.participant == run.participant and task.activity is None
            and run.is_accepted and task.least <= run.distance <= task.most
        ]  # fmt: skip
        if not suitable:
            run.state = "Skipped"
            run.events.append("activity-skipped")
            return
        first = min(suitable, key=lambda task: task.turn)
        first.activity, run.task, run.state = run.activity_id, first.task_id, "Applied"
        run.events += ["activity-applied", "timeline"]

    def _take_back(self, run: Run) -> None:
        total = self.sum_of(run)
        if "Open" not in run.claims or total <= 0 or self.balance(run.participant) < total:
            return
        run.claims = ["TakenBack" if state == "Open" else state for state in run.claims]
        claim_id = UUID(int=run.activity_id.int ^ len(run.claims))  # the product chooses its own
        self.post(
            Operation(
                operation_id=claim_id,
                participant=run.participant,
                amount=-total,
                source=run.activity_id,
            )
        )

    def settle(self, run: Run, decision: str) -> str:
        """Keep the reward of an open claim, or take it back; return the refusal's code."""
        if decision == "Keep":
            run.claims = ["Kept" if state == "Open" else state for state in run.claims]
            return ""
        total = self.sum_of(run)
        if total <= 0:
            return "nothing-to-take-back"
        if self.balance(run.participant) < total:
            return "balance-out-of-range"
        self._take_back(run)
        return ""

    def adjust(self, operation: Operation) -> str:
        """Correct a balance; return the refusal's code."""
        if not operation.amount:
            return "invalid-adjustment"
        known = self.operations.get(operation.operation_id)
        if known is not None:
            return "" if known == operation else "operation-exists-with-other-data"
        if self.balance(operation.participant) + operation.amount < 0:
            return "balance-out-of-range"
        self.post(operation)
        return ""

    def balance(self, participant: UUID) -> Decimal:
        return sum((each.amount for each in self.accounts[participant]), ZERO)

    def sum_of(self, run: Run) -> Decimal:
        """Return what an activity has added to the balance, with its adjustments."""
        return sum((each.amount for each in self.operations_of(run)), ZERO)

    def operations_of(self, run: Run) -> Iterator[Operation]:
        return (each for each in self.accounts[run.participant] if each.source == run.activity_id)
