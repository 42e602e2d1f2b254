"""Breaks each part while activities come in, and proves what became of each of them."""

import os
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from threading import Event
from typing import Any

import psycopg

from tools.bench import rabbitmq
from tools.bench.activities.program import add_tasks, make_program, runs_of, token_of_a_source
from tools.bench.activities.proof import prove, read_end
from tools.bench.activities.sources import publish_events, send_callbacks, shared_out
from tools.bench.quiet import disconnect, is_quiet
from tools.bench.rehearsal import Rehearsal, rehearse
from tools.bench.verdicts import Verdict, verdict_of

SETTINGS = {
    "LOG_LEVEL": "WARNING",
    "DATABASE_POOL_TIMEOUT": "5",
    "OUTBOX_LEASE_SECONDS": "8",
    "OUTBOX_BACKOFF_CAP_SECONDS": "5",
    "BUS_VISIBILITY_SECONDS": "8",
    "CELERY_VISIBILITY_SECONDS": "30",
}
SERVICES = ("web", "worker", "deliveries", "beat", "consumer")
# In turn, while activities come in.
STRIKES = ("web", "worker", "postgres", "consumer", "redis", "beat", "rabbitmq")
PARTICIPANTS = 100
CLIENTS = 4
TIMEOUT_SECONDS = 1800.0
_SETTLED = "SELECT count(*) FROM activities_activity WHERE state <> 'Created'"


@dataclass(frozen=True, slots=True, kw_only=True)
class Broken:
    """A disturbed run: its figures by name, and the verdicts."""

    figures: Mapping[str, str]
    verdicts: Sequence[Verdict]


def run_and_break(activities: int) -> Broken:
    """Send so many activities while everything is broken, and prove the end.

    Half of them are callbacks, half events. Each participant has tasks for three quarters.
    """
    with _running_system() as (system, strikes):
        program = make_program(PARTICIPANTS)
        add_tasks(program, max(1, activities * 3 // (4 * PARTICIPANTS)))
        sent = list(runs_of(program, activities))
        began = time.perf_counter()
        errors = _send(system, sent, strikes)
        in_time = system.wait(is_quiet, TIMEOUT_SECONDS)
        seconds = time.perf_counter() - began
        verdicts = prove(read_end(), sent)
    return Broken(
        figures={
            "Activities": f"{activities:,}, half by callback, half by broker",
            "Broken": ", ".join(strikes),
            "Seconds": f"{seconds:.0f}",
        },
        verdicts=[
            verdict_of("no answer was unexpected", errors),
            verdict_of("the outbox and the bus became empty", [] if in_time else ["not in time"]),
            *verdicts,
        ],
    )


@contextmanager
def _running_system() -> Iterator[tuple[Rehearsal, Mapping[str, Callable[[], None]]]]:
    """Run the system, on a RabbitMQ of its own where there is one."""
    if reason := rabbitmq.why_not():
        print(f"rabbitmq is not broken: {reason}")
        with rehearse(SETTINGS, *SERVICES) as system:
            yield system, _strikes(system)
        return
    with (
        rabbitmq.run_node() as node,
        rehearse({**SETTINGS, "EVENT_BUS_URL": node.url()}, *SERVICES) as system,
    ):
        yield system, {**_strikes(system), "rabbitmq": partial(_restart, node)}


def _strikes(system: Rehearsal) -> dict[str, Callable[[], None]]:
    return {
        what: partial(system.kill_server if what in ("postgres", "redis") else system.kill, what)
        for what in STRIKES
        if what != "rabbitmq"
    }


def _restart(node: rabbitmq.RabbitNode) -> None:
    node.kill()
    node.start()


def _send(
    system: Rehearsal, sent: Sequence[Mapping[str, Any]], strikes: Mapping[str, Callable[[], None]]
) -> list[str]:
    stop, token = Event(), token_of_a_source()
    callbacks, events = shared_out(sent[::2]), shared_out(sent[1::2])
    disconnect()
    with ThreadPoolExecutor(2 * CLIENTS) as threads:
        busy = [
            *(threads.submit(send_callbacks, callbacks, token, stop) for _ in range(CLIENTS)),
            *(threads.submit(publish_events, events, stop) for _ in range(CLIENTS)),
        ]
        try:
            for number, strike in enumerate(strikes.values(), 1):
                _await_settled(system, len(sent) * number // (len(strikes) + 1))
                strike()
            _await_settled(system, len(sent))
        finally:
            stop.set()
    return [f"{type(error).__name__}: {error}" for one in busy if (error := one.exception())]


def _await_settled(system: Rehearsal, activities: int) -> None:
    if not system.wait(partial(_has_settled, activities), TIMEOUT_SECONDS):
        raise RuntimeError(f"fewer than {activities} were applied or skipped in time")


def _has_settled(activities: int) -> bool:
    time.sleep(0.2)
    try:
        with psycopg.connect(os.environ["DATABASE_URL"]) as database:
            row = database.execute(_SETTLED).fetchone()
    except psycopg.OperationalError:
        return False
    return row is not None and row[0] >= activities
