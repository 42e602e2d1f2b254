"""The result of a formula over one variable: points, and where it jumps or has no value."""

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from decimal import Decimal, localcontext
from itertools import groupby, pairwise

from foundation.records.refusals import Invalid
from foundation.staff.dashboard import BLUE, GREY
from rewards.formula.values import CONTEXT
from rewards.formulas.candidates import Candidate, Revision, Variables
from rewards.trials.samples import CpuBudget

POINTS = 101
NEAREST = 1e-9  # a part of the end: a drawing has floats
MOST_SEARCHED = 150  # of the greatest changes, for jumps
TOO_SLOW = "the formula is too slow for so many points"
HALVINGS = 15
SMALL = Decimal("0.005")  # of the curve's height: a change that is not looked at
STAYS = Decimal("0.5")  # of a change: what stays however near the points are is a jump


class SweepInvalid(Invalid):
    """The range of a plot ends above its start, and not too near it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Sweep:
    """Which variable goes from where to where, in how many points: at least two."""

    variable: str
    start: Decimal
    end: Decimal
    points: int = POINTS

    def __post_init__(self) -> None:
        if self.start >= self.end:
            raise SweepInvalid("", {"end": "must be above the start"})
        if float(self.end) - float(self.start) < NEAREST * abs(float(self.end)):
            raise SweepInvalid("", {"end": "is too near the start to be drawn"})

    @property
    def places(self) -> Iterator[Decimal]:
        """The values of the variable."""
        width = CONTEXT.divide(CONTEXT.subtract(self.end, self.start), Decimal(self.points - 1))
        for number in range(self.points - 1):
            yield CONTEXT.add(self.start, CONTEXT.multiply(width, Decimal(number)))
        yield self.end


@dataclass(frozen=True, slots=True, kw_only=True)
class CurvePoint:
    """A value of the variable, with the result there; None: `reason` has why."""

    x: Decimal
    result: Decimal | None = None
    reward: Decimal | None = None
    reason: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class CurveGap:
    """Neighbouring points without a result, and why."""

    first: Decimal
    last: Decimal
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class CurveJump:
    """A place at which the result changes at once; `after` is the point before it."""

    after: CurvePoint
    x: Decimal
    before: Decimal
    behind: Decimal


@dataclass(frozen=True, slots=True, kw_only=True)
class Curve:
    """The points of a sweep, its gaps and its jumps.

    `is_searched`: all of the greatest changes were looked at for jumps; else there was no time.
    """

    points: Sequence[CurvePoint]
    gaps: Sequence[CurveGap]
    jumps: Sequence[CurveJump]
    is_searched: bool = True


def draw_curve(draft: Candidate, variables: Variables, sweep: Sweep) -> Curve:
    """Compute the result at each place of a sweep; the other variables stay as they are.

    The draft is taken as if it were valid.
    """
    plotter = _Plotter(revision=draft.revision, variables=variables, variable=sweep.variable)
    with localcontext(CONTEXT):
        points = [plotter.in_time(x) for x in sweep.places]
        jumps = plotter.jumps(points)
    return Curve(
        points=points,
        gaps=list(_gaps(points)),
        jumps=jumps,
        is_searched=not plotter.budget.is_spent,
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class _Plotter:
    revision: Revision
    variables: Variables
    variable: str
    budget: CpuBudget = field(default_factory=CpuBudget)

    def in_time(self, x: Decimal) -> CurvePoint:
        """Return the point at this value; without a result if the time has run out."""
        return CurvePoint(x=x, reason=TOO_SLOW) if self.budget.is_spent else self.at(x)

    def at(self, x: Decimal) -> CurvePoint:
        found = self.revision.outcome({**self.variables, self.variable: x})
        return CurvePoint(x=x, result=found.amount, reward=found.reward, reason=found.reason)

    def jumps(self, points: Sequence[CurvePoint]) -> list[CurveJump]:
        """Return the jumps among the greatest changes, in their order."""
        steps = [(a, b) for a, b in pairwise(points) if _change(a, b)]
        results = [point.result for point in points if point.result is not None]
        least = (max(results) - min(results)) * SMALL if results else Decimal(0)
        steps = sorted(
            (step for step in steps if _change(*step) > least), key=lambda step: _change(*step)
        )
        found = (self._jump(a, b) for a, b in steps[: -MOST_SEARCHED - 1 : -1])
        return sorted((jump for jump in found if jump), key=lambda jump: jump.x)

    def _jump(self, before: CurvePoint, behind: CurvePoint) -> CurveJump | None:
        """Halve the distance towards the greater change, and see whether the change stays."""
        first, whole = before, _change(before, behind)
        for _ in range(HALVINGS):
            if self.budget.is_spent:
                return None
            middle = self.at((before.x + behind.x) / 2)
            if middle.result is None:
                return None
            if _change(before, middle) >= _change(middle, behind):
                behind = middle
            else:
                before = middle
        if _change(before, behind) < whole * STAYS or before.result is None:
            return None
        return CurveJump(
            after=first, x=behind.x, before=before.result, behind=behind.result or Decimal(0)
        )


def _change(a: CurvePoint, b: CurvePoint) -> Decimal:
    return abs(b.result - a.result) if a.result is not None and b.result is not None else Decimal(0)


def _gaps(points: Sequence[CurvePoint]) -> Iterator[CurveGap]:
    for reason, group in groupby(points, key=lambda point: point.result is None and point.reason):
        found = list(group)
        if reason:
            yield CurveGap(first=found[0].x, last=found[-1].x, reason=reason)


# A curve as Chart.js draws it.


_AXIS = {"type": "linear", "ticks": {"color": GREY}, "grid": {"color": f"{GREY}33"}}
LOOK = json.dumps(
    {
        "animation": False,
        "maintainAspectRatio": False,
        "scales": {"x": _AXIS, "y": _AXIS},
        "plugins": {"legend": {"display": False}},
    }
)


def drawn(curve: Curve) -> str:
    """Return the line of a curve, which breaks where there is no result; empty: there is none."""
    dots = [{"x": float(x), "y": None if y is None else float(y)} for x, y in _dots(curve)]
    if all(dot["y"] is None for dot in dots):
        return ""
    line = {"data": dots, "borderColor": BLUE, "backgroundColor": BLUE, "pointRadius": 1}
    return json.dumps({"datasets": [line]})


def _dots(curve: Curve) -> Iterator[tuple[Decimal, Decimal | None]]:
    """Yield the dots; at a jump its ends, and a break between them."""
    jumps = {jump.after.x: jump for jump in curve.jumps}
    for point in curve.points:
        yield point.x, point.result
        if jump := jumps.get(point.x):
            yield from ((jump.x, y) for y in (jump.before, None, jump.behind))
