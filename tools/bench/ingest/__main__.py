"""Photos a second through broker → consumer → provider → callback → delivery, and what they cost.

    python -m tools.bench.ingest [--photos 1000] [--latency 0 300]

Beside the system it prints a baseline, in the same run: a small program that does what the system
does on the wire, and writes its rows by psycopg. Processor milliseconds a photo are by part
of the system, without its start. Compare figures only within one run. It says whether its bars are
met, and exits with 1 if one is missed.
"""

import argparse
from collections.abc import Iterator, Mapping, Sequence

from tools.bench.ingest import tables
from tools.bench.ingest.baselines import Baseline, measure_baseline
from tools.bench.ingest.photos import Run, open_system, run_photos, set_latency
from tools.bench.verdicts import Verdict, conclude

MOST_OF_BASELINE = 6.0
MOST_PROCESSOR = 35.0  # ms a photo
LEAST_WITH_SLOWEST = 0.8
LEAST_PHOTOS = 75.0  # a second, on a quiet machine


def main() -> None:
    """Measure as asked, print the tables, and fail if a bar is missed."""
    parser = argparse.ArgumentParser(
        prog="python -m tools.bench.ingest",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--photos", type=int, default=1000)
    parser.add_argument("--latency", type=int, nargs="+", default=[0, 300], help="milliseconds")
    asked = parser.parse_args()
    _measure(asked.photos, asked.latency)


def _measure(photos: int, latencies: Sequence[int]) -> None:
    runs: dict[int, Run] = {}
    baselines: dict[int, Baseline] = {}
    with open_system() as system:
        for latency in latencies:
            set_latency(system, latency)
            runs[latency] = run_photos(system, photos)
            baselines[latency] = measure_baseline(system, photos)
    tables.show_rates(runs, baselines)
    tables.show_processor(runs)
    conclude(list(_judge(runs, baselines)))


def _judge(runs: Mapping[int, Run], baselines: Mapping[int, Baseline]) -> Iterator[Verdict]:
    ratio = max(run.seconds / baselines[latency].seconds for latency, run in runs.items())
    yield Verdict(
        bar=f"at most {MOST_OF_BASELINE:g} times as long as the baseline",
        measured=f"{ratio:.1f} times",
        passed=ratio <= MOST_OF_BASELINE,
    )
    spent = max(tables.milliseconds_of_ours(run) for run in runs.values())
    yield Verdict(
        bar=f"at most {MOST_PROCESSOR:g} ms of processor a photo",
        measured=f"{spent:.1f} ms",
        passed=spent <= MOST_PROCESSOR,
    )
    rate = runs[min(runs)].rate
    yield Verdict(
        bar=f"at least {LEAST_PHOTOS:g} photos a second",
        measured=f"{rate:.1f}",
        passed=rate >= LEAST_PHOTOS,
    )
    part = runs[max(runs)].rate / runs[min(runs)].rate
    yield Verdict(
        bar=f"a slow provider leaves at least {LEAST_WITH_SLOWEST:g} of photos a second",
        measured=f"{part:.2f}",
        passed=part >= LEAST_WITH_SLOWEST,
    )


if __name__ == "__main__":
    main()
