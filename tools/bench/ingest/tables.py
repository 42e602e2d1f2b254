"""The tables that are printed."""

from collections import defaultdict
from collections.abc import Iterable, Mapping

from rich.console import Console
from rich.table import Table

from tools.bench.ingest.baselines import Baseline
from tools.bench.ingest.photos import BESIDE, Run
from tools.bench.processor import CLIENT

_NOT_OURS = (*BESIDE, CLIENT)
WIDTH = 120


def show_rates(runs: Mapping[int, Run], baselines: Mapping[int, Baseline]) -> None:
    """Print photos a second of the system and of the baseline, by latency in milliseconds."""
    table = Table(title="Ingest, FaceNumber, both results delivered; photos a second")
    for heading in ("Latency", "Photos", "System", "Baseline", "Baseline / system"):
        table.add_column(heading, justify="right")
    for latency, run in runs.items():
        baseline = baselines[latency]
        table.add_row(
            f"{latency} ms",
            f"{run.photos:,}",
            f"{run.rate:.1f}",
            f"{run.photos / baseline.seconds:.0f}",
            f"{run.seconds / baseline.seconds:.1f}",
        )
    _print(table)
    for latency, run in runs.items():
        spent = baselines[latency].processor / run.photos * 1000
        print(f"The baseline took {spent:.1f} ms of processor a photo at {latency} ms.")


def show_processor(runs: Mapping[int, Run], whose: str = "the system") -> None:
    """Print processor milliseconds a photo by part of the system; "ours" is all but the bench's."""
    spent = {latency: _by_kind(run) for latency, run in runs.items()}
    parts = [part for part, most in _summed(spent.values()).items() if most]
    ours = [part for part in parts if part not in _NOT_OURS]
    beside = [part for part in parts if part in _NOT_OURS]
    table = Table(title=f"Processor ms a photo, without the start: {whose}")
    for heading in ("Latency", *ours, "ours, all", *beside):
        table.add_column(heading, justify="right")
    for latency, each in spent.items():
        figures = [
            *(each.get(part, 0.0) for part in ours),
            milliseconds_of_ours(runs[latency]),
            *(each.get(part, 0.0) for part in beside),
        ]
        table.add_row(f"{latency} ms", *(f"{figure:.1f}" for figure in figures))
    _print(table)


def _summed(figures: Iterable[Mapping[str, float]]) -> dict[str, float]:
    summed: defaultdict[str, float] = defaultdict(float)
    for each in figures:
        for name, figure in each.items():
            summed[name] += figure
    return summed


def milliseconds_of_ours(run: Run) -> float:
    """Return processor milliseconds a photo of all but the bench's own parts."""
    return sum(run.milliseconds(part) for part in run.processor if part not in _NOT_OURS)


def _by_kind(run: Run) -> dict[str, float]:
    """Return milliseconds a photo by part; `worker2` counts as `worker`."""
    return _summed({part.rstrip("0123456789"): run.milliseconds(part)} for part in run.processor)


def _print(table: Table) -> None:
    Console(width=WIDTH).print(table)
