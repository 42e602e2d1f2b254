"""Generated expressions, each with what it is worth by plain Python.

The oracle knows nothing of the language's parser, tree or compiler: each expression is made
together with a function that computes it, by the rules of the language as they are documented.
"""

from collections.abc import Callable, Mapping
from decimal import ROUND_CEILING, ROUND_FLOOR, ROUND_HALF_UP, Decimal, DecimalException
from random import Random
from typing import Any, NamedTuple

Row = Mapping[str, Any]

COEFFICIENTS = {
    "rate": "1.5",
    "nested": '{"deep": {"rate": 2.25}, "list": [1, 2, 4]}',
    "table": "[[0, 1], [5, 1.5], [10, 2]]",
    "words": '["running", "cycling"]',
    "tier": "gold",
}
TABLE = [(Decimal(0), Decimal(1)), (Decimal(5), Decimal("1.5")), (Decimal(10), Decimal(2))]
PATHS = {"rate": "1.5", "nested.deep.rate": "2.25", "nested.list.2": "4", "nested.list.9": None}
NUMBERS = ("distance", "pulse", "time")
WORDS = ("running", "walking", "it's", "")


class Fails(Exception):
    """The expression has no value."""


class Expression(NamedTuple):
    """A text of the language, and what it is worth."""

    source: str
    value: Callable[[Row], Any]


def row_of(random: Random) -> dict[str, Any]:
    """Return the variables of an activity; some are null."""
    row: dict[str, Any] = {
        name: random.choice([None, Decimal(5), *[Decimal(random.randint(-400, 4000)) / 100] * 6])
        for name in NUMBERS
    }
    return {
        **row,
        "discipline": random.choice([None, *WORDS]),
        "manual": random.choice([None, True, False]),
    }


def number(random: Random, depth: int) -> Expression:
    """Return an expression that is a number or null, if it has a value."""
    if depth == 0 or random.random() < 0.15:
        return random.choice(_LEAVES)(random)
    choices = (_sum, _product, _negative, _chosen, _bounded, _rounded, _paid, _stepped, _coalesced)
    return random.choice(choices)(random, depth - 1)


def condition(random: Random, depth: int) -> Expression:
    """Return an expression that is true, false or null, if it has a value."""
    if depth == 0 or random.random() < 0.15:
        return random.choice(
            (
                Expression("manual", lambda row: row["manual"]),
                Expression("true", lambda _: True),
                Expression("null", lambda _: None),
            )
        )
    return random.choice((_compared, _worded, _logic, _negated, _member))(random, depth - 1)


def _literal(random: Random) -> Expression:
    text = random.choice(["0", "1", "2.50", "10", "0.001", str(random.randint(0, 10**6))])
    return Expression(text, lambda _: Decimal(text))


def _variable(random: Random) -> Expression:
    name = random.choice(NUMBERS)
    return Expression(name, lambda row: row[name])


def _null(_: Random) -> Expression:
    return Expression("null", lambda _: None)


def _coefficient(random: Random) -> Expression:
    path, text = random.choice(list(PATHS.items()))
    value = None if text is None else Decimal(text)
    return Expression(f"coeff('{path}')", lambda _: value)


_LEAVES = (_literal, _literal, _literal, _variable, _variable, _variable, _coefficient, _null)


def _sum(random: Random, depth: int) -> Expression:
    return _operated(random, depth, "+-")


def _product(random: Random, depth: int) -> Expression:
    return _operated(random, depth, "*/%")


def _operated(random: Random, depth: int, signs: str) -> Expression:
    parts = [number(random, depth) for _ in range(random.randint(2, 4))]
    chosen = [random.choice(signs) for _ in parts[1:]]
    source = f"({parts[0].source})" + "".join(
        f" {sign} ({part.source})" for sign, part in zip(chosen, parts[1:], strict=True)
    )

    def value(row: Row) -> Any:
        total = parts[0].value(row)
        for sign, part in zip(chosen, parts[1:], strict=True):
            other = part.value(row)
            total = None if total is None or other is None else _operate(sign, total, other)
        return total

    return Expression(f"({source})", value)


def _operate(sign: str, left: Decimal, right: Decimal) -> Decimal:
    try:
        match sign:
            case "+":
                return left + right
            case "-":
                return left - right
            case "*":
                return left * right
            case "/":
                return left / right
        return left % right
    except DecimalException as error:
        raise Fails from error


def _of_numbers(source: str, parts: list[Expression], result: Callable[..., Any]) -> Expression:
    def value(row: Row) -> Any:
        values = [part.value(row) for part in parts]
        return None if None in values else result(*values)

    return Expression(f"{source}({', '.join(part.source for part in parts)})", value)


def _negative(random: Random, depth: int) -> Expression:
    return _of_numbers("-", [number(random, depth)], lambda x: -x)


_BOUNDS: Mapping[str, Callable[..., Any]] = {
    "min": min,
    "max": max,
    "clamp": lambda x, least, most: _clamp(x, least, most),
}


def _bounded(random: Random, depth: int) -> Expression:
    name = random.choice(["min", "max", "clamp"])
    parts = [number(random, depth) for _ in range(3 if name == "clamp" else 2)]
    return _of_numbers(name, parts, _BOUNDS[name])


def _clamp(x: Decimal, least: Decimal, most: Decimal) -> Decimal:
    if least > most:
        raise Fails
    return sorted((least, x, most))[1]


def _rounded(random: Random, depth: int) -> Expression:
    modes = {"round": ROUND_HALF_UP, "floor": ROUND_FLOOR, "ceil": ROUND_CEILING, "abs": None}
    name, mode = random.choice(list(modes.items()))
    return _of_numbers(
        name,
        [number(random, depth)],
        lambda x: abs(x) if mode is None else x.to_integral_value(rounding=mode),
    )


def _paid(random: Random, depth: int) -> Expression:
    parts = [number(random, depth) for _ in range(4)]

    def value(row: Row) -> Any:
        x, threshold, rate, cap = (part.value(row) for part in parts)
        if x is None or threshold is None or rate is None:
            return None
        paid = _operate("*", max(_operate("-", x, threshold), Decimal(0)), rate)
        return paid if cap is None else min(paid, cap)

    return Expression(f"after_linear({', '.join(part.source for part in parts)})", value)


def _stepped(random: Random, depth: int) -> Expression:
    x = number(random, depth)
    table = random.choice(["coeff('table')", "'[[0, 1], [5, 1.5], [10, 2]]'"])

    def value(row: Row) -> Any:
        reached = x.value(row)
        rows = [found for start, found in TABLE if reached is not None and start <= reached]
        return rows[-1] if rows else None

    return Expression(f"piecewise({table}, {x.source})", value)


def _coalesced(random: Random, depth: int) -> Expression:
    parts = [number(random, depth) for _ in range(random.randint(1, 3))]

    def value(row: Row) -> Any:
        values = (part.value(row) for part in parts)
        return next((found for found in values if found is not None), None)

    return Expression(f"coalesce({', '.join(part.source for part in parts)})", value)


def _chosen(random: Random, depth: int) -> Expression:
    wanted = condition(random, depth)
    yes, no = number(random, depth), number(random, depth)
    return Expression(
        f"({wanted.source} ? {yes.source} : {no.source})",
        lambda row: yes.value(row) if wanted.value(row) else no.value(row),
    )


_COMPARES: Mapping[str, Callable[[Any, Any], bool]] = {
    "==": lambda left, right: left == right,
    "!=": lambda left, right: left != right,
    "<": lambda left, right: left < right,
    "<=": lambda left, right: left <= right,
    ">": lambda left, right: left > right,
    ">=": lambda left, right: left >= right,
}


def _compared(random: Random, depth: int) -> Expression:
    sign, compares = random.choice(list(_COMPARES.items()))
    return _of_two(sign, number(random, depth), number(random, depth), compares)


def _worded(random: Random, _: int) -> Expression:
    sign, compares = random.choice(list(_COMPARES.items()))
    word = random.choice(WORDS)
    quoted = Expression("'" + word.replace("'", "''") + "'", lambda _: word)
    sides = [Expression("discipline", lambda row: row["discipline"]), quoted]
    random.shuffle(sides)
    return _of_two(sign, sides[0], sides[1], compares)


def _of_two(
    sign: str, left: Expression, right: Expression, compares: Callable[[Any, Any], bool]
) -> Expression:
    def value(row: Row) -> Any:
        one, other = left.value(row), right.value(row)
        return False if one is None or other is None else compares(one, other)

    return Expression(f"(({left.source}) {sign} ({right.source}))", value)


def _logic(random: Random, depth: int) -> Expression:
    sign, joined = random.choice([("and", all), ("or", any)])
    parts = [condition(random, depth) for _ in range(random.randint(2, 3))]
    return Expression(
        "(" + f" {sign} ".join(part.source for part in parts) + ")",
        lambda row: joined(bool(part.value(row)) for part in parts),
    )


def _negated(random: Random, depth: int) -> Expression:
    inner = condition(random, depth)
    return Expression(f"(not {inner.source})", lambda row: not inner.value(row))


def _member(random: Random, depth: int) -> Expression:
    if random.random() < 0.5:
        return Expression(
            "in(discipline, 'it''s', coeff('words'))",
            lambda row: row["discipline"] in ("it's", "running", "cycling"),
        )
    value, option = number(random, depth), number(random, depth)

    def holds(row: Row) -> bool:
        wanted, other = value.value(row), option.value(row)
        return wanted is not None and wanted in (other, Decimal(1), Decimal(2), Decimal(4))

    return Expression(f"in({value.source}, {option.source}, coeff('nested.list'))", holds)
