"""What a formula computed, in words for people: `10.5 km × 2.5 (rate) = 26.25`.

The values come from a stored trace, so nothing is computed here. Numbers are rounded to two
decimals; the trace has every digit.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from decimal import ROUND_HALF_UP, Decimal, InvalidOperation
from typing import NamedTuple

from rewards.formula.parser import parse
from rewards.formula.tree import Call, Chain, Choice, Literal, Node, Unary, Variable, walk
from rewards.formula.values import written

_SIGNS = {"*": "×", "/": "÷", "-": "−"}
COMPARED = {
    "==": "is",
    "!=": "is other than",
    "<": "is less than",
    "<=": "is at most",
    ">": "is more than",
    ">=": "is at least",
}
_CONSTANTS = {"true": "yes", "false": "no", "null": "no value"}
_WHOLE_OF_ONE = {"abs": "without its sign", "round": "rounded", "floor": "rounded down",
                 "ceil": "rounded up"}  # fmt: skip


class TraceStep(NamedTuple):
    """A part of a formula and its value, as they are stored; the whole has level 0."""

    source: str
    line: int
    column: int
    level: int
    value: str


class PlainStep(NamedTuple):
    """A part that was computed, in words; `value` is exact, `place` that in the expression."""

    source: str
    text: str
    value: str
    place: tuple[int, int, int]


def plain_steps(
    expression: str, trace: Sequence[TraceStep], units: Mapping[str, str]
) -> list[PlainStep]:
    """Return the steps of a stored calculation in their order; the last one is the whole.

    :param units: of the variables, by name.
    """
    return list(_Words(trace, units).steps(parse(expression, variables=None).root))


def in_words(text: str, unit: str = "") -> str:
    """Return a value, written as in the language, for people: rounded, with its unit."""
    if text in _CONSTANTS:
        return _CONSTANTS[text]
    try:
        number = Decimal(text)
    except InvalidOperation:
        return text[1:-1].replace("''", "'") if text.startswith("'") else text
    return f"{_rounded(number)} {unit}".rstrip()


def _rounded(number: Decimal) -> str:
    """Return a number with at most two decimals; one below a hundredth keeps two digits."""
    if number == 0 or number == number.to_integral_value():
        return f"{number:,.0f}"
    places = max(2, 1 - number.adjusted())
    short = number.quantize(Decimal(1).scaleb(-places), ROUND_HALF_UP)
    text = f"{short:,f}".rstrip("0").rstrip(".")
    return text if short == number else f"about {text}"


class _Words:
    def __init__(self, trace: Sequence[TraceStep], units: Mapping[str, str]) -> None:
        self.values = {each[1:4]: each.value for each in trace}
        self.units = units
        self.known: dict[int, str] = {}

    def steps(self, root: Node) -> Iterator[PlainStep]:
        nodes = list(walk(root))
        for node, level in nodes:
            if isinstance(node, Literal):
                self.known[id(node)] = written(node.value)
            elif (found := self.values.get((*node.position, level))) is not None:
                self.known[id(node)] = found
        for node, level in nodes:
            is_small = isinstance(node, Literal | Variable) or _is_coefficient(node)
            if id(node) in self.known and (level == 0 or not is_small):
                value = self.known[id(node)]
                place = (*node.position, level)
                yield PlainStep(node.source, self.said(node), value, place)

    def value(self, node: Node) -> str:
        """Return the value of a part, with the unit or the name of where it comes from."""
        text = self.known.get(id(node), "null")
        if isinstance(node, Variable):
            unit = self.units.get(node.name, "")
            name = f" ({node.name.replace('_', ' ')})"
            return in_words(text, unit) if unit and text != "null" else in_words(text) + name
        if _is_coefficient(node):
            return _table(node) if text.startswith(("[", "{")) else in_words(text) + _name(node)
        return in_words(text)

    def result(self, node: Node) -> str:
        return in_words(self.known[id(node)])

    def said(self, node: Node) -> str:
        match node:
            case Chain():
                return self.chain(node)
            case Choice():
                return self.choice(node)
            case Call() if not _is_coefficient(node):
                return self.call(node)
            case Unary():
                if node.operator == "not":
                    return f"{_source(node)}: {self.result(node)}"
                return f"minus {self.value(node.operand)} is {self.result(node)}"
        return f"the formula gives {self.value(node)}"

    def chain(self, node: Chain) -> str:
        first, links = self.value(node.first), node.links
        if links[0].operator in ("and", "or"):
            return self.conditions(node)
        if links[0].operator in COMPARED:
            sign = COMPARED[links[0].operator]
            return f"{first} {sign} {self.value(links[0].operand)}: {self.result(node)}"
        rest = (f"{_SIGNS.get(x.operator, x.operator)} {self.value(x.operand)}" for x in links)
        whole = " ".join((first, *rest)).replace("%", "modulo")
        return f"{whole} = {self.result(node)}"

    def conditions(self, node: Chain) -> str:
        """Return what `and` and `or` looked at: they stop at the first that decides."""
        parts = (node.first, *(each.operand for each in node.links))
        asked = (
            f"{_source(part)} ({self.result(part)})" for part in parts if id(part) in self.known
        )
        how = "all of" if node.links[0].operator == "and" else "one of"
        return f"{how} these must hold: {', '.join(asked)}; so: {self.result(node)}"

    def choice(self, node: Choice) -> str:
        is_so = self.known.get(id(node.condition)) == "true"
        which = "holds, so the first" if is_so else "does not hold, so the second"
        return f"the condition {_source(node.condition)} {which} result counts: {self.result(node)}"

    def call(self, node: Call) -> str:
        given = [self.value(each) for each in node.arguments]
        return _CALLS[node.name](given, self.result(node))


def _is_coefficient(node: Node) -> bool:
    return isinstance(node, Call) and node.name == "coeff"


def _source(node: Node) -> str:
    return " ".join(node.source.split())


def _name(node: Node) -> str:
    return f" ({_path(node)})"


def _table(node: Node) -> str:
    return f"the table {_path(node)}"


def _path(node: Node) -> str:
    assert isinstance(node, Call)  # noqa: S101 (for the type checker; callers look)
    return node.arguments[0].source.strip("'")


def _of_one(words: str) -> Callable[[Sequence[str], str], str]:
    return lambda given, result: f"{given[0]}, {words}, is {result}"


def _piecewise(given: Sequence[str], result: str) -> str:
    if result == "no value":
        return f"{given[0]} has no row for {given[1]}"
    return f"{given[0]} gives {result} for {given[1]}"


def _after_linear(given: Sequence[str], result: str) -> str:
    x, threshold, rate, cap = given
    most = "" if cap == "no value" else f", at most {cap}"
    return f"what {x} has above {threshold}, times {rate}{most}, is {result}"


_CALLS: Mapping[str, Callable[[Sequence[str], str], str]] = {
    **{name: _of_one(words) for name, words in _WHOLE_OF_ONE.items()},
    "piecewise": _piecewise,
    "after_linear": _after_linear,
    "clamp": lambda given, result: (
        f"{given[0]}, but at least {given[1]} and at most {given[2]}, is {result}"
    ),
    "min": lambda given, result: f"the smaller one of {given[0]} and {given[1]} is {result}",
    "max": lambda given, result: f"the larger one of {given[0]} and {given[1]} is {result}",
    "coalesce": lambda given, result: f"the first known one of {', '.join(given)} is {result}",
    "in": lambda given, result: f"{given[0]} is one of {', '.join(given[1:])}: {result}",
}
