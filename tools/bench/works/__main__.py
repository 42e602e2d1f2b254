"""Taggers take, tag and complete tasks over HTTP, among a million that are open.

    python -m tools.bench.works [--tasks 3000] [--taggers 8] [--open 1000000]

Prints tasks a second, the times of each request and the processor time of each part, and whether
the bar is met; exits with 1 if it is missed.
"""

import argparse
import os
import statistics
import time
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from itertools import count

from rich.console import Console
from rich.table import Table

from tools.bench.processor import processor_seconds, spent
from tools.bench.rehearsal import Rehearsal, rehearse
from tools.bench.verdicts import Verdict, conclude
from tools.bench.works.pool import Person, add_albums, add_people, add_tasks, settle_tables
from tools.bench.works.tagger import KINDS, Tagger
from tools.local.health import answers

ALBUMS = 20
LEAST_TASKS = 70  # a second
WARM_UP = 200
TIMEOUT_SECONDS = 120.0
SETTINGS = {"LOG_LEVEL": "INFO", "THROTTLE_TAGGER": "1000000/m"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Throughput:
    """A run: tasks, seconds, seconds of each request by kind, processor seconds by part."""

    name: str
    tasks: int
    seconds: float
    times: Mapping[str, Sequence[float]]
    processor: Mapping[str, float]

    @property
    def rate(self) -> float:
        """Tasks a second."""
        return self.tasks / self.seconds


def main() -> None:
    """Measure, print the tables, and fail if the bar is missed."""
    parser = argparse.ArgumentParser(prog="python -m tools.bench.works", description=__doc__)
    parser.add_argument("--tasks", type=int, default=3000)
    parser.add_argument("--taggers", type=int, default=8)
    parser.add_argument("--open", type=int, default=1_000_000)
    asked = parser.parse_args()
    conclude(_measure(asked.tasks, asked.taggers, asked.open))


def judge(runs: Sequence[Throughput]) -> Verdict:
    """Judge the slowest run."""
    slowest = min(runs, key=lambda run: run.rate)
    return Verdict(
        bar=f"at least {LEAST_TASKS} tasks a second taken, tagged and completed",
        measured=f"{slowest.rate:.0f} ({slowest.name})",
        passed=slowest.rate >= LEAST_TASKS,
    )


def _measure(tasks: int, taggers: int, open_tasks: int) -> list[Verdict]:
    with rehearse(SETTINGS) as system:
        add_tasks(add_albums(ALBUMS), open_tasks)
        people = add_people(taggers)
        settle_tables()
        system.supervisor.start("web")
        ready = answers(f"{os.environ['PUBLIC_URL']}/health/ready")
        if not system.wait(ready, TIMEOUT_SECONDS):
            raise RuntimeError("the web did not start")
        runs = list(_runs(system, people, tasks))
    console = Console(width=120)
    for table in (_request_table(runs), _processor_table(runs)):
        console.print(table)
    return [judge(runs)]


def measure_throughput(
    system: Rehearsal, people: Sequence[Person], tasks: int, name: str
) -> Throughput:
    """Let the people complete so many tasks at once.

    :raises Refused, Broken: a request failed.
    """
    begun = count()  # atomic: each task has its number
    port = int(os.environ["WEB_PORT"])
    taggers = [Tagger(port, person, lambda: next(begun) < tasks) for person in people]
    before, began = processor_seconds(system), time.perf_counter()
    with ThreadPoolExecutor(len(taggers)) as threads:
        list(threads.map(Tagger.work, taggers))
    seconds, after = time.perf_counter() - began, processor_seconds(system)
    return Throughput(
        name=name,
        tasks=sum(tagger.completed for tagger in taggers),
        seconds=seconds,
        times={kind: [one for each in taggers for one in each.times[kind]] for kind in KINDS},
        processor=spent(before, after),
    )


def _runs(system: Rehearsal, people: Sequence[Person], tasks: int) -> Iterator[Throughput]:
    measure_throughput(system, people, WARM_UP, "warm-up")
    yield measure_throughput(system, people, tasks, "web alone")
    system.supervisor.start("worker", "deliveries", "beat")
    system.wait(lambda: _delivered(system) >= WARM_UP + tasks, TIMEOUT_SECONDS)
    yield measure_throughput(system, people, tasks, "with deliveries")


def _delivered(system: Rehearsal) -> int:
    return system.sandbox.photo_service_counts().tags


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
