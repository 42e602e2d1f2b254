"""Photos a second through broker → consumer → provider → callback → delivery, and what they cost.

    python -m tools.bench.ingest [--photos 1000] [--latency 0 300]
    python -m tools.bench.ingest --before CHECKOUT [--rounds 2]
    python -m tools.bench.ingest --doubled [--rounds 2] [--share 0.2]
    python -m tools.bench.ingest --profile

The first prints two baselines beside the system, in the same run: the rows alone by psycopg, and a
small program that also does what the system does on the wire. The second runs another checkout of
the project in turn with this one. The third runs one and two of each process, each bounded to a
share of a processor. The last prints where each process spends its time, by layer and function.

Processor milliseconds a photo are by part of the system, without its start. Compare figures only
within one run. Each but the last says whether its bars are met, and exits with 1 if one is missed.
"""

import argparse
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from tools.bench.ingest import tables
from tools.bench.ingest.apart import as_json, compare_checkouts, compare_doubled
from tools.bench.ingest.baselines import Baselines, measure_baselines
from tools.bench.ingest.compared import Compared
from tools.bench.ingest.doubled import open_bounded
from tools.bench.ingest.photos import Run, open_system, own_procfile, run_photos, set_latency
from tools.bench.ingest.profile import profile_photos
from tools.bench.verdicts import Verdict, conclude

MOST_OF_BASELINE = 6.0
MOST_PROCESSOR = 35.0  # ms a photo
LEAST_WITH_SLOWEST = 0.8
LEAST_PHOTOS = 75.0  # a second, on a quiet machine
LEAST_DOUBLED = 1.7
LEAST_FASTER = 0.7


def main() -> None:
    """Measure as asked, print the tables, and fail if a bar is missed."""
    asked = _arguments().parse_args()
    options = ["--photos", str(asked.photos), "--latency", *map(str, asked.latency)]
    if asked.json:
        _print_json(asked)
    elif asked.profile:
        _profile(asked.photos, asked.latency)
    elif asked.doubled:
        doubled = compare_doubled(options, asked.rounds, asked.share)
        tables.show_compared(doubled, "one of each", "two of each")
        conclude(_judge_ratios("two of each process", doubled, LEAST_DOUBLED))
    elif asked.before:
        compared = compare_checkouts(asked.before, options, asked.rounds)
        tables.show_compared(compared, "before", "now")
        conclude(_judge_ratios("now", compared, LEAST_FASTER))
    else:
        _measure(asked.photos, asked.latency)


def _arguments() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m tools.bench.ingest",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--photos", type=int, default=1000)
    parser.add_argument("--latency", type=int, nargs="+", default=[0, 300], help="milliseconds")
    parser.add_argument("--before", type=Path, help="another checkout of the project")
    parser.add_argument("--doubled", action="store_true", help="one and two of each process")
    parser.add_argument("--rounds", type=int, default=2)
    parser.add_argument("--share", type=float, default=0.2, help="of a processor, each process")
    parser.add_argument("--profile", action="store_true", help="by py-spy, which must be there")
    parser.add_argument("--json", action="store_true", help="the system alone, as a line of JSON")
    parser.add_argument("--times", type=int, help="with --json: so many of each, bounded")
    return parser


def _measure(photos: int, latencies: Sequence[int]) -> None:
    runs: dict[int, Run] = {}
    baselines: dict[int, Baselines] = {}
    with open_system(own_procfile()) as system:
        for latency in latencies:
            set_latency(system, latency)
            runs[latency] = run_photos(system, photos)
            baselines[latency] = measure_baselines(system, photos)
    tables.show_rates(runs, baselines)
    tables.show_processor(runs)
    conclude(list(_judge(runs, baselines)))


def _print_json(asked: argparse.Namespace) -> None:
    opened = open_bounded(asked.times, asked.share) if asked.times else open_system(own_procfile())
    runs: dict[int, Run] = {}
    with opened as system:
        for latency in asked.latency:
            set_latency(system, latency)
            runs[latency] = run_photos(system, asked.photos)
    print(as_json(runs))


def _profile(photos: int, latencies: Sequence[int]) -> None:
    with open_system(own_procfile()) as system:
        for latency in latencies:
            set_latency(system, latency)
            tables.show_profile(profile_photos(system, photos), latency)


def _judge(runs: Mapping[int, Run], baselines: Mapping[int, Baselines]) -> Iterator[Verdict]:
    ratio = max(run.seconds / baselines[latency].wire for latency, run in runs.items())
    yield Verdict(
        bar=f"at most {MOST_OF_BASELINE:g} times as long as the baseline with the wire",
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


def _judge_ratios(what: str, compared: Mapping[int, Compared], least: float) -> list[Verdict]:
    worst = min(runs.ratio for runs in compared.values())
    bar = f"{what}: at least {least:g} times as many photos a second"
    return [Verdict(bar=bar, measured=f"{worst:.2f} times", passed=worst >= least)]


if __name__ == "__main__":
    main()
