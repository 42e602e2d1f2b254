"""Taggers take, tag and complete tasks over HTTP: a million open tasks, or everything breaking.

    python -m tools.bench.works [--tasks 3000] [--taggers 8] [--open 1000000] [--takes 60]
    python -m tools.bench.works --break [--tasks 5000] [--taggers 50]

The first prints how long taking work lasts with many open tasks and with few, tasks a second, the
times of each request and the processor time of each part, and whether each bar is met. The second
breaks each part while taggers work, and compares what the database, the photo service and the
taggers have at the end. Both exit with 1 if a bar is missed.
"""

import argparse
import statistics
from collections.abc import Iterator, Sequence

from rich.console import Console
from rich.table import Table

from tools.bench.rehearsal import Rehearsal, rehearse
from tools.bench.verdicts import Verdict, conclude, show_figures
from tools.bench.works.breaking import run_and_break
from tools.bench.works.sites import FEW, Sites, run_sites
from tools.bench.works.tagger import KINDS
from tools.bench.works.taking import Taken, measure_taking
from tools.bench.works.throughput import Throughput, measure_throughput

MOST_RATIO = 1.5
LEAST_TASKS = 70  # a second
WARM_UP = 200
TIMEOUT_SECONDS = 120.0
SETTINGS = {"LOG_LEVEL": "INFO", "THROTTLE_TAGGER": "1000000/m"}


def main() -> None:
    """Measure or break, print the tables, and fail if a bar is missed."""
    parser = argparse.ArgumentParser(prog="python -m tools.bench.works", description=__doc__)
    parser.add_argument("--break", dest="breaks", action="store_true")
    parser.add_argument("--tasks", type=int)
    parser.add_argument("--taggers", type=int)
    parser.add_argument("--open", type=int, default=1_000_000)
    parser.add_argument("--takes", type=int, default=60)
    asked = parser.parse_args()
    if asked.breaks:
        broken = run_and_break(asked.tasks or 5000, asked.taggers or 50)
        show_figures("Taggers at work while everything is broken", broken.figures)
        conclude(broken.verdicts)
        return
    conclude(_measure(asked.tasks or 3000, asked.taggers or 8, asked.open, asked.takes))


def judge(taken: Sequence[Taken], runs: Sequence[Throughput]) -> list[Verdict]:
    """Judge by the worst case of taking, and by the slowest run."""
    worst = max(taken, key=lambda row: row.ratio)
    slowest = min(runs, key=lambda run: run.rate)
    return [
        Verdict(
            bar=f"taking work takes at most {MOST_RATIO} times as long with many open tasks",
            measured=f"{worst.ratio:.2f} times ({worst.case})",
            passed=worst.ratio <= MOST_RATIO,
        ),
        Verdict(
            bar=f"at least {LEAST_TASKS} tasks a second taken, tagged and completed",
            measured=f"{slowest.rate:.0f} ({slowest.name})",
            passed=slowest.rate >= LEAST_TASKS,
        ),
    ]


def _measure(tasks: int, taggers: int, open_tasks: int, takes: int) -> list[Verdict]:
    with rehearse(SETTINGS) as system, run_sites(system, open_tasks, taggers) as sites:
        taken = measure_taking(sites, takes)
        runs = list(_runs(system, sites, tasks))
    console = Console(width=120)
    console.print(_taking_table(taken, open_tasks))
    for table in (_request_table(runs), _processor_table(runs)):
        console.print(table)
    return judge(taken, runs)


def _runs(system: Rehearsal, sites: Sites, tasks: int) -> Iterator[Throughput]:
    port, people = sites.many.port, sites.free
    measure_throughput(system, port, people, WARM_UP, "warm-up")
    yield measure_throughput(system, port, people, tasks, "web alone")
    system.supervisor.start("worker", "deliveries", "beat")
    system.wait(lambda: _delivered(system) >= WARM_UP + tasks, TIMEOUT_SECONDS)
    yield measure_throughput(system, port, people, tasks, "with deliveries")


def _delivered(system: Rehearsal) -> int:
    return system.sandbox.photo_service_counts().tags


def _taking_table(rows: Sequence[Taken], open_tasks: int) -> Table:
    table = Table(title="Taking work (POST works), median ms")
    for heading in ("Case", f"{FEW:,} open", f"{open_tasks:,} open", "Ratio"):
        table.add_column(heading, justify="left" if heading == "Case" else "right")
    for row in rows:
        table.add_row(row.case, f"{row.few:.1f}", f"{row.many:.1f}", f"{row.ratio:.2f}")
    return table


def _request_table(runs: Sequence[Throughput]) -> Table:
    table = Table(title="Tasks a second, and ms of each request: median, 95th percentile")
    for heading in ("Run", "Tasks", "Tasks/s", *KINDS):
        table.add_column(heading, justify="left" if heading == "Run" else "right")
    for run in runs:
        times = [_milliseconds(run.times[kind]) for kind in KINDS]
        table.add_row(run.name, f"{run.tasks:,}", f"{run.rate:.0f}", *times)
    return table


def _processor_table(runs: Sequence[Throughput]) -> Table:
    parts = list(runs[-1].processor)
    table = Table(title="Processor ms a task")
    for heading in ("Run", *parts, "all"):
        table.add_column(heading, justify="left" if heading == "Run" else "right")
    for run in runs:
        used = [run.processor.get(part, 0.0) for part in parts]
        costs = [f"{seconds * 1000 / run.tasks:.1f}" for seconds in (*used, sum(used))]
        table.add_row(run.name, *costs)
    return table


def _milliseconds(times: Sequence[float]) -> str:
    ordered = sorted(times)
    most = ordered[len(ordered) * 95 // 100]
    return f"{statistics.median(ordered) * 1000:.0f}, {most * 1000:.0f}"


if __name__ == "__main__":
    main()
