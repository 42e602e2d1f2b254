"""Runs the two baselines on the system's own servers, while the system stands still."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass

from tools.bench.ingest.photos import events_of
from tools.bench.ingest.rows import write_rows
from tools.bench.ingest.wire_baseline import QUEUE
from tools.bench.quiet import is_quiet
from tools.bench.rehearsal import Rehearsal

TIMEOUT_SECONDS = 60.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Baselines:
    """Seconds of the rows alone and with the wire; processor seconds of the program with it."""

    rows: float
    wire: float
    wire_processor: float


def measure_baselines(system: Rehearsal, photos: int) -> Baselines:
    """Do the work of so many photos with neither framework nor rules, as the system did it."""
    if not system.wait(is_quiet, TIMEOUT_SECONDS):
        raise RuntimeError("the system has not come to rest")
    with _standing_still(system):
        wire, processor = _run_with_wire(system, photos)
        return Baselines(
            rows=write_rows(os.environ["DATABASE_URL"], photos), wire=wire, wire_processor=processor
        )


def _run_with_wire(system: Rehearsal, photos: int) -> tuple[float, float]:
    from foundation.messaging.bus import broker

    command = [sys.executable, "-m", "tools.bench.ingest.wire_baseline", str(photos)]
    events = events_of(system, photos)
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as baseline:
        output = baseline.stdout
        if output is None or output.readline() != "ready\n":
            raise RuntimeError("the baseline with the wire did not start")
        began = time.perf_counter()
        for photo in events:
            broker.publish_raw(photo.event.to_json(), exchange="", routing_key=QUEUE)
        line = output.readline()
        seconds = time.perf_counter() - began
    if not line:
        raise RuntimeError("the baseline with the wire failed")
    return seconds, float(line)


@contextmanager
def _standing_still(system: Rehearsal) -> Iterator[None]:
    """Stop the system's processes: idle ones too would find the baseline's rows."""
    _signal_all(system, signal.SIGSTOP)
    try:
        yield
    finally:
        _signal_all(system, signal.SIGCONT)


def _signal_all(system: Rehearsal, number: signal.Signals) -> None:
    for service in system.supervisor.services:
        if service.name != "sandbox" and service.child is not None:
            with suppress(ProcessLookupError):
                os.killpg(service.child.pid, number)
