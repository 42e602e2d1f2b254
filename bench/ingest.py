"""Photos a second through broker → consumer → provider → callback → delivery, and a floor.

    python -m bench.ingest [--photos 1000] [--latency 0 300]

The floor writes the same rows in the same transactions with psycopg and one connection, in the same
run: the time of the database alone. Compare figures only within one run.
"""

import argparse
import os
import time
from collections.abc import Sequence
from dataclasses import dataclass

from rich.console import Console
from rich.table import Table

from bench.floor import write_floor
from bench.publishing import album_of, publish
from bench.rehearsal import Rehearsal, rehearse

SETTINGS = {
    "DEFAULT_STRATEGY": "FaceNumber",
    "NUMBER_PROVIDER_URL": "http://127.0.0.1:{SANDBOX_PORT}/number-provider",
    "LOG_LEVEL": "WARNING",
}
PATIENCE_SECONDS = 600.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Measured:
    """One run: provider latency in milliseconds, photos, seconds of the system and of the floor."""

    latency: int
    photos: int
    house: float
    floor: float


def main() -> None:
    """Measure each latency and print the table."""
    parser = argparse.ArgumentParser(prog="python -m bench.ingest", description=__doc__)
    parser.add_argument("--photos", type=int, default=1000)
    parser.add_argument("--latency", type=int, nargs="+", default=[0, 300], help="milliseconds")
    asked = parser.parse_args()
    with rehearse(SETTINGS, "web", "consumer", "worker", "beat") as house:
        run_photos(house, 20)  # connections, caches, lazy imports
        measured = [measure(house, asked.photos, latency) for latency in asked.latency]
    Console().print(_table(measured))


def measure(house: Rehearsal, photos: int, latency: int) -> Measured:
    """Measure the system, then the floor."""
    house.sandbox.behave("number-provider", latency=latency / 1000)
    return Measured(
        latency=latency,
        photos=photos,
        house=run_photos(house, photos),
        floor=write_floor(os.environ["DATABASE_URL"], photos),
    )


def run_photos(house: Rehearsal, photos: int) -> float:
    """Publish photos of a new album; return the seconds until all their results are delivered."""
    house.sandbox.behave("number-provider", truth="derive")
    before = house.sandbox.photo_service_counts()
    began = time.perf_counter()
    pixel = house.sandbox.url("album", "/pixel.jpg")
    publish(album_of([f"{pixel}?{number}" for number in range(photos)]))
    wanted = (before.persons + photos, before.tags + photos)
    if not house.wait(lambda: _delivered(house) >= wanted, PATIENCE_SECONDS):
        raise RuntimeError(f"{_delivered(house)} of {wanted} deliveries when the time was over")
    return time.perf_counter() - began


def _delivered(house: Rehearsal) -> tuple[int, int]:
    counts = house.sandbox.photo_service_counts()
    return min(counts.persons, counts.tags), counts.tags


def _table(rows: Sequence[Measured]) -> Table:
    table = Table(title="Ingest, FaceNumber, both results delivered")
    for heading in ("Latency", "Photos", "House", "Floor", "Floor / house"):
        table.add_column(heading, justify="right")
    for row in rows:
        table.add_row(
            f"{row.latency} ms",
            str(row.photos),
            f"{row.photos / row.house:.0f}/s",
            f"{row.photos / row.floor:.0f}/s",
            f"{row.house / row.floor:.1f}",
        )
    return table


if __name__ == "__main__":
    main()
