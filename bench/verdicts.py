"""The verdicts of a bench, and its exit code."""

import os
import sys
from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Verdict:
    """One bar, the measured value, and whether it meets the bar."""

    bar: str
    measured: str
    passed: bool

    def __str__(self) -> str:
        return f"{'PASS' if self.passed else 'FAIL'}  {self.bar}: {self.measured}"


def conclude(verdicts: Sequence[Verdict]) -> None:
    """Print the verdicts and the machine's load; exit with 1 if a bar is missed."""
    for verdict in verdicts:
        print(verdict)
    busy = ", ".join(f"{load:.2f}" for load in os.getloadavg())
    print(f"Load average: {busy} on {os.cpu_count()} processors; times are a quiet machine's.")
    if not all(verdict.passed for verdict in verdicts):
        sys.exit(1)
