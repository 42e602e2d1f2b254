"""All that is known of a revision before it is made active, as if it were. Nothing is written."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from itertools import chain, islice
from uuid import UUID

from programs.activity_types import variables_of
from rewards.budget import CpuBudget
from rewards.calculation import decide
from rewards.candidates import Candidate, list_candidates, prepared
from rewards.checking import WHERE
from rewards.examining.counter_examples import Searched, search
from rewards.examining.reach import Reached, reach_of
from rewards.examples import TriedExample, try_examples
from rewards.formula import exact
from rewards.models import FormulaRevision, RewardFormula
from rewards.past_activities import ActivityPeriod, PastActivity, pages_of, past_activities

MAX_PAST = 200
MONTH = timedelta(days=30)
MAX_READ = 20_000
MAX_SHOWN = 5


@dataclass(slots=True, kw_only=True)
class Untaken:
    """The activities of a period: of `count`, so many were `read`, the first ones.

    Of those, types calculated no reward for `not_calculated`; formulas took `taken`, and failed in
    their `__where` for `failed`; the others no formula takes. The ids are the first few.
    """

    period: ActivityPeriod
    count: int
    read: int = 0
    not_calculated: int = 0
    taken: int = 0
    failed: int = 0
    untaken: int = 0
    untaken_ids: list[UUID] = field(default_factory=list)
    failed_ids: list[UUID] = field(default_factory=list)

    @property
    def sentence(self) -> str:
        since, before = self.period.since, self.period.before
        first = f"the first {self.read:,} of " if self.read < self.count else ""
        return (
            f"Of {first}{self.count:,} activities from {since:%Y-%m-%d} to {before:%Y-%m-%d}, no "
            f"formula takes {self.untaken:,}, and a {WHERE} fails for {self.failed:,}. For "
            f"{self.not_calculated:,} others no reward is calculated, whatever the formulas."
        )

    def add(self, candidates: Sequence[Candidate], past: PastActivity) -> None:
        self.read += 1
        if past.why_not_calculated:
            self.not_calculated += 1
            return
        decision = decide(candidates, past.variables, past.created_on)
        failure = decision.outcome.failure
        if decision.candidate is None:
            self.untaken += 1
            self.untaken_ids += [past.activity_id] if self.untaken <= MAX_SHOWN else []
        elif failure is not None and failure.part == WHERE:
            self.failed += 1
            self.failed_ids += [past.activity_id] if self.failed <= MAX_SHOWN else []
        else:
            self.taken += 1


@dataclass(frozen=True, slots=True, kw_only=True)
class Examination:
    """What is known of a revision before it is made active."""

    formula: RewardFormula
    revision: FormulaRevision
    examples: Sequence[TriedExample]
    searched: Searched
    reach: Sequence[Reached]
    untaken: Untaken


def examine(
    formula_id: UUID,
    now: datetime,
    number: int | None = None,
    *,
    cap: int | None = None,
    growing: str | None = None,
) -> Examination:
    """Examine a revision of a formula, beside the active ones; `number` None: the last one.

    :param cap: as `growing`: see `search`.
    """
    formula = RewardFormula.objects.get_or_refuse(formula_id)
    revision = formula.revision_numbered(number)
    ready, variables = prepared(revision.pk), variables_of(formula.activity_type)
    newest = past_activities().newest(formula.program_id, formula.activity_type, MAX_PAST)
    past = [each.variables for each in newest if not each.why_not_calculated]
    candidates = list_candidates(formula.program_id, formula.activity_type, draft=revision)
    return Examination(
        formula=formula,
        revision=revision,
        examples=try_examples(ready, formula.examples.order_by("name")),
        searched=search(ready, variables, past, cap=cap, growing=growing),
        reach=reach_of(candidates, variables, past, now),
        untaken=count_untaken(candidates, formula, now),
    )


def count_untaken(
    candidates: Sequence[Candidate], formula: RewardFormula, now: datetime
) -> Untaken:
    """Read the activities of a formula's program and type, and count those that no formula takes.

    At most `MAX_READ` are read, and slow formulas are tried on fewer: as many as there is time for.
    """
    period = ActivityPeriod(
        program_id=formula.program_id,
        activity_type=formula.activity_type,
        since=now - MONTH,
        before=now,
    )
    budget = CpuBudget()
    found = Untaken(period=period, count=past_activities().count(period))
    with exact():
        for past in islice(chain.from_iterable(pages_of(period)), MAX_READ):
            found.add(candidates, past)
            if budget.is_spent:
                break
    return found
