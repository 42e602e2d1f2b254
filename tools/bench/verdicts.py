"""The verdicts of a bench, and its exit code."""

import os
import sys
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from rich.console import Console
from rich.table import Table

SHOWN = 3  # faults


@dataclass(frozen=True, slots=True, kw_only=True)
class Verdict:
    """One bar, the measured value, and whether it meets the bar."""

    bar: str
    measured: str
    passed: bool

    def __str__(self) -> str:
        return f"{'PASS' if self.passed else 'FAIL'}  {self.bar}: {self.measured}"


def verdict_of(bar: str, faults: Iterable[str]) -> Verdict:
    """Return a verdict that is good without faults, and names the first of them."""
    found = list(faults)
    shown = "; ".join(found[:SHOWN])
    return Verdict(
        bar=bar, measured=f"{len(found)} faults: {shown}" if found else "yes", passed=not found
    )


def show_figures(title: str, figures: Mapping[str, str]) -> None:
    """Print a table of figures by name."""
    table = Table("What", "How many", title=title)
    for name, value in figures.items():
        table.add_row(name, value)
    Console(width=120).print(table)


def conclude(verdicts: Sequence[Verdict]) -> None:
    """Print the verdicts and the machine's load; exit with 1 if a bar is missed."""
    for verdict in verdicts:
        print(verdict)
    busy = ", ".join(f"{load:.2f}" for load in os.getloadavg())
    print(f"Load average: {busy} on {os.cpu_count()} processors; times are a quiet machine's.")
    if not all(verdict.passed for verdict in verdicts):
        sys.exit(1)
