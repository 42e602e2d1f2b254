"""Resident memory of every process after many photos through the real number server.

    python -m tools.bench.memory [--photos 2000]

The photos are small drawn bibs (320 × 240). Of forty, one has the size that photos are read at
(2048 × 1368), and one that of a large camera (6000 × 4000), so the number server reaches its
largest size without taking hours. Exits with 1 if a process is larger
than its bar.
"""

import argparse
import os
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from rich.console import Console
from rich.table import Table

from tools.bench.drawn_bibs import draw_bibs
from tools.bench.publishing import album_of, publish
from tools.bench.rehearsal import Rehearsal, rehearse

SETTINGS = {
    "DEFAULT_STRATEGY": "FaceNumber",
    "NUMBER_PROVIDER_URL": "http://127.0.0.1:{VISION_PORT}",
    "CALLBACK_OVERDUE_SECONDS": "36000",
    "LOG_LEVEL": "WARNING",
}
SERVICES = ("web", "worker", "deliveries", "recognition", "beat", "consumer", "vision")
# Megabytes for each process.
BARS = {"consumer": 250, "worker": 250, "deliveries": 250, "recognition": 250, "vision": 900}
BIBS = 38
PHOTO_SIZES = ((2048, 1368), (6000, 4000))
# Fewer at once than the number server's queue holds: refused requests are repeated only later.
PORTION = 100
TIMEOUT_SECONDS = 3600.0

Sample = Mapping[str, Sequence[float]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Measured:
    """Megabytes of each process of each service after a number of photos."""

    photos: int
    sample: Sample


def main() -> None:
    """Measure and print the table."""
    parser = argparse.ArgumentParser(prog="python -m tools.bench.memory", description=__doc__)
    parser.add_argument("--photos", type=int, default=2000)
    asked = parser.parse_args()
    with rehearse(SETTINGS, *SERVICES) as system:
        measured = measure(system, asked.photos)
    table, too_large = _table(measured)
    Console(width=None if sys.stdout.isatty() else 100).print(table)
    sys.exit(1 if too_large else 0)


def measure(system: Rehearsal, photos: int) -> list[Measured]:
    """Measure memory after each portion of photos."""
    urls = _draw(system)
    measured = []
    for first in range(0, photos, PORTION):
        until = min(first + PORTION, photos)
        publish(album_of([urls[number % len(urls)] for number in range(first, until)]))
        if not system.wait(partial(_has_delivered, system, until), TIMEOUT_SECONDS):
            raise RuntimeError(f"{until} photos are not delivered")
        sample = {name: system.resident_megabytes(name) for name in SERVICES}
        measured.append(Measured(photos=until, sample=sample))
        print(f"{until} photos", file=sys.stderr, flush=True)
    return measured


def _draw(system: Rehearsal) -> list[str]:
    folder = Path(os.environ["VAR_DIR"]) / "albums"
    small = draw_bibs(folder, BIBS)
    large = [
        name
        for place, size in enumerate(PHOTO_SIZES)
        for name in draw_bibs(folder, 1, size=size, first=900 + place)
    ]
    return [system.sandbox.url("album", f"/{name}") for name in (*small, *large)]


def _has_delivered(system: Rehearsal, photos: int) -> bool:
    counts = system.sandbox.photo_service_counts()
    return min(counts.persons, counts.tags) >= photos


def _table(measured: Sequence[Measured]) -> tuple[Table, bool]:
    """Return a row for each process, the largest first, and whether one is above its bar."""
    marks = [measured[0], measured[len(measured) // 2], measured[-1]]
    table = Table(title="Resident memory, MB, by number of photos")
    table.add_column("Process")
    for heading in (*(str(mark.photos) for mark in marks), "Largest seen", "Bar"):
        table.add_column(heading, justify="right")
    too_large = False
    for name in SERVICES:
        for place in range(min(len(one.sample[name]) for one in measured)):
            seen = [one.sample[name][place] for one in measured]
            figures = [f"{mark.sample[name][place]:.0f}" for mark in marks]
            table.add_row(f"{name} {place + 1}", *figures, f"{max(seen):.0f}", _bar(name))
            too_large |= max(seen) > BARS.get(name, float("inf"))
    return table, too_large


def _bar(name: str) -> str:
    return f"≤ {BARS[name]}" if name in BARS else ""


if __name__ == "__main__":
    main()
