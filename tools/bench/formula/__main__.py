"""Compares reward formulas with a hand-written function and with other expression languages.

    python -m tools.bench.formula [--rounds 200]

Three formulas over the same activities, in one run: each round times every contender in turn, and
the fastest pass of each counts, so that other programs on the machine disturb all alike. First the
results are compared; a contender with another one is left out and named. The other languages are in
`requirements-bench.in`; what is not installed is left out too. Last, each hostile formula of the
tests is parsed, compiled and computed. Prints whether each bar is met; exits with 1 if one is
missed.
"""

import argparse
import time
from collections.abc import Iterator, Mapping

from rich.console import Console
from rich.table import Table

from rewards.formula import CompiledFormula, FormulaError, exact, parse
from rewards.tests.formula import hostile
from tools.bench.formula.contenders import BY_HAND, OTHERS, OURS, TRACED, contenders
from tools.bench.formula.subjects import ROWS, SUBJECTS, Compute, Subject
from tools.bench.verdicts import Verdict, conclude

WITHOUT_TRACE, WITH_TRACE, LONGEST = 1.5, 4.0, 0.050


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
