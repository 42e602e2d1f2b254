"""Which formulas can decide a reward at all, and which never do.

It is about activities that come from now on. A formula is reached if one is found that it decides;
it is never reached if the formulas before it take all that its `__where` and its validity allow. In
between nothing is claimed.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from decimal import Decimal
from enum import StrEnum
from functools import cached_property
from itertools import islice, product, takewhile

from programs.activity_types import FormulaVariable
from rewards.budget import CpuBudget
from rewards.candidates import Candidate
from rewards.checking import WHERE
from rewards.examining.choosing import fits, subject_of, values_of
from rewards.examining.conditions import (
    MAX_BOXES,
    Condition,
    condition_of,
    names_of,
    subtracted,
)
from rewards.examining.domains import domain_of
from rewards.examining.edges import Row
from rewards.examining.findings import in_words
from rewards.examining.rows import rows_of
from rewards.examining.sets import (
    END,
    START,
    Box,
    Boxes,
    Cut,
    Values,
    in_both,
    only,
)
from rewards.formula import Value, exact
from rewards.formula.written import written

ON = "created on"  # no variable has a name with a space
MAX_TRIED = 2000
MAX_OF_BOX = 200
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_TICK = timedelta(microseconds=1)
_LAST = Decimal((datetime(9999, 1, 1, tzinfo=UTC) - _EPOCH) // _TICK)


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


@dataclass(frozen=True, kw_only=True)
class _Known:
    candidate: Candidate
    condition: Condition
    variables: Mapping[str, FormulaVariable]  # those that its `__where` uses
    valid: Values

    @cached_property
    def tried(self) -> Mapping[str, Sequence[Value]]:
        """The values of its variables at the places that the formula names."""
        return values_of(subject_of(self.candidate.revision, self.variables), ())

    @property
    def surely(self) -> Boxes:
        return [{**box, ON: self.valid} for box in self.condition.surely]

    @property
    def perhaps(self) -> Boxes:
        return [{**box, ON: self.valid} for box in self.condition.perhaps]


def reach_of(
    candidates: Sequence[Candidate], variables: Mapping[str, FormulaVariable], now: datetime
) -> list[Reached]:
    """Say of each formula, in the order in which they are tried, whether it is reached."""
    with exact():
        known = [_known(candidate, variables) for candidate in candidates]
        budget = CpuBudget()
        return [_reached(known[: n + 1], now, budget) for n in range(len(known))]


def _known(candidate: Candidate, variables: Mapping[str, FormulaVariable]) -> _Known:
    revision = candidate.revision
    names = names_of(revision.settings.get(WHERE))
    since, until = _cut(candidate.valid_from, START), _cut(candidate.valid_until, END)
    return _Known(
        candidate=candidate,
        condition=condition_of(revision.settings.get(WHERE), revision.coefficients),
        variables={name: each for name, each in variables.items() if name in names},
        valid=Values(numbers=((since, until),)),
    )


def _reached(known: Sequence[_Known], now: datetime, budget: CpuBudget) -> Reached:
    *earlier, own = known
    candidate = own.candidate
    variables = {name: each for one in known for name, each in one.variables.items()}
    may_come = _in_both(own.perhaps, domain_of(variables))
    if not may_come:
        sentence = f"Never: its {WHERE} is true for no activity of this type."
        return Reached(candidate=candidate, reach=Reach.NEVER, sentence=sentence)
    if candidate.valid_until is not None and candidate.valid_until <= now:
        ended = f"{candidate.valid_until:%Y-%m-%d %H:%M} UTC"
        sentence = f"No longer: it was valid until {ended}."
        return Reached(candidate=candidate, reach=Reach.OVER, sentence=sentence)
    may_come = _in_both(may_come, {ON: _from(now)})
    if left := _left(may_come, earlier):
        rows = _rows(known, left, variables, now)
        return _with_an_example(known, takewhile(lambda _: not budget.is_spent, rows), variables)
    sentence = _taken_by(may_come, earlier)
    return Reached(candidate=candidate, reach=Reach.NEVER, sentence=sentence)


def _in_both(boxes: Boxes, other: Box) -> Boxes:
    return [box for each in boxes if (box := in_both(each, other)) is not None]


def _left(boxes: Boxes, earlier: Sequence[_Known]) -> Boxes:
    """Return what the earlier formulas do not surely take, or more."""
    for each in earlier:
        boxes = subtracted(boxes, each.surely)
        if len(boxes) > MAX_BOXES:
            break
    return boxes


def _taken_by(boxes: Boxes, earlier: Sequence[_Known]) -> str:
    for each in earlier:
        if not _left(boxes, [each]):
            name = each.candidate.name
            return f"Never: {name!r} is tried before it, and takes every activity that it is for."
    taking = [each for each in earlier if _left(boxes, [each]) != boxes]
    names = ", ".join(repr(each.candidate.name) for each in taking)
    return f"Never: {names} are tried before it, and together take every activity that it is for."


def _with_an_example(
    known: Sequence[_Known],
    rows: Iterator[tuple[Row, datetime]],
    variables: Mapping[str, FormulaVariable],
) -> Reached:
    candidates = [each.candidate for each in known]
    for row, on in rows:
        if fits(row, variables) and _decides(candidates, row, on):
            return _by_example(candidates[-1], row)
    unclear = [each.candidate.name for each in known if not each.condition.is_exact]
    why = (
        f": the {WHERE} of {', '.join(map(repr, unclear))} can be read only in part"
        if unclear
        else ""
    )
    sentence = f"Cannot tell{why}. No activity was found that reaches it."
    return Reached(candidate=candidates[-1], reach=Reach.CANNOT_TELL, sentence=sentence)


def _by_example(candidate: Candidate, row: Row) -> Reached:
    return Reached(
        candidate=candidate,
        reach=Reach.REACHED,
        sentence=f"Yes, for example{in_words(row)}." if row else "Yes.",
        inputs={name: written(value) for name, value in row.items()},
    )


def _decides(candidates: Sequence[Candidate], row: Row, on: datetime) -> bool:
    """Say whether the last formula decides, and none before it."""
    *earlier, own = candidates
    for each in earlier:
        found = each.why_not(row, on)
        if found is None or found.failure:
            return False
    return own.why_not(row, on) is None


def _rows(
    known: Sequence[_Known], left: Boxes, variables: Mapping[str, FormulaVariable], now: datetime
) -> Iterator[tuple[Row, datetime]]:
    """Yield activities that the last formula may decide."""
    yield from _rows_left(left, variables)
    if not all(each.condition.is_exact for each in known):
        yield from _rows_at_edges(known, variables, now)


def _rows_left(
    left: Boxes, variables: Mapping[str, FormulaVariable]
) -> Iterator[tuple[Row, datetime]]:
    """Yield activities that are left for the last formula."""
    usual = {name: variable.example for name, variable in variables.items()}
    for box in left:
        names = [name for name in box if name != ON]
        values = [_some(box[name], usual[name]) for name in names]
        for chosen in islice(product(*values), MAX_OF_BOX):
            for on in _moments(box[ON]):
                yield {**usual, **dict(zip(names, chosen, strict=True))}, on


def _some(values: Values, usual: Value) -> list[Value]:
    """Return some values of a set, the usual one first if it is among them."""
    is_in = not (values & only(usual)).is_empty
    return [*([usual] if is_in else []), *values.some()]


def _rows_at_edges(
    known: Sequence[_Known], variables: Mapping[str, FormulaVariable], now: datetime
) -> Iterator[tuple[Row, datetime]]:
    """Yield activities with the values that the formulas name themselves."""
    usual = {name: variable.example for name, variable in variables.items()}
    tried: dict[str, list[Value]] = {}
    for each in known:
        for name, found in each.tried.items():
            tried[name] = list(dict.fromkeys([*tried.get(name, []), *found]))
    moments = list(_moments(known[-1].valid & _from(now)))
    for row in rows_of(tried, MAX_TRIED):
        for on in moments:
            yield {**usual, **row}, on


def _from(now: datetime) -> Values:
    return Values(numbers=((_cut(now, START), END),))


def _cut(moment: datetime | None, otherwise: Cut) -> Cut:
    return otherwise if moment is None else (Decimal((moment - _EPOCH) // _TICK), False)


def _moments(valid: Values) -> Iterator[datetime]:
    for ticks in valid.some():
        if isinstance(ticks, Decimal) and ticks < _LAST:
            yield _EPOCH + int(ticks) * _TICK
