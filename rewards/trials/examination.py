"""All that is known of a revision before it is made active, as if it were. Nothing is written."""

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from decimal import localcontext
from enum import StrEnum
from itertools import chain, islice
from uuid import UUID

from programs.activity_types import FormulaVariable, variables_of
from rewards.formula.values import CONTEXT, written
from rewards.formulas.calculation import decide
from rewards.formulas.candidates import Candidate, Revision, list_candidates, period_of, prepared
from rewards.formulas.checking import WHERE
from rewards.formulas.models import RewardFormula
from rewards.formulas.outcomes import Result
from rewards.past_activities import ActivityPeriod, PastActivity, pages_of, past_activities
from rewards.trials.counter_examples import Searched, in_words, search
from rewards.trials.examples import TriedExample, try_examples
from rewards.trials.outcomes import newest_variables
from rewards.trials.samples import MAX_TRIED, CpuBudget, FormulaPart, Row, Samples, parts_in

LEAST_SUITING = 1000  # without all combinations: so many that another formula takes show enough
MONTH = timedelta(days=30)
MAX_READ = 20_000
MAX_SHOWN = 5


class Reach(StrEnum):
    """Whether a formula can decide a reward."""

    REACHED = "Reached"
    NEVER = "Never"
    OVER = "Over"
    CANNOT_TELL = "CannotTell"


@dataclass(slots=True, kw_only=True)
class Reached:
    """Whether a formula can decide, and why. `inputs`: of the first sample that it decides.

    They have the variables in `names`, which it and the formulas before it use. `taken_by`: for how
    many samples its `__where` is true, but a formula of this name before it decides or fails.
    """

    candidate: Candidate
    names: frozenset[str]
    reach: Reach = Reach.CANNOT_TELL
    sentence: str = ""
    inputs: Mapping[str, str] | None = None
    taken_by: Counter[str] = field(default_factory=Counter)


@dataclass(slots=True, kw_only=True)
class Untaken:
    """The activities of a period: of `count`, the first ones were read.

    `found`: how many of those are `taken` by a formula, or `failed` in a `__where`, `untaken` by
    all formulas, `not_calculated` by their type. `ids`: the first few of each kind.
    """

    period: ActivityPeriod
    count: int
    found: Counter[str] = field(default_factory=Counter)
    ids: defaultdict[str, list[UUID]] = field(default_factory=lambda: defaultdict(list))

    @property
    def read(self) -> int:
        return self.found.total()

    @property
    def sentence(self) -> str:
        first = f"the first {self.read:,} of " if self.read < self.count else ""
        activities = "activity" if self.count == 1 else "activities"
        return (
            f"Of {first}{self.count:,} {activities} from {self.period.since:%Y-%m-%d} to "
            f"{self.period.before:%Y-%m-%d}, no formula takes {self.found['untaken']:,}, and a "
            f"condition fails for {self.found['failed']:,}. For {self.found['not_calculated']:,} "
            "others no reward is calculated, whatever the formulas."
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Examination:
    """What is known of a revision before it is made active."""

    formula: RewardFormula
    revision: Revision
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
    revision = prepared(formula.revision_numbered(number).pk)
    return examination_of(formula, revision, now, cap=cap, growing=growing)


def examination_of(
    formula: RewardFormula,
    revision: Revision,
    now: datetime,
    *,
    cap: int | None = None,
    growing: str | None = None,
) -> Examination:
    """Examine what may become a formula's active revision, saved or not."""
    variables, past = variables_of(formula.activity_type), newest_variables(formula)
    candidates = [
        replace(each, revision=revision) if each.formula_id == formula.pk else each
        for each in list_candidates(formula.program_id, formula.activity_type, [formula.revision])
    ]
    return Examination(
        formula=formula,
        revision=revision,
        examples=try_examples(revision, formula.examples.order_by("name")),
        searched=search(revision, variables, past, cap=cap, growing=growing),
        reach=reach_of(candidates, variables, past, now),
        untaken=count_untaken(candidates, period_of(formula, now - MONTH, now)),
    )


def reach_of(
    candidates: Sequence[Candidate],
    variables: Mapping[str, FormulaVariable],
    past: Sequence[Row],
    now: datetime,
) -> list[Reached]:
    """Return for each formula, in the order in which they are tried, whether it is reached."""
    tried = 0
    ends = [end for each in candidates for end in (each.valid_from, each.valid_until) if end]
    moments = sorted({now, *(end for end in ends if end > now)})
    found, parts = list[Reached](), list[FormulaPart]()
    with localcontext(CONTEXT):
        for each in candidates:
            parts += parts_in(each.revision.settings.get(WHERE), each.revision.coefficients)
            names = frozenset(name for part in parts for name in part.names)
            found.append(Reached(candidate=each, names=names))
        samples = Samples(parts, variables, past)
        combined, is_whole = samples.combined(MAX_TRIED // len(moments))
        rows = filter(samples.fits, chain(combined, samples.from_past()))
        for row, on in ((row, on) for row in rows for on in moments):
            _try(found, row, on)
            tried += 1
            if samples.budget.is_spent or all(own.inputs is not None for own in found):
                break
    is_sure = is_whole and not samples.budget.is_spent
    some = f"{tried:,} samples ({'every combination' if is_sure else 'some combinations'})"
    for own in found:
        _conclude(own, now, some, is_sure=is_sure)
    return found


def _try(found: Sequence[Reached], row: Row, on: datetime) -> None:
    """Note which formula decides, or fails to say, and which later ones would suit too."""
    first = ""
    for each in found:
        why_not = each.candidate.why_not(row, on)
        if why_not is None and first:
            each.taken_by[first] += 1
        elif why_not is None and each.inputs is None:
            each.inputs = {name: written(row[name]) for name in row if name in each.names}
        if not first and (why_not is None or why_not.result is Result.FAILED):
            first = each.candidate.name


def _conclude(own: Reached, now: datetime, some: str, *, is_sure: bool) -> None:
    """Note how a formula stands, after these samples."""
    until, suiting = own.candidate.valid_until, own.taken_by.total()
    if until is not None and until <= now:
        own.reach = Reach.OVER
        own.sentence = f"No longer: it was valid until {until:%Y-%m-%d %H:%M} UTC."
    elif own.inputs is not None:
        own.reach = Reach.REACHED
        own.sentence = f"Yes, for example{in_words(own.inputs)}." if own.inputs else "Yes."
    else:
        own.reach = Reach.NEVER if is_sure or suiting >= LEAST_SUITING else Reach.CANNOT_TELL
        took = f"{suiting:,}, and {', '.join(map(repr, own.taken_by))} before it took them all"
        true_for = took if suiting else "none of them"
        own.sentence = f"Not met in {some}: its condition was met for {true_for}."


def count_untaken(candidates: Sequence[Candidate], period: ActivityPeriod) -> Untaken:
    """Read the activities of a period, and count those that no formula takes.

    At most `MAX_READ` are read, and slow formulas are tried on fewer: as many as there is time for.
    """
    budget = CpuBudget()
    untaken = Untaken(period=period, count=past_activities().count(period))
    for past in islice(chain.from_iterable(pages_of(period)), MAX_READ):
        kind = _kind_of(candidates, past)
        untaken.found[kind] += 1
        if untaken.found[kind] <= MAX_SHOWN:
            untaken.ids[kind].append(past.activity_id)
        if budget.is_spent:
            break
    return untaken


def _kind_of(candidates: Sequence[Candidate], past: PastActivity) -> str:
    if past.why_not_calculated:
        return "not_calculated"
    decision = decide(candidates, past.variables, past.created_on)
    if decision.candidate is None:
        return "untaken"
    failure = decision.outcome.failure
    return "failed" if failure is not None and failure.part == WHERE else "taken"
