"""All that is known of a revision before it is made active, as if it were. Nothing is written."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from itertools import chain, islice
from uuid import UUID

from programs.activity_types import variables_of
from rewards.budget import CpuBudget
from rewards.calculation import decide
from rewards.candidates import Candidate, candidate_of, prepared
from rewards.checking import WHERE
from rewards.examining.counter_examples import Searched, SearchOptions, search
from rewards.examining.reach import Reached, reach_of
from rewards.examples import TriedExample, try_examples
from rewards.formula import exact
from rewards.models import FormulaRevision, RewardFormula
from rewards.past_activities import ActivityPeriod, PastActivity, pages_of, past_activities

MONTH = timedelta(days=30)
MAX_PAST = 200
MAX_READ = 20_000
MAX_SHOWN = 5
NO_OPTIONS = SearchOptions()


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
        """What was found, in words."""
        since, before = self.period.since, self.period.before
        first = f"the first {self.read:,} of " if self.read < self.count else ""
        return (
            f"Of {first}{self.count:,} activities from {since:%Y-%m-%d} to {before:%Y-%m-%d}, no "
            f"formula takes {self.untaken:,}, and a {WHERE} fails for {self.failed:,}. For "
            f"{self.not_calculated:,} others no reward is calculated, whatever the formulas."
        )


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
    formula_id: UUID, now: datetime, number: int | None = None, options: SearchOptions = NO_OPTIONS
) -> Examination:
    """Examine a revision of a formula; `number` None: the last one. Nothing is written.

    Of the program's other formulas of the type, those that are active stand beside it.

    :raises RewardFormulaNotFound: no such formula or revision.
    :raises SearchInvalid: there is no such number that could grow.
    """
    formula = RewardFormula.objects.get_or_refuse(formula_id)
    revision = formula.revision_numbered(number)
    variables = variables_of(formula.activity_type)
    newest = past_activities().newest(formula.program_id, formula.activity_type, MAX_PAST)
    past = [each.variables for each in newest if not each.why_not_calculated]
    candidates = _candidates(formula, revision)
    period = ActivityPeriod(
        program_id=formula.program_id,
        activity_type=formula.activity_type,
        since=now - MONTH,
        before=now,
    )
    return Examination(
        formula=formula,
        revision=revision,
        examples=try_examples(prepared(revision.pk), formula.examples.order_by("name")),
        searched=search(prepared(revision.pk), variables, past, options),
        reach=reach_of(candidates, variables, past, now),
        untaken=count_untaken(candidates, period),
    )


def _candidates(examined: RewardFormula, revision: FormulaRevision) -> list[Candidate]:
    """Return the active formulas, and the examined one with this revision in its place."""
    of_type = RewardFormula.objects.of(examined.program_id, examined.activity_type)
    chosen = {
        formula: revision.pk if formula.pk == examined.pk else formula.active_revision_id
        for formula in of_type
    }
    return [
        candidate_of(formula, revision_id)
        for formula, revision_id in chosen.items()
        if revision_id is not None
    ]


def count_untaken(candidates: Sequence[Candidate], period: ActivityPeriod) -> Untaken:
    """Read a period's activities, and count those that no formula takes.

    At most `MAX_READ` are read, and slow formulas are tried on fewer: as many as there is time for.
    """
    budget = CpuBudget()
    found = Untaken(period=period, count=past_activities().count(period))
    with exact():
        for past in islice(chain.from_iterable(pages_of(period)), MAX_READ):
            found.read += 1
            _count(found, candidates, past)
            if budget.is_spent:
                break
    return found


def _count(found: Untaken, candidates: Sequence[Candidate], past: PastActivity) -> None:
    if past.why_not_calculated:
        found.not_calculated += 1
        return
    decision = decide(candidates, past.variables, past.created_on)
    if decision.candidate is None:
        found.untaken += 1
        found.untaken_ids += [past.activity_id] if found.untaken <= MAX_SHOWN else []
    elif decision.outcome.failure is not None and decision.outcome.failure.part == WHERE:
        found.failed += 1
        found.failed_ids += [past.activity_id] if found.failed <= MAX_SHOWN else []
    else:
        found.taken += 1
