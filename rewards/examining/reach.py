"""Which formulas decide a reward for samples of activities that come from now on.

A formula is reached if a sample is found that it decides. That none is found proves nothing: the
sentence says how many samples were tried.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from itertools import chain

from programs.activity_types import FormulaVariable
from rewards.budget import CpuBudget
from rewards.candidates import Candidate
from rewards.checking import WHERE
from rewards.examining.edges import FormulaPart, Row, parts_in
from rewards.examining.findings import in_words
from rewards.examining.samples import samples_of
from rewards.formula import exact
from rewards.formula.written import written
from rewards.outcomes import Result

MAX_TRIED = 20_000


class Reach(StrEnum):
    """Whether a formula can decide a reward."""

    REACHED = "Reached"
    NEVER = "Never"
    OVER = "Over"
    CANNOT_TELL = "CannotTell"


@dataclass(frozen=True, slots=True, kw_only=True)
class Reached:
    """Whether a formula can decide, and why. `inputs`: of an activity that it decides, if known."""

    candidate: Candidate
    reach: Reach
    sentence: str
    inputs: Mapping[str, str] | None = None


@dataclass(slots=True, kw_only=True)
class _TriedFormula:
    """A formula, the parts of its `__where`, and for how many samples it is true.

    `decided`: the first sample that it decides. `taken_by`: earlier formulas that decide others.
    """

    candidate: Candidate
    parts: Sequence[FormulaPart]
    decided: Row | None = None
    suiting: int = 0
    taken_by: Counter[str] = field(default_factory=Counter)


def reach_of(
    candidates: Sequence[Candidate],
    variables: Mapping[str, FormulaVariable],
    past: Sequence[Row],
    now: datetime,
) -> list[Reached]:
    """Return for each formula, in the order in which they are tried, whether it is reached.

    :param past: the variables of past activities, which are tried too.
    """
    budget, tried = CpuBudget(), 0
    with exact():
        known = [_TriedFormula(candidate=each, parts=_parts(each)) for each in candidates]
        parts = (part for each in known for part in each.parts)
        samples = samples_of(parts, variables, past, budget)
        moments = _moments(candidates, now)
        rows, is_whole = samples.combined(MAX_TRIED // len(moments))
        for row in filter(samples.fits, chain(rows, samples.past, samples.neighbours())):
            for on in moments:
                _try(known, row, on)
            tried += 1
            if budget.is_spent or all(each.decided is not None for each in known):
                break
    return [
        _reached(known[: n + 1], now, tried, is_whole=is_whole, is_late=budget.is_spent)
        for n in range(len(known))
    ]


def _parts(candidate: Candidate) -> list[FormulaPart]:
    revision = candidate.revision
    return list(parts_in(revision.settings.get(WHERE), revision.coefficients))


def _moments(candidates: Sequence[Candidate], now: datetime) -> list[datetime]:
    """Return now, and the later moments at which a formula begins or ends to be valid."""
    ends = (end for each in candidates for end in (each.valid_from, each.valid_until))
    return sorted({now, *(end for end in ends if end is not None and end > now)})


def _try(known: Sequence[_TriedFormula], row: Row, on: datetime) -> None:
    """Note which formula decides, or fails to say, and which later ones would suit too."""
    first = ""
    for each in known:
        why_not = each.candidate.why_not(row, on)
        if why_not is None:
            each.suiting += 1
            if first:
                each.taken_by[first] += 1
            elif each.decided is None:
                each.decided = row
        if not first and (why_not is None or why_not.result is Result.FAILED):
            first = each.candidate.name


def _reached(
    known: Sequence[_TriedFormula], now: datetime, tried: int, *, is_whole: bool, is_late: bool
) -> Reached:
    own = known[-1]
    until = own.candidate.valid_until
    if until is not None and until <= now:
        sentence = f"No longer: it was valid until {until:%Y-%m-%d %H:%M} UTC."
        return Reached(candidate=own.candidate, reach=Reach.OVER, sentence=sentence)
    if own.decided is not None:
        return _by_example(own.candidate, own.decided, known)
    if is_late:
        reach, why = Reach.CANNOT_TELL, "the time was over before all samples were tried"
    elif own.suiting:
        names = ", ".join(map(repr, own.taken_by))
        reach = Reach.NEVER
        why = f"its {WHERE} was true for {own.suiting:,}, and {names} before it took them all"
    else:
        reach = Reach.NEVER if is_whole else Reach.CANNOT_TELL
        why = f"its {WHERE} was true for none of them"
    inputs = "1 input" if tried == 1 else f"{tried:,} inputs"
    sentence = f"Not met in {inputs} tried: {why}."
    return Reached(candidate=own.candidate, reach=reach, sentence=sentence)


def _by_example(candidate: Candidate, decided: Row, known: Sequence[_TriedFormula]) -> Reached:
    names = {name for each in known for part in each.parts for name in part.names}
    row = {name: value for name, value in decided.items() if name in names}
    return Reached(
        candidate=candidate,
        reach=Reach.REACHED,
        sentence=f"Yes, for example{in_words(row)}." if row else "Yes.",
        inputs={name: written(value) for name, value in row.items()},
    )
