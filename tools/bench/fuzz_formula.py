"""Searches for a formula that the language handles wrongly, led by coverage (atheris).

    python -m tools.bench.fuzz_formula [--seconds 600] [--corpus FOLDER]

Each input is taken for one of five things: any text; words of the language; an expression with the
plain-Python oracle of the tests; such an expression with some of its words replaced; a `__where` as
JSON. Whatever it is, it must be refused with an error of the language that has a place in the text,
or come to a value: the same with and without its trace; the oracle must agree; a value must survive
being written and read. The first input that breaks one of these is printed and ends the run with
another exit code than 0. `requirements-bench.in` has atheris.
"""

import argparse
import json
import re
import sys
from collections.abc import Callable, Mapping
from decimal import Decimal
from random import Random
from typing import Any

import atheris

with atheris.instrument_imports(include=["rewards.formula"]):
    from rewards.formula import (
        CompiledFormula,
        FormulaError,
        FormulaSyntaxError,
        Where,
        check_where,
        parse,
    )
    from rewards.formula.kinds import Kind
    from rewards.formula.parser import Formula
    from rewards.formula.written import read, written
from rewards.tests.formula.expressions import COEFFICIENTS, condition, number, row_of
from rewards.tests.formula.test_formula_oracle import FAILS, by_oracle

NAMES = ("distance", "pulse", "time", "discipline", "manual")
SIGNS = "+ - * / % ( ) < > ? : , == != <= >= and or not true false null"
CALLS = "coeff piecewise after_linear clamp min max coalesce in abs round floor ceil"
TEXT_WORDS = ("'text'", "''", "'it''s'", "'nested.deep.rate'", "'table'", "'[[0, 1], [5, 2]]'")
NUMBER_WORDS = ("0", "1", "2.50", "0.001", "1000000", "9" * 30)
WORDS = (*SIGNS.split(), *CALLS.split(), *TEXT_WORDS, "'drawn'", *NUMBER_WORDS, "\n", *NAMES)
NUMBERS = (None, "0", "-0", "5", "10.5", "0.005", "-3.25", "999999999999.999", "1E-380", "9E+398")
TEXTS = (None, "", "running", "it's", "1", "[1]", "\u0000")
LENGTH = 1000
TOKENS = re.compile(r"'(?:[^']|'')*'|\w[\w.]*|[<>=!]=|\S")


class Drawn(Random):
    """Draws from the input; at its end always the least."""

    def __init__(self, data: Any) -> None:
        self.data = data
        super().__init__(0)

    def random(self) -> float:
        return self.data.ConsumeIntInRange(0, 999) / 1000  # type: ignore[no-any-return]

    def getrandbits(self, k: int, /) -> int:
        return self.data.ConsumeIntInRange(0, (1 << k) - 1)  # type: ignore[no-any-return]


def any_text(data: Any) -> None:
    """Take the input for a formula."""
    given, texts = _variables(data), _coefficients(data)
    _check(data.ConsumeUnicodeNoSurrogates(LENGTH), given, texts)


def words(data: Any) -> None:
    """Take the input for words of the language."""
    given, texts = _variables(data), _coefficients(data)
    chosen: list[str] = []
    while data.remaining_bytes() and len(chosen) < 200:
        chosen.append(WORDS[data.ConsumeIntInRange(0, len(WORDS) - 1)])
    _check(" ".join(chosen), given, texts)


def expression(data: Any) -> None:
    """Take the input for the choices that make an expression with its oracle."""
    random = Drawn(data)
    row = row_of(random)
    made = random.choice((number, condition))(random, random.randint(1, 4))
    try:
        parsed = parse(made.source, NAMES)
    except FormulaSyntaxError as error:
        _require("nested" in str(error) or "characters" in str(error), made.source, error)
        return
    found = _compare(parsed, made.source, row, COEFFICIENTS)
    if isinstance(found, str) and "steps" in found:
        return  # the oracle counts none
    value, wanted = FAILS if isinstance(found, str) else found[0][1], by_oracle(made, row)
    _require((type(value), value) == (type(wanted), wanted), made.source, row, value, wanted)


def replaced(data: Any) -> None:
    """Take the input for an expression, and for words that replace some of its own."""
    random = Drawn(data)
    row = row_of(random)
    made = random.choice((number, condition))(random, random.randint(1, 3))
    parts = TOKENS.findall(made.source)
    for _ in range(random.randint(1, 3)):
        parts[random.randrange(len(parts))] = random.choice(WORDS)
    _check(" ".join(parts), row, COEFFICIENTS)


def where(data: Any) -> None:
    """Take the input for a `__where`."""
    given, texts = _variables(data), _coefficients(data)
    try:
        wanted = json.loads(data.ConsumeUnicodeNoSurrogates(LENGTH), parse_constant=_refuse)
        check_where(wanted, dict.fromkeys(NAMES, Kind.ANY), texts)
    except (FormulaSyntaxError, ValueError, RecursionError):
        return
    found = _outcome(lambda: Where(wanted, texts).suits(given))
    _require(isinstance(found, bool | str), wanted, given, found)


KINDS = (any_text, words, expression, replaced, expression, replaced, where)


def _check(source: str, given: Mapping[str, Any], texts: Mapping[str, str]) -> None:
    try:
        parsed = parse(source, NAMES)
    except FormulaError as error:
        lines = source.split("\n")
        line, column = error.position
        _require(1 <= line <= len(lines), source, error)
        _require(1 <= column <= len(lines[line - 1]) + 1, source, error)
        return
    _compare(parsed, source, given, texts)


def _compare(
    parsed: Formula, source: str, given: Mapping[str, Any], texts: Mapping[str, str]
) -> Any:
    """Compare the formula with and without its trace; return what both give, with the trace."""
    formula = CompiledFormula(parsed, texts)
    traced = _outcome(lambda: _traced(formula.evaluation(given)))
    value = _outcome(lambda: _typed(formula.value(given)))
    wanted = traced if isinstance(traced, str) else traced[0]
    _require(value == wanted, source, given, texts, value, wanted)
    if not isinstance(traced, str):
        for kind, part in (traced[0], *traced[1]):
            _require(_typed(read(written(part))) == (kind, part), source, given, texts, part)
    return traced


def _traced(found: Any) -> Any:
    return _typed(found.value), tuple(_typed(step.value) for step in found.trace)


def _typed(value: Any) -> tuple[type, Any]:
    return type(value), value


def _outcome(compute: Callable[[], Any]) -> Any:
    """Return what it comes to, or the text of its error; any other error ends the run."""
    try:
        return compute()
    except FormulaError as error:
        return str(error)


def _variables(data: Any) -> dict[str, Any]:
    numbers = [data.PickValueInList(list(NUMBERS)) for _ in range(3)]
    given: dict[str, Any] = {
        name: None if text is None else Decimal(text)
        for name, text in zip(NAMES, numbers, strict=False)
    }
    given["discipline"] = data.PickValueInList(list(TEXTS))
    given["manual"] = data.PickValueInList([None, True, False])
    return given


def _coefficients(data: Any) -> dict[str, str]:
    drawn = data.ConsumeUnicodeNoSurrogates(data.ConsumeIntInRange(0, 60))
    return {**COEFFICIENTS, "drawn": drawn}


def _refuse(name: str) -> None:
    raise ValueError(name)


def _require(holds: bool, *about: Any) -> None:
    if not holds:
        raise AssertionError(" | ".join(map(repr, about)))


def try_one(given: bytes) -> None:
    """Try one input."""
    data = atheris.FuzzedDataProvider(given)
    KINDS[data.ConsumeIntInRange(0, len(KINDS) - 1)](data)


def main() -> None:
    """Run for so long; atheris prints what it does and ends the process."""
    parser = argparse.ArgumentParser(prog="python -m tools.bench.fuzz_formula", description=__doc__)
    parser.add_argument("--seconds", type=int, default=600)
    parser.add_argument("--corpus", default="", help="a folder of inputs that were worth keeping")
    parser.add_argument("--input", default="", help="a file: try this input and no other")
    asked = parser.parse_args()
    places = [asked.input or asked.corpus] if asked.input or asked.corpus else []
    limits = [
        f"-max_total_time={asked.seconds}",
        f"-max_len={LENGTH}",
        "-len_control=10",
        "-timeout=10",
    ]
    atheris.Setup([sys.argv[0], *limits, *places], try_one)
    atheris.Fuzz()


if __name__ == "__main__":
    main()
