"""Makes a counter-example plain: usual values where they do, and numbers with few digits."""

from collections.abc import Callable, Iterator
from decimal import ROUND_CEILING, ROUND_FLOOR, Decimal

from rewards.examining.choosing import Subject, fits
from rewards.examining.edges import Row
from rewards.formula import Value

_PLAIN = tuple(map(Decimal, (0, 1, 2, 5, 10, 20, 50, 100, 200, 500, 1000)))
_PLACES = tuple(Decimal(10) ** place for place in range(3, -7, -1))


def simplified(subject: Subject, row: Row, still: Callable[[Row], bool], fixed: str = "") -> Row:
    """Return the plainest row that was found for which `still` is true.

    :param row: one for which it is true.
    :param fixed: a variable that stays as it is.
    """
    for name in row:
        for value in _plainer(subject, name, row[name]) if name != fixed else ():
            tried = {**row, name: value}
            if fits(tried, subject.variables) and still(tried):
                row = tried
                break
    return row


def _plainer(subject: Subject, name: str, value: Value) -> Iterator[Value]:
    """Yield values that are plainer than this one, the plainest first."""
    variable = subject.variables[name]
    if value == variable.example:
        return
    yield variable.example
    if isinstance(value, Decimal):
        rounded = {
            value.quantize(place, way) for place in _PLACES for way in (ROUND_FLOOR, ROUND_CEILING)
        }
        numbers = {number for number in {*_PLAIN, *rounded} if _weight(number) < _weight(value)}
        yield from sorted((each for each in numbers if variable.span.has(each)), key=_weight)


def _weight(number: Decimal) -> tuple[int, Decimal]:
    """Return how hard a number is to read: by its digits, then by its size."""
    sign, digits, exponent = number.normalize().as_tuple()
    decimals = max(-int(exponent), 0)
    return (len(digits) + decimals + sign, number.copy_abs())
