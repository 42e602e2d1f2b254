"""Which formulas decide a reward for samples of activities that come from now on."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from itertools import chain

from programs.activity_types import FormulaVariable
from rewards.candidates import Candidate
from rewards.checking import WHERE
from rewards.examining.edges import Row, parts_in
from rewards.examining.findings import in_words
from rewards.examining.samples import Samples
from rewards.formula import exact
from rewards.formula.written import written
from rewards.outcomes import Result

MAX_TRIED = 20_000
LEAST_SUITING = 1000  # without all combinations: so many that another formula takes show enough


class Reach(StrEnum):
    """Whether a formula can decide a reward."""

    REACHED = "Reached"
    NEVER = "Never"
    OVER = "Over"
    CANNOT_TELL = "CannotTell"


@dataclass(slots=True, kw_only=True)
class Reached:
    """Whether a formula can decide, and why. `inputs`: of an activity that it decides, if known.

    `decided`: the first sample that it decides. Its `__where` is true for `suiting` samples, of
    which formulas with the names in `taken_by` decide others.
    """

    candidate: Candidate
    reach: Reach = Reach.CANNOT_TELL
    sentence: str = ""
    inputs: Mapping[str, str] | None = None
    decided: Row | None = None
    suiting: int = 0
    taken_by: dict[str, None] = field(default_factory=dict)


def reach_of(
    candidates: Sequence[Candidate],
    variables: Mapping[str, FormulaVariable],
    past: Sequence[Row],
    now: datetime,
) -> list[Reached]:
    """Return for each formula, in the order in which they are tried, whether it is reached."""
    tried, names = 0, set[str]()
    ends = [end for each in candidates for end in (each.valid_from, each.valid_until) if end]
    moments = sorted({now, *(end for end in ends if end > now)})
    found = [Reached(candidate=each) for each in candidates]
    with exact():
        parts = [
            list(parts_in(each.revision.settings.get(WHERE), each.revision.coefficients))
            for each in candidates
        ]
        samples = Samples(chain.from_iterable(parts), variables, past)
        combined, is_whole = samples.combined(MAX_TRIED // len(moments))
        rows = filter(samples.fits, chain(combined, samples.from_past()))
        for row, on in ((row, on) for row in rows for on in moments):
            _try(found, row, on)
            tried += 1
            if samples.budget.is_spent or all(each.decided is not None for each in found):
                break
    is_sure = is_whole and not samples.budget.is_spent
    some = f"{tried:,} samples ({'every combination' if is_sure else 'some combinations'})"
    for each, own in zip(found, parts, strict=True):
        names.update(name for part in own for name in part.names)
        _conclude(each, names, now, some, is_sure=is_sure)
    return found


def _try(found: Sequence[Reached], row: Row, on: datetime) -> None:
    """Note which formula decides, or fails to say, and which later ones would suit too."""
    first = ""
    for each in found:
        why_not = each.candidate.why_not(row, on)
        if why_not is None:
            each.suiting += 1
            if first:
                each.taken_by[first] = None
            elif each.decided is None:
                each.decided = row
        if not first and (why_not is None or why_not.result is Result.FAILED):
            first = each.candidate.name


def _conclude(own: Reached, names: set[str], now: datetime, some: str, *, is_sure: bool) -> None:
    """Note how a formula stands; `names` are the variables that it and those before it use."""
    until = own.candidate.valid_until
    if until is not None and until <= now:
        own.reach = Reach.OVER
        own.sentence = f"No longer: it was valid until {until:%Y-%m-%d %H:%M} UTC."
    elif own.decided is not None:
        own.reach = Reach.REACHED
        own.inputs = {name: written(value) for name, value in own.decided.items() if name in names}
        own.sentence = f"Yes, for example{in_words(own.inputs)}." if own.inputs else "Yes."
    else:
        own.reach = Reach.NEVER if is_sure or own.suiting >= LEAST_SUITING else Reach.CANNOT_TELL
        took = f"{own.suiting:,}, and {', '.join(map(repr, own.taken_by))} before it took them all"
        true_for = took if own.suiting else "none of them"
        own.sentence = f"Not met in {some}: its {WHERE} was true for {true_for}."
