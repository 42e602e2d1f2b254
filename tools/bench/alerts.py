"""Fires each alert by a fault in the running system, and ends it by the fault's end.

    python -m tools.bench.alerts [--only LaneOld QueueNotDrained …]

Prometheus (Debian's `prometheus`) reads the rehearsal every second, by rules whose times are
divided: ages and ranges of minutes by ten, `for` and ranges of hours by sixty. Prints a line for
each alert, and exits with 1 if one did not fire, or did not end.
"""

import argparse
import os
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from rich.console import Console
from rich.table import Table

from tools.bench.fast_prometheus import Prometheus, alert_names, run_prometheus, why_not
from tools.bench.faults import FAULTS, Fault
from tools.bench.faults_of_backups import (
    FAULTS_OF_BACKUPS,
    RECEIVER,
    make_archived_tables,
    procfile_with_receiver,
)
from tools.bench.faults_of_counts import FAULTS_OF_COUNTS
from tools.bench.faults_of_vision import FAULTS_OF_VISION
from tools.bench.rehearsal import Rehearsal, rehearse
from tools.local.ports import kept_port

SERVICES = ("web", "consumer", "worker", "deliveries", "recognition", "beat", "vision", RECEIVER)
ALL_FAULTS = (*FAULTS_OF_VISION, *FAULTS_OF_COUNTS, *FAULTS_OF_BACKUPS, *FAULTS)
SETTINGS = {
    "NUMBER_PROVIDER_URL": "http://127.0.0.1:{SANDBOX_PORT}/number-provider",
    "DEFAULT_STRATEGY": "NumberThenManual",
    "LOG_LEVEL": "WARNING",
    "PROVIDER_PAUSE_AFTER_FAILURES": "2",
    "PROVIDER_PAUSE_SECONDS": "5",
    "PROVIDER_PAUSE_CAP_SECONDS": "5",
    "PROCESSING_BACKOFF_BASE_SECONDS": "1",
    "PROCESSING_BACKOFF_CAP_SECONDS": "5",
    "OUTBOX_BACKOFF_CAP_SECONDS": "5",
    "CELERY_VISIBILITY_SECONDS": "30",
    "PEER_TIMEOUT": "2",
    "VISION_IMAGE_ATTEMPTS": "12",
    "VISION_LONGEST_PAUSE": "5",
}
FIRES_WITHIN = 240.0  # the longest `for` is three hours, 180 s here
ENDS_WITHIN = 150.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Seen:
    """Seconds from the fault to the alert, and from its end to the alert's; None: not in time."""

    alert: str
    fired: float | None
    ended: float | None


def main() -> None:
    """Inject the faults one after the other and print what was seen."""
    parser = argparse.ArgumentParser(prog="python -m tools.bench.alerts", description=__doc__)
    parser.add_argument("--only", nargs="+", metavar="ALERT", choices=alert_names())
    asked = parser.parse_args()
    if reason := why_not():
        sys.exit(reason)
    wanted = set(asked.only or alert_names())
    with _system() as (system, prometheus):
        seen = [
            one
            for fault in ALL_FAULTS
            if wanted & {*fault.alerts}
            for one in _rehearse(fault, system, prometheus)
        ]
    _show(seen, wanted)
    sys.exit(any(one.fired is None or one.ended is None for one in seen))


@contextmanager
def _system() -> Iterator[tuple[Rehearsal, Prometheus]]:
    with TemporaryDirectory() as folder:
        port = kept_port(Path(folder) / "consumer.port")
    with (
        rehearse(
            {**SETTINGS, "CONSUMER_METRICS_PORT": str(port)},
            *SERVICES,
            procfile=procfile_with_receiver(),
            tables=make_archived_tables,
        ) as system,
        run_prometheus(
            token=os.environ["METRICS_TOKEN"],
            web=f"127.0.0.1:{os.environ['WEB_PORT']}",
            consumer=f"127.0.0.1:{port}",
            vision=f"127.0.0.1:{os.environ['VISION_PORT']}",
        ) as prometheus,
    ):
        calm = system.wait(lambda: not prometheus.firing(), FIRES_WITHIN)
        if not calm:
            raise RuntimeError(f"alerts before any fault: {sorted(prometheus.firing())}")
        yield system, prometheus


def _rehearse(fault: Fault, system: Rehearsal, prometheus: Prometheus) -> Iterator[Seen]:
    end = fault.inject(system)
    fired = _first_seen(fault.alerts, lambda alert: alert in prometheus.firing(), FIRES_WITHIN)
    end()
    ended = _first_seen(
        [alert for alert in fault.alerts if fired[alert] is not None],
        lambda alert: alert not in prometheus.firing(),
        ENDS_WITHIN,
        meanwhile=system.tend,
    )
    for alert in fault.alerts:
        print(f"{alert}: {_seconds(fired[alert])}, {_seconds(ended.get(alert))}", file=sys.stderr)
        yield Seen(alert=alert, fired=fired[alert], ended=ended.get(alert))


def _first_seen(
    alerts: Sequence[str],
    happened: Callable[[str], bool],
    seconds: float,
    meanwhile: Callable[[], None] = lambda: None,
) -> dict[str, float | None]:
    """Wait until it happened with every alert; return after how many seconds, None: not at all."""
    began, seen = time.monotonic(), dict[str, float | None]()
    while len(seen) < len(alerts) and time.monotonic() - began < seconds:
        meanwhile()
        for alert in alerts:
            if alert not in seen and happened(alert):
                seen[alert] = time.monotonic() - began
        time.sleep(0.5)
    return {alert: seen.get(alert) for alert in alerts}


def _show(seen: Sequence[Seen], wanted: set[str]) -> None:
    table = Table(title="Alerts at divided times", caption="Seconds after the fault, after its end")
    for heading in ("Alert", "Fired", "Ended"):
        table.add_column(heading, justify="left" if heading == "Alert" else "right")
    for one in sorted(seen, key=lambda each: each.alert):
        table.add_row(one.alert, _seconds(one.fired), _seconds(one.ended))
    console = Console(width=None if sys.stdout.isatty() else 100)
    console.print(table)
    if without := sorted(wanted - {one.alert for one in seen}):
        console.print(f"Without a fault in this rehearsal: {', '.join(without)}")


def _seconds(after: float | None) -> str:
    return "no" if after is None else f"{after:.0f}"


if __name__ == "__main__":
    main()
