"""Compares reward formulas with a hand-written function and with other expression languages.

    python -m bench.formula [--rounds 200]

Three formulas over the same activities, in one run: each round times every contender in turn, and
the fastest pass of each counts, so that other programs on the machine disturb all alike. First the
results are compared; a contender with another one is left out and named. The other languages are in
`requirements-bench.in`; what is not installed is left out too. Last, each hostile formula of the
tests is parsed, compiled and computed. Prints whether each bar is met; exits with 1 if one is
missed.
"""

import argparse
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Context, Decimal, setcontext
from importlib import import_module
from typing import Any

from rich.console import Console
from rich.table import Table

from bench.verdicts import Verdict, conclude
from rewards.formula import CompiledFormula, FormulaError, exact, parse
from rewards.tests import hostile

Row = Mapping[str, Any]
Compute = Callable[[Row], Any]

WITHOUT_TRACE, WITH_TRACE, LONGEST = 1.5, 4.0, 0.050
OURS, TRACED, WRITTEN_OUT = "this", "this, traced", "this, trace as a list"
ALONE, BY_HAND = "this, in another context", "by hand"
RATE = Decimal("1.5")
COEFFICIENTS = {"rate": "1.5", "table": "[[0, 1], [5, 1.5], [10, 2]]"}
NAMES = ("distance", "discipline", "is_manual")
ROWS: Sequence[Row] = [
    {
        "distance": Decimal(n * 37 % 2000) / 100 + Decimal("0.5"),
        "discipline": "running" if n % 3 else "walking",
        "is_manual": n % 5 == 0,
    }
    for n in range(60)
]


@dataclass(frozen=True, slots=True, kw_only=True)
class Subject:
    """One formula, in each language."""

    name: str
    ours: str
    by_hand: Compute
    python: str
    rule: str
    cel: str
    logic: Any


def _linear(row: Row) -> Decimal | None:
    distance: Decimal | None = row.get("distance")
    return None if distance is None else distance * RATE + 10


def _chosen(row: Row) -> Decimal | None:
    distance: Decimal | None = row.get("distance")
    if row.get("discipline") == "running" and distance is not None and distance > 5:
        return distance * RATE
    return Decimal(0)


_FIVE, _TEN, _HUNDRED = Decimal(5), Decimal(10), Decimal(100)
_STEPS = ((Decimal(10), Decimal(2)), (Decimal(5), RATE), (Decimal(0), Decimal(1)))


def _stepped(row: Row) -> Decimal | None:
    distance: Decimal | None = row.get("distance")
    if row.get("is_manual") is not False or distance is None or not distance > 0:
        return Decimal(0)
    for start, multiplier in _STEPS:
        if start <= distance:
            return min(distance * RATE * multiplier, _HUNDRED)
    return None


_STEP = "(distance >= 10 ? 2 : (distance >= 5 ? rate : 1))"
_RATED = {"*": [{"var": "distance"}, {"var": "rate"}]}
_LOGIC_STEP = {
    "if": [
        {">=": [{"var": "distance"}, 10]},
        2,
        {"if": [{">=": [{"var": "distance"}, 5]}, {"var": "rate"}, 1]},
    ]
}
SUBJECTS = (
    Subject(
        name="a product and a sum",
        ours="distance * coeff('rate') + 10",
        by_hand=_linear,
        python="distance * rate + 10",
        rule="distance * rate + 10",
        cel="distance * rate + 10.0",
        logic={"+": [_RATED, 10]},
    ),
    Subject(
        name="a choice by two conditions",
        ours="discipline == 'running' and distance > 5 ? distance * coeff('rate') : 0",
        by_hand=_chosen,
        python="distance * rate if discipline == 'running' and distance > 5 else 0",
        rule="discipline == 'running' and distance > 5 ? distance * rate : 0",
        cel="discipline == 'running' && distance > 5.0 ? distance * rate : 0.0",
        logic={
            "if": [
                {
                    "and": [
                        {"==": [{"var": "discipline"}, "running"]},
                        {">": [{"var": "distance"}, 5]},
                    ]
                },
                _RATED,
                0,
            ]
        },
    ),
    Subject(
        name="a table of steps, with a cap",
        ours="is_manual == false and distance > 0"
        " ? min(distance * coeff('rate') * piecewise(coeff('table'), distance), 100) : 0",
        by_hand=_stepped,
        python="min(distance * rate * (2 if distance >= 10 else rate if distance >= 5 else 1), 100)"
        " if is_manual == False and distance > 0 else 0",
        rule="is_manual == false and distance > 0"
        f" ? (distance * rate * {_STEP} < 100 ? distance * rate * {_STEP} : 100) : 0",
        cel="!is_manual && distance > 0.0 ? (distance * rate * STEP < 100.0"
        " ? distance * rate * STEP : 100.0) : 0.0".replace(
            "STEP", "(distance >= 10.0 ? 2.0 : (distance >= 5.0 ? rate : 1.0))"
        ),
        logic={
            "if": [
                {
                    "and": [
                        {"==": [{"var": "is_manual"}, False]},
                        {">": [{"var": "distance"}, 0]},
                    ]
                },
                {"min": [{"*": [_RATED, _LOGIC_STEP]}, 100]},
                0,
            ]
        },
    ),
)


def _simpleeval(subject: Subject) -> Compute:
    module = import_module("simpleeval")
    evaluator = module.SimpleEval(functions={"min": min})
    parsed = evaluator.parse(subject.python)

    def compute(row: Row) -> Any:
        evaluator.names = {**row, "rate": RATE}
        return evaluator.eval(subject.python, previously_parsed=parsed)

    return compute


def _asteval(subject: Subject) -> Compute:
    interpreter = import_module("asteval").Interpreter(minimal=True)
    interpreter.config["ifexp"] = True
    interpreter.node_handlers["ifexp"] = interpreter.on_ifexp
    parsed = interpreter.parse(subject.python)

    def compute(row: Row) -> Any:
        interpreter.symtable.update(row)
        interpreter.symtable["rate"] = RATE
        return interpreter.run(parsed)

    return compute


def _rule_engine(subject: Subject) -> Compute:
    rule = import_module("rule_engine").Rule(subject.rule)
    return lambda row: rule.evaluate({**row, "rate": RATE})


def _cel(subject: Subject) -> Compute:
    celpy = import_module("celpy")
    types = import_module("celpy.celtypes")
    environment = celpy.Environment()
    program = environment.program(environment.compile(subject.cel))
    kinds = {Decimal: types.DoubleType, str: types.StringType, bool: types.BoolType}
    rate = types.DoubleType(RATE)

    def compute(row: Row) -> Any:
        known = {name: kinds[type(value)](value) for name, value in row.items()}
        return program.evaluate({**known, "rate": rate})

    return compute


def _json_logic(subject: Subject) -> Compute:
    logic = import_module("json_logic").jsonLogic
    return lambda row: logic(subject.logic, {**row, "rate": RATE})


OTHERS: Mapping[str, Callable[[Subject], Compute]] = {
    "simpleeval": _simpleeval,
    "asteval": _asteval,
    "rule-engine": _rule_engine,
    "cel-python": _cel,
    "json-logic": _json_logic,
}


def contenders(subject: Subject, console: Console) -> dict[str, Compute]:
    """Return what computes the formula right, by name; say which is left out and why."""
    ours = CompiledFormula(parse(subject.ours, NAMES), COEFFICIENTS)
    found: dict[str, Compute] = {
        BY_HAND: subject.by_hand,
        OURS: ours.value,
        TRACED: lambda row: ours.evaluation(row).value,
        ALONE: _alone(ours.value),
        WRITTEN_OUT: lambda row: ours.evaluation(row).trace,
    }
    for name, make in OTHERS.items():
        try:
            compute = make(subject)
            wrong = _first_wrong(subject, compute)
        except ImportError as error:
            wrong = f"not installed ({error})"
        except Exception as error:  # noqa: BLE001 (whatever another language raises is its answer)
            wrong = f"{type(error).__name__}: {error}"
        if wrong:
            console.print(f"[yellow]{name} is left out: {wrong}")
        else:
            found[name] = compute
    if wrong := _first_wrong(subject, ours.value):
        raise SystemExit(f"{subject.name}: {wrong}")
    return found


def _first_wrong(subject: Subject, compute: Compute) -> str:
    for row in ROWS:
        expected, found = subject.by_hand(row), compute(row)
        # Some languages compute with binary floats.
        if found is None or abs(Decimal(found) - (expected or 0)) > Decimal("1e-9"):
            return f"{found} and not {expected} for {dict(row)}"
    return ""


def times(found: Mapping[str, Compute], rounds: int) -> dict[str, float]:
    """Return the seconds that one formula takes, by contender: the fastest pass over the rows.

    A pass is short, so that even a busy machine leaves some of them undisturbed.
    """
    fastest = dict.fromkeys(found, float("inf"))
    for _ in range(rounds):
        for name, compute in found.items():
            with exact():
                fastest[name] = min(fastest[name], *(_pass(compute) for _ in range(5)))
    return fastest


def _alone(compute: Compute) -> Compute:
    """Return a computation that begins in another decimal context, as in a web process."""
    other = Context()

    def alone(row: Row) -> Any:
        setcontext(other)
        return compute(row)

    return alone


def _pass(compute: Compute) -> float:
    started = time.perf_counter()
    for row in ROWS:
        compute(row)
    return (time.perf_counter() - started) / len(ROWS)


def slowest_hostile() -> tuple[float, str]:
    """Return the processor seconds of the slowest hostile formula, the better of two tries."""
    return max((min(_hostile(text) for _ in range(2)), text[:60]) for text in hostile.FORMULAS)


def _hostile(text: str) -> float:
    started = time.process_time()
    try:
        formula = CompiledFormula(parse(text, hostile.VARIABLES), hostile.COEFFICIENTS)
        formula.evaluation(hostile.VARIABLES)
    except FormulaError:
        pass
    return time.process_time() - started


def verdicts(subject: Subject, fastest: Mapping[str, float]) -> Iterator[Verdict]:
    """Yield whether each bar is met."""
    hand = fastest[BY_HAND]
    for name, most in ((OURS, WITHOUT_TRACE), (TRACED, WITH_TRACE)):
        ratio = fastest[name] / hand
        yield Verdict(
            bar=f"{subject.name}: {name}",
            measured=f"{ratio:.2f} × by hand ≤ {most}",
            passed=ratio <= most,
        )
    for other in fastest.keys() & OTHERS.keys():
        ratio = fastest[other] / fastest[OURS]
        yield Verdict(
            bar=f"{subject.name}: ahead of {other}", measured=f"{ratio:.1f} ×", passed=ratio > 1
        )


def main() -> None:
    """Compare, and show."""
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--rounds", type=int, default=200)
    asked, console = arguments.parse_args(), Console()
    found: list[Verdict] = []
    for subject in SUBJECTS:
        with exact():  # for both sides; `ALONE` pays for it in each call
            fastest = times(contenders(subject, console), asked.rounds)
        console.print(_table(subject, fastest))
        found += verdicts(subject, fastest)
    seconds, text = slowest_hostile()
    shown = f"{seconds * 1000:.1f} ms ≤ {LONGEST * 1000:.0f}: {text!r}"
    found.append(
        Verdict(bar="the slowest hostile formula", measured=shown, passed=seconds <= LONGEST)
    )
    conclude(found)


def _table(subject: Subject, fastest: Mapping[str, float]) -> Table:
    table = Table("contender", "µs", "× by hand", title=subject.name)
    for name, seconds in sorted(fastest.items(), key=lambda pair: pair[1]):
        table.add_row(name, f"{seconds * 1e6:.2f}", f"{seconds / fastest[BY_HAND]:.2f}")
    return table


if __name__ == "__main__":
    main()
