"""The time of finding a suitable task, in the database and in Python, of few and of many."""

import statistics
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Any
from uuid import UUID

from rich.console import Console
from rich.table import Table

from tools.bench.activities.many_tasks import FEW, MANY, Owners, fill
from tools.bench.new_database import django_with
from tools.bench.scans import Reads, explained
from tools.bench.verdicts import Verdict

DATABASE = "finishline_bench_activities"
TABLE = "programs_participantexercisetask"
MOST_MS = 5.0
# What the activity has, by the case: the first task suits, the last one, none.
CASES: Mapping[str, Mapping[int, Decimal]] = {
    "the first suits": {FEW: Decimal("0.5"), MANY: Decimal("0.5")},
    "only the last suits": {FEW: Decimal("4.5"), MANY: Decimal(MANY) - Decimal("0.5")},
    "none suits": {FEW: Decimal(99999), MANY: Decimal(99999)},
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Matched:
    """A case: seconds of each search with few tasks and with many, and what was read."""

    case: str
    few: Sequence[float]
    many: Sequence[float]
    reads: Reads

    @property
    def milliseconds(self) -> Mapping[int, float]:
        """The median by the number of open tasks."""
        return {FEW: statistics.median(self.few) * 1000, MANY: statistics.median(self.many) * 1000}


def measure_matching(tasks: int, runs: int) -> list[Matched]:
    """Fill a new database with so many tasks, and search in it."""
    with django_with(DATABASE):
        from django.core.management import call_command

        call_command("migrate", verbosity=0)
        began = time.perf_counter()
        owners = fill(tasks)
        print(f"Filled in {time.perf_counter() - began:.0f} s.", flush=True)
        return [_measure(case, owners, runs) for case in CASES]


def judge(measured: Sequence[Matched]) -> list[Verdict]:
    """Judge by the slowest case."""
    verdicts = [
        Verdict(
            bar=f"a suitable task among {count} open ones takes at most {MOST_MS:g} ms",
            measured=f"{(slowest := max(one.milliseconds[count] for one in measured)):.2f} ms",
            passed=slowest <= MOST_MS,
        )
        for count in (FEW, MANY)
    ]
    rows = max(one.reads.heap_rows for one in measured)
    few_rows = Verdict(
        bar="only the participant's own tasks are read",
        measured=f"{rows} rows of {', '.join(measured[0].reads.scans)}",
        passed=rows <= MANY,
    )
    return [*verdicts, few_rows]


def show(measured: Sequence[Matched], tasks: int) -> None:
    """Print the table."""
    table = Table(title=f"Finding the suitable task among {tasks:,}, median ms")
    for heading in ("Case", f"{FEW} open", f"{MANY} open", "Rows", "Buffers", "Database"):
        table.add_column(heading, justify="left" if heading == "Case" else "right")
    for one in measured:
        table.add_row(
            one.case,
            *(f"{one.milliseconds[count]:.2f}" for count in (FEW, MANY)),
            str(one.reads.heap_rows),
            str(one.reads.buffers),
            f"{one.reads.milliseconds:.2f}",
        )
    Console(width=120).print(table)


def _measure(case: str, owners: Owners, runs: int) -> Matched:
    few, many = CASES[case][FEW], CASES[case][MANY]
    _seconds(owners.few, few), _seconds(owners.many, many)  # connections, caches
    times = [(_seconds(owners.few, few), _seconds(owners.many, many)) for _ in range(runs)]
    with explained(TABLE) as reads:
        _seconds(owners.many, many)
    return Matched(
        case=case, few=[one for one, _ in times], many=[two for _, two in times], reads=reads[-1]
    )


def _seconds(participant_id: UUID, distance: Decimal) -> float:
    from django.db import transaction

    from programs.commands.applying import find_suitable_task

    facts: dict[str, Any] = {"Discipline": "running", "Distance": distance}
    with transaction.atomic():  # as the command that applies an activity
        began = time.perf_counter()
        find_suitable_task(participant_id, "SportActivity", facts)
        return time.perf_counter() - began
