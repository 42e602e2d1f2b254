"""Which formulas decide a reward for samples of activities that come from now on.

A formula is reached if it decides a sample. That it decides none of them proves nothing: the
sentence says how many were tried.
"""

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
from rewards.examining.findings import in_texts, in_words
from rewards.examining.samples import samples_of
from rewards.formula import exact
from rewards.outcomes import Result

MAX_TRIED = 20_000
LEAST_SUITING = 1000  # without all combinations: so many that another formula takes show enough


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
class _SampledFormula:
    """A formula, the parts of its `__where`, and for how many samples it is true.

    `decided`: the first sample that it decides. `taken_by`: earlier formulas that decide others.
    """

    candidate: Candidate
    parts: Sequence[FormulaPart]
    decided: Row | None = None
    suiting: int = 0
    taken_by: dict[str, None] = field(default_factory=dict)


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
    ends = [end for each in candidates for end in (each.valid_from, each.valid_until) if end]
    moments = sorted({now, *(end for end in ends if end > now)})
    with exact():
        known = [_SampledFormula(candidate=each, parts=_parts(each)) for each in candidates]
        samples = samples_of(chain(*(each.parts for each in known)), variables, past, budget)
        combined, is_whole = samples.combined(MAX_TRIED // len(moments))
        rows = filter(samples.fits, chain(combined, samples.past, samples.neighbours()))
        for row, on in ((row, on) for row in rows for on in moments):
            _try(known, row, on)
            tried += 1
            if budget.is_spent or all(each.decided is not None for each in known):
                break
    is_sure = is_whole and not budget.is_spent
    return [_reached(known[: n + 1], now, tried, is_sure=is_sure) for n in range(len(known))]


def _parts(candidate: Candidate) -> list[FormulaPart]:
    revision = candidate.revision
    return list(parts_in(revision.settings.get(WHERE), revision.coefficients))


def _try(known: Sequence[_SampledFormula], row: Row, on: datetime) -> None:
    """Note which formula decides, or fails to say, and which later ones would suit too."""
    first = ""
    for each in known:
        why_not = each.candidate.why_not(row, on)
        if why_not is None:
            each.suiting += 1
            if first:
                each.taken_by[first] = None
            elif each.decided is None:
                each.decided = row
        if not first and (why_not is None or why_not.result is Result.FAILED):
            first = each.candidate.name


def _reached(
    known: Sequence[_SampledFormula], now: datetime, tried: int, *, is_sure: bool
) -> Reached:
    """Return how the last of these formulas stands."""
    own, until = known[-1], known[-1].candidate.valid_until
    inputs = None
    if until is not None and until <= now:
        reach, sentence = Reach.OVER, f"No longer: it was valid until {until:%Y-%m-%d %H:%M} UTC."
    elif own.decided is not None:
        names = {name for each in known for part in each.parts for name in part.names}
        row = {name: value for name, value in own.decided.items() if name in names}
        reach, inputs = Reach.REACHED, in_texts(row)
        sentence = f"Yes, for example{in_words(row)}." if row else "Yes."
    else:
        reach = Reach.NEVER if is_sure or own.suiting >= LEAST_SUITING else Reach.CANNOT_TELL
        took = f"{own.suiting:,}, and {', '.join(map(repr, own.taken_by))} before it took them all"
        true_for = took if own.suiting else "none of them"
        some = f"{tried:,} samples ({'every combination' if is_sure else 'some combinations'})"
        sentence = f"Not met in {some}: its {WHERE} was true for {true_for}."
    return Reached(candidate=own.candidate, reach=reach, sentence=sentence, inputs=inputs)
