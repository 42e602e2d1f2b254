"""Sets of the values that a variable may have, and boxes of several variables.

A set knows whether null is in it, which truth values, which texts (some, or all but some), and
which numbers (spans that do not touch). A box is a set by variable: a variable that is not named
may have any value.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal

from rewards.formula import Value

Cut = tuple[Decimal, bool]
"""A place between numbers: just before a number (False), or just after it (True)."""
Spans = tuple[tuple[Cut, Cut], ...]

START: Cut = (Decimal("-Infinity"), True)
END: Cut = (Decimal("Infinity"), False)
OTHER_TEXT = "something else"


@dataclass(frozen=True, slots=True, kw_only=True)
class Values:
    """A set of values. `texts` are those in it or, with `is_all_but`, those that are not."""

    null: bool = False
    truths: frozenset[bool] = frozenset()
    texts: frozenset[str] = frozenset()
    is_all_but: bool = False
    numbers: Spans = ()

    @property
    def is_empty(self) -> bool:
        """Whether no value is in the set."""
        return not (self.null or self.truths or self.texts or self.is_all_but or self.numbers)

    def __and__(self, other: "Values") -> "Values":
        """Return the values that are in both."""
        texts, is_all_but = _texts_in_both(self, other)
        return Values(
            null=self.null and other.null,
            truths=self.truths & other.truths,
            texts=texts,
            is_all_but=is_all_but,
            numbers=_spans_in_both(self.numbers, other.numbers),
        )

    def __invert__(self) -> "Values":
        """Return all other values."""
        return Values(
            null=not self.null,
            truths=frozenset((True, False)) - self.truths,
            texts=self.texts,
            is_all_but=not self.is_all_but,
            numbers=_other_spans(self.numbers),
        )

    def __or__(self, other: "Values") -> "Values":
        """Return the values that are in one of them."""
        return ~(~self & ~other)

    def some(self) -> Iterator[Value]:
        """Yield some values of the set: for each part of it at least one."""
        for low, high in self.numbers:
            yield from _numbers_between(low, high)
        if self.is_all_but:
            yield OTHER_TEXT + "'" * sum(text.startswith(OTHER_TEXT) for text in self.texts)
        else:
            yield from sorted(self.texts)
        yield from sorted(self.truths)
        if self.null:
            yield None


NOTHING = Values()
NULL = Values(null=True)
TEXTS = Values(is_all_but=True)
TRUTHS = Values(truths=frozenset((True, False)))
EVERYTHING = replace(TRUTHS, null=True, is_all_but=True, numbers=((START, END),))


def only(value: Value) -> Values:
    """Return the set of this number, text or truth value, or null."""
    match value:
        case None:
            return NULL
        case bool():
            return Values(truths=frozenset([value]))
        case str():
            return Values(texts=frozenset([value]))
        case Decimal():
            return Values(numbers=(((value, False), (value, True)),))
    return NOTHING  # no variable is a list


def numbers(sign: str, bound: Decimal) -> Values:
    """Return the numbers x for which `x sign bound` is true: `<`, `<=`, `>` or `>=`."""
    cut = (bound, sign in ("<=", ">"))
    return Values(numbers=((START, cut),) if sign.startswith("<") else ((cut, END),))


Box = Mapping[str, Values]
Boxes = Sequence[Box]


def in_both(one: Box, other: Box) -> Box | None:
    """Return the box of what is in both; None if nothing is."""
    both = {**one, **other}
    for name in one.keys() & other.keys():
        both[name] = one[name] & other[name]
    return None if any(values.is_empty for values in both.values()) else both


def without(one: Box, other: Box) -> Iterator[Box]:
    """Yield boxes, apart from each other, of what is in one and not in the other."""
    rest = dict(one)
    for name, values in other.items():
        own = rest.get(name, EVERYTHING)
        if not (outside := own & ~values).is_empty:
            yield {**rest, name: outside}
        rest[name] = own & values
        if rest[name].is_empty:
            return


def _texts_in_both(one: Values, other: Values) -> tuple[frozenset[str], bool]:
    match (one.is_all_but, other.is_all_but):
        case (True, True):
            return one.texts | other.texts, True
        case (True, False):
            return other.texts - one.texts, False
        case (False, True):
            return one.texts - other.texts, False
    return one.texts & other.texts, False


def _spans_in_both(one: Spans, other: Spans) -> Spans:
    both = ((max(a[0], b[0]), min(a[1], b[1])) for a in one for b in other)
    return tuple(sorted((low, high) for low, high in both if low < high))


def _other_spans(spans: Spans) -> Spans:
    cuts = [START, *(cut for span in spans for cut in span), END]
    gaps = zip(cuts[::2], cuts[1::2], strict=True)
    return tuple((low, high) for low, high in gaps if low < high)


def _numbers_between(low: Cut, high: Cut) -> Iterator[Decimal]:
    """Yield numbers of a span: its ends if they are in it, and some within."""
    (least, is_after), (most, has_most) = low, high
    if not is_after and least.is_finite():
        yield least
    if has_most and most.is_finite() and most != least:
        yield most
    yield from _within(least, most)


def _within(least: Decimal, most: Decimal) -> Iterator[Decimal]:
    if least == most:
        return
    if least.is_finite() and most.is_finite():
        yield (least + most) / 2
        near = [least + Decimal("0.001"), (least + 1).to_integral_value()]
        yield from (number for number in near if least < number < most)
    elif least.is_finite():
        yield from (least + 1, least * 2 + 1000)
    elif most.is_finite():
        yield from (most - 1, most * 2 - 1000)
    else:
        yield from (Decimal(1), Decimal(0))
