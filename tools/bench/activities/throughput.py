"""Activities from the callback to the credit: how many a second, and what each part costs."""

import os
import time
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from queue import SimpleQueue
from typing import Any

from rich.console import Console
from rich.table import Table

from tools.bench.activities.baseline import write_baseline
from tools.bench.activities.program import (
    Program,
    add_tasks,
    make_program,
    runs_of,
    token_of_a_source,
)
from tools.bench.processor import processor_seconds, spent
from tools.bench.rehearsal import Rehearsal, rehearse
from tools.bench.verdicts import Verdict
from tools.bench.wire import Connection

PATH = "/callback-api/api/v2/sport-activities-callback/activity-accepted"
SETTINGS = {"LOG_LEVEL": "WARNING"}
SERVICES = ("web", "worker", "deliveries", "beat")
CLIENTS = 8
PARTICIPANTS = 200
WARM_UP = 40
MOST_RATIO = 2.6
MOST_MILLISECONDS = 25.0  # of processor an activity
TIMEOUT_SECONDS = 600.0


class Refused(Exception):
    """A callback was not accepted."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Throughput:
    """A run: activities, seconds of the system and of the baseline, processor seconds by part."""

    activities: int
    system: float
    baseline: float
    processor: Mapping[str, float]

    @property
    def ratio(self) -> float:
        return self.system / self.baseline

    @property
    def milliseconds(self) -> float:
        """Return the processor time an activity, of all parts."""
        return sum(self.processor.values()) / self.activities * 1000


def measure_throughput(activities: int) -> Throughput:
    """Measure how fast the system credits so many activities, and write their rows with psycopg."""
    with rehearse(SETTINGS, *SERVICES) as system:
        program = make_program(PARTICIPANTS)
        add_tasks(program, 1 + (activities + WARM_UP) // PARTICIPANTS)
        _credit(system, program, WARM_UP)  # connections, caches, lazy imports
        before = processor_seconds(system)
        seconds = _credit(system, program, activities)
        processor = spent(before, processor_seconds(system))
        baseline = write_baseline(os.environ["DATABASE_URL"], activities, program)
    return Throughput(activities=activities, system=seconds, baseline=baseline, processor=processor)


def judge(run: Throughput) -> list[Verdict]:
    """Judge the ratio to the baseline, and the processor time."""
    return [
        Verdict(
            bar=f"the system takes at most {MOST_RATIO:g} times as long as the baseline",
            measured=f"{run.ratio:.1f} times",
            passed=run.ratio <= MOST_RATIO,
        ),
        Verdict(
            bar=f"an activity takes at most {MOST_MILLISECONDS:g} ms of processor",
            measured=f"{run.milliseconds:.1f} ms",
            passed=run.milliseconds <= MOST_MILLISECONDS,
        ),
    ]


def show(run: Throughput) -> None:
    """Print the table."""
    parts = [name for name, seconds in run.processor.items() if seconds >= 0.05]
    table = Table(title="Activities from callback to credit; processor ms an activity")
    for heading in ("Activities", "System", "Baseline", "Baseline / system", *parts, "all"):
        table.add_column(heading, justify="right")
    each = [run.processor[name] / run.activities * 1000 for name in parts]
    table.add_row(
        f"{run.activities:,}",
        f"{run.activities / run.system:.0f}/s",
        f"{run.activities / run.baseline:.0f}/s",
        f"{run.ratio:.1f}",
        *(f"{milliseconds:.1f}" for milliseconds in (*each, sum(each))),
    )
    Console(width=120).print(table)


def _credit(system: Rehearsal, program: Program, count: int) -> float:
    """Send so many activities; return the seconds until all are credited and completed."""
    bodies: SimpleQueue[dict[str, Any] | None] = SimpleQueue()
    for body in runs_of(program, count):
        bodies.put(body)
    for _ in range(CLIENTS):
        bodies.put(None)
    token, wanted = token_of_a_source(), _credited() + count
    began = time.perf_counter()
    with ThreadPoolExecutor(CLIENTS) as clients:
        sending = [clients.submit(_send, bodies, token) for _ in range(CLIENTS)]
        done = system.wait(lambda: _credited() >= wanted and not _waiting(), TIMEOUT_SECONDS)
        _raise_failures(sending)
    if not done:
        raise RuntimeError(f"{_credited()} of {wanted} credited when the time was over")
    return time.perf_counter() - began


def _send(bodies: "SimpleQueue[dict[str, Any] | None]", token: str) -> None:
    connection = Connection(int(os.environ["WEB_PORT"]), token)
    while (body := bodies.get()) is not None:
        answer = connection.ask("POST", PATH, {"body": body})
        if answer.status != 200:
            raise Refused(f"{answer.status} {answer.body}")
    connection.close()


def _raise_failures(sending: Sequence[Any]) -> None:
    for one in sending:
        one.result()


def _credited() -> int:
    from rewards.models import BalanceOperation

    return BalanceOperation.objects.count()


def _waiting() -> bool:
    from foundation.messaging.models import OutboxMessage

    return OutboxMessage.objects.waiting().exists()
