"""The time of finding a suitable task, and the rows read, with few tasks and with many."""

import os
import statistics
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Any
from uuid import UUID

import django
from rich.console import Console
from rich.table import Table

from bench.activities.many_tasks import FEW, MANY, Owners, fill
from bench.new_database import database
from bench.scans import Reads, explained
from bench.verdicts import Verdict
from local.environment import prepare

DATABASE = "finishline_bench_activities"
TABLE = "programs_participantexercisetask"
MOST_RATIO = 1.5
MOST_ROWS = 20
# What the activity has, by the case: the first task suits, the last one, none.
CASES: Mapping[str, Mapping[int, Decimal]] = {
    "the first suits": {FEW: Decimal("0.5"), MANY: Decimal("0.5")},
    "only the last suits": {FEW: Decimal("4.5"), MANY: Decimal("4999.5")},
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
    def ratio(self) -> float:
        return statistics.median(self.many) / statistics.median(self.few)


def measure_matching(tasks: int, runs: int) -> list[Matched]:
    """Fill a new database with so many tasks, and search in it."""
    os.environ.setdefault("LOG_LEVEL", "WARNING")
    prepare()
    with database(DATABASE) as url:
        os.environ.update({"DATABASE_URL": url, "DJANGO_SETTINGS_MODULE": "config.settings"})
        django.setup()
        from django.core.management import call_command

        call_command("migrate", verbosity=0)
        began = time.perf_counter()
        owners = fill(tasks)
        print(f"Filled in {time.perf_counter() - began:.0f} s.", flush=True)
        return [_measure(case, owners, runs) for case in CASES]


def judge(measured: Sequence[Matched]) -> list[Verdict]:
    """Judge by the worst case."""
    slowest = max(measured, key=lambda one: one.ratio)
    most = max(measured, key=lambda one: one.reads.heap_rows)
    by_index = all(one.reads.scans == ("Index Scan task_suitable",) for one in measured)
    return [
        Verdict(
            bar=f"{MANY:,} tasks take at most {MOST_RATIO} times as long as {FEW}",
            measured=f"{slowest.ratio:.2f} times ({slowest.case})",
            passed=slowest.ratio <= MOST_RATIO,
        ),
        Verdict(
            bar=f"at most {MOST_ROWS} rows are read, by the index",
            measured=f"{most.reads.heap_rows} by {', '.join(most.reads.scans)} ({most.case})",
            passed=most.reads.heap_rows <= MOST_ROWS and by_index,
        ),
    ]


def show(measured: Sequence[Matched], tasks: int) -> None:
    """Print the table."""
    table = Table(title=f"Finding the suitable task among {tasks:,}, median ms")
    for heading in ("Case", f"{FEW} tasks", f"{MANY:,} tasks", "Ratio", "Rows", "Buffers"):
        table.add_column(heading, justify="left" if heading == "Case" else "right")
    for one in measured:
        table.add_row(
            one.case,
            *(f"{statistics.median(times) * 1000:.2f}" for times in (one.few, one.many)),
            f"{one.ratio:.2f}",
            str(one.reads.heap_rows),
            str(one.reads.buffers),
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
    from programs.queries import find_suitable_task

    facts: dict[str, Any] = {"Discipline": "running", "Distance": distance}
    began = time.perf_counter()
    find_suitable_task(participant_id, "SportActivity", facts)
    return time.perf_counter() - began
