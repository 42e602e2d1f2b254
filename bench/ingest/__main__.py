"""Photos a second through broker → consumer → provider → callback → delivery, and what they cost.

    python -m bench.ingest [--photos 1000] [--latency 0 300]
    python -m bench.ingest --profile

Two floors in the same run: the rows alone with psycopg, and a small program that also does what the
house does on the wire. Processor milliseconds a photo by part of the system, without its start.
Compare figures only within one run.
"""

import argparse
from collections.abc import Sequence

from bench.ingest import tables
from bench.ingest.floors import Floors, measure_floors
from bench.ingest.photos import Run, open_house, own_procfile, run_photos, set_latency
from bench.ingest.profile import profile_photos


def main() -> None:
    """Measure as asked, and print the tables."""
    parser = argparse.ArgumentParser(prog="python -m bench.ingest", description=__doc__)
    parser.add_argument("--photos", type=int, default=1000)
    parser.add_argument("--latency", type=int, nargs="+", default=[0, 300], help="milliseconds")
    parser.add_argument(
        "--profile", action="store_true", help="where each process spends its time, by py-spy"
    )
    asked = parser.parse_args()
    measure = _profile if asked.profile else _measure
    measure(asked.photos, asked.latency)


def _measure(photos: int, latencies: Sequence[int]) -> None:
    runs: dict[int, Run] = {}
    floors: dict[int, Floors] = {}
    with open_house(own_procfile()) as house:
        for latency in latencies:
            set_latency(house, latency)
            runs[latency] = run_photos(house, photos)
            floors[latency] = measure_floors(house, photos)
    tables.show_rates(runs, floors)
    tables.show_processor(runs)


def _profile(photos: int, latencies: Sequence[int]) -> None:
    with open_house(own_procfile()) as house:
        for latency in latencies:
            set_latency(house, latency)
            tables.show_profile(profile_photos(house, photos), latency)


if __name__ == "__main__":
    main()
