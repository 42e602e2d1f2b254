"""A curve as a drawing, made on the server."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal
from math import ceil, floor

from foundation.staff.charts import LEVELS, Mark, percent, round_step
from rewards.trying.curves import NEAREST, Curve, CurveJump

STEPS = (1, 2, 2.5, 5, 10)
PLACES = 6

Dot = tuple[float, float]


@dataclass(frozen=True, slots=True, kw_only=True)
class Hole:
    """Where there is no result, and why."""

    x: str
    width: str
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class CurveChart:
    """Lines without a break, as SVG's paths of 100 by 100; holes; the marks of both axes."""

    paths: Sequence[str]
    holes: Sequence[Hole]
    levels: Sequence[Mark]
    places: Sequence[Mark]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Axis:
    low: float
    high: float

    def percent(self, value: float) -> float:
        return 100 * (value - self.low) / (self.high - self.low)

    def marks(self, count: int) -> Iterator[float]:
        step = round_step(self.high - self.low, count, STEPS)
        for number in range(ceil(self.low / step - 1e-9), floor(self.high / step + 1e-9) + 1):
            yield number * step


def draw(curve: Curve) -> CurveChart | None:
    """Return the drawing of a curve; None: it has no result at all."""
    results = [float(point.result) for point in curve.points if point.result is not None]
    if not results:
        return None
    xs = _Axis(low=float(curve.points[0].x), high=float(curve.points[-1].x))
    ys = _rounded(min(results), max(results))
    return CurveChart(
        paths=[_path(line, xs, ys) for line in _lines(curve)],
        holes=[
            Hole(
                x=percent(xs.percent(float(gap.first))),
                width=percent(xs.percent(float(gap.last)) - xs.percent(float(gap.first))),
                text=gap.reason,
            )
            for gap in curve.gaps
        ],
        levels=[
            Mark(place=percent(100 - ys.percent(y)), text=f"{y:.6g}") for y in ys.marks(LEVELS)
        ],
        places=[Mark(place=percent(xs.percent(x)), text=f"{x:.6g}") for x in xs.marks(PLACES)],
    )


def _lines(curve: Curve) -> Iterator[list[Dot]]:
    """Yield the dots of each line; a jump ends one line and begins the next."""
    jumps = {jump.after.x: jump for jump in curve.jumps}
    line: list[Dot] = []
    for point in curve.points:
        if point.result is None:
            yield from [line] if line else []
            line = []
            continue
        line.append((float(point.x), float(point.result)))
        if jump := jumps.get(point.x):
            yield [*line, _dot(jump, jump.before)]
            line = [_dot(jump, jump.behind)]
    yield from [line] if line else []


def _dot(jump: CurveJump, y: Decimal) -> Dot:
    return float(jump.x), float(y)


def _path(line: Sequence[Dot], xs: _Axis, ys: _Axis) -> str:
    dots = [f"{xs.percent(x):.3f} {100 - ys.percent(y):.3f}" for x, y in line]
    return f"M{'L'.join(dots)}" if len(dots) > 1 else f"M{dots[0]}h0"


def _rounded(low: float, high: float) -> _Axis:
    """Return an axis from a round number to another, which has both values."""
    if high - low < NEAREST * max(abs(low), abs(high)):
        low, high = min(low, 0.0), max(high, 0.0)
    if low == high:
        return _Axis(low=0, high=1)
    step = round_step(high - low, LEVELS, STEPS)
    return _Axis(low=floor(low / step) * step, high=ceil(high / step) * step)
