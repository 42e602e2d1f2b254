"""What computes a formula: this project, a function written by hand, and other languages."""

from collections.abc import Callable, Mapping
from decimal import Context, Decimal, setcontext
from importlib import import_module
from typing import Any

from rich.console import Console

from rewards.formula import CompiledFormula, parse
from tools.bench.formula.subjects import COEFFICIENTS, NAMES, RATE, ROWS, Compute, Row, Subject

OURS, TRACED, WRITTEN_OUT = "this", "this, traced", "this, trace as a list"
ALONE, BY_HAND = "this, in another context", "by hand"


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
    """Return what computes the formula right, by name; print which is left out and why."""
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


def _alone(compute: Compute) -> Compute:
    """Return a computation that begins in another decimal context, as in a web process."""
    other = Context()

    def alone(row: Row) -> Any:
        setcontext(other)
        return compute(row)

    return alone
