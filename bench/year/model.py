"""The year in plain Python: what must be in the database. It uses nothing of the product."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from decimal import ROUND_HALF_UP, Decimal
from uuid import UUID
from zoneinfo import ZoneInfo

from bench.year.formulas import Fails, Rule

ZERO = Decimal(0)
CALCULATE, BOTH, TAKE_BACK = "calculate_reward", "reward_and_apply", "take_back_reward"


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
    """A participant's task; `place` is its turn among the participant's."""

    task_id: UUID
    participant: UUID
    least: Decimal
    most: Decimal
    place: tuple[bool, datetime | None, int]
    activity: UUID | None = None


@dataclass(kw_only=True)
class Run:
    """An activity; `events` are those that it has published, in their order."""

    activity_id: UUID
    participant: UUID
    distance: Decimal
    is_accepted: bool
    created_on: datetime
    state: str = "Created"
    task: UUID | None = None
    reward: Decimal | None = None
    before_limits: Decimal | None = None
    has_failed: bool = False
    claims: list[str] = field(default_factory=list)
    events: list[str] = field(default_factory=list)


@dataclass(kw_only=True)
class Operation:
    """A change of a balance; `source`: the activity that it is for."""

    operation_id: UUID
    participant: UUID
    amount: Decimal
    source: UUID | None


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
    waiting: dict[str, list[UUID]] = field(
        default_factory=lambda: {name: [] for name in (BOTH, CALCULATE, TAKE_BACK)}
    )

    def receive(self, run: Run) -> str:
        """Store an activity, or its new data; return the refusal's code."""
        known = self.runs.get(run.activity_id)
        if known is None:
            if run.participant in self.blocked:
                return "participant-blocked"
            self.runs[run.activity_id] = run
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
        elif run.reward and "Open" not in run.claims and self.sum_of(run) > 0:
            run.claims.append("Open")
            if self.takes_back:
                self.waiting[TAKE_BACK].append(run.activity_id)

    def run_steps(self) -> None:
        """Do all that waits, step by step, each in the order of posting."""
        for activity_id in self._taken(BOTH):
            run = self.runs[activity_id]
            self._calculate(run)
            self._apply_or_skip(run)
        for activity_id in self._taken(CALCULATE):
            self._calculate(self.runs[activity_id])
        for activity_id in self._taken(TAKE_BACK):
            self._take_back(self.runs[activity_id])

    def _taken(self, step: str) -> Sequence[UUID]:
        taken, self.waiting[step] = self.waiting[step], []
        return taken

    def _calculate(self, run: Run) -> None:
        if run.reward is not None:
            return
        run.has_failed = False
        try:
            value = self._value(run)
        except Fails:
            run.has_failed = True
            return
        if value is not None:
            whole = value.to_integral_value(ROUND_HALF_UP)
            if whole < 0:
                run.has_failed = True
                return
            run.before_limits = whole
            run.reward = min(
                [whole, *(self._left(each, run, whole) for each in self.limits.values())]
            )
            run.events.append("activity-reward-set")
            self._credit(run)

    def _value(self, run: Run) -> Decimal | None:
        if not run.is_accepted:
            return None
        for rule in self.rules:
            if rule.suits(run.distance, run.created_on):
                return rule.value(run.distance)
        return None

    def _left(self, limit: Limit, run: Run, wanted: Decimal) -> Decimal:
        """Return what a limit leaves: its most, less all rewards of its period so far."""
        period = self._period(limit, run.created_on)
        counted = [
            each.reward
            for each in self.runs.values()
            if each.reward
            and (limit.is_budget or each.participant == run.participant)
            and self._period(limit, each.created_on) == period
        ]
        if limit.unit == "Activities":
            return wanted if len(counted) < limit.most else ZERO
        return max(limit.most - sum(counted, ZERO), ZERO)

    def _period(self, limit: Limit, moment: datetime) -> tuple[int, ...]:
        day = moment.astimezone(ZoneInfo(self.zone)).date()
        periods = {
            "Day": (day.toordinal(),),
            "Week": tuple(day.isocalendar()[:2]),
            "Month": (day.year, day.month),
            "Program": (),
        }
        return periods[limit.period]

    def _credit(self, run: Run) -> None:
        assert run.reward is not None
        self.operations[run.activity_id] = Operation(
            operation_id=run.activity_id,
            participant=run.participant,
            amount=run.reward,
            source=run.activity_id,
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
        first = min(
            suitable, key=lambda task: (task.place[0], task.place[1] or _LAST, task.place[2])
        )
        first.activity, run.task, run.state = run.activity_id, first.task_id, "Applied"
        run.events += ["activity-applied", "timeline"]

    def _take_back(self, run: Run) -> None:
        total = self.sum_of(run)
        if "Open" not in run.claims or total <= 0 or self.balance(run.participant) < total:
            return
        run.claims = ["TakenBack" if state == "Open" else state for state in run.claims]
        claim_id = UUID(int=run.activity_id.int ^ len(run.claims))  # the product chooses its own
        self.operations[claim_id] = Operation(
            operation_id=claim_id,
            participant=run.participant,
            amount=-total,
            source=run.activity_id,
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
        self.operations[operation.operation_id] = operation
        return ""

    def balance(self, participant: UUID) -> Decimal:
        return sum(
            (each.amount for each in self.operations.values() if each.participant == participant),
            ZERO,
        )

    def sum_of(self, run: Run) -> Decimal:
        """Return what an activity has added to the balance, with its adjustments."""
        return sum(
            (each.amount for each in self.operations.values() if each.source == run.activity_id),
            ZERO,
        )


_LAST = datetime.max.replace(tzinfo=UTC) - timedelta(days=1)
