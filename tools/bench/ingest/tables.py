"""The tables that are printed."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence

from rich.console import Console
from rich.table import Table

from tools.bench.ingest.baselines import Baselines
from tools.bench.ingest.compared import Compared, together
from tools.bench.ingest.photos import BESIDE, Run
from tools.bench.ingest.profile import Profile
from tools.bench.processor import CLIENT

_NOT_OURS = (*BESIDE, CLIENT)
WIDTH = 120
LEAST_SHOWN = 0.05  # ms
MOST_FUNCTIONS = 25


def show_rates(runs: Mapping[int, Run], baselines: Mapping[int, Baselines]) -> None:
    """Print photos a second of the system and of both baselines, by latency in milliseconds."""
    table = Table(title="Ingest, FaceNumber, both results delivered; photos a second")
    headings = (
        "Latency",
        "Photos",
        "System",
        "Baseline: rows",
        "/ system",
        "Baseline: wire",
        "/ system",
    )
    for heading in headings:
        table.add_column(heading, justify="right")
    for latency, run in runs.items():
        baseline = baselines[latency]
        table.add_row(
            f"{latency} ms",
            f"{run.photos:,}",
            f"{run.rate:.1f}",
            f"{run.photos / baseline.rows:.0f}",
            f"{run.seconds / baseline.rows:.1f}",
            f"{run.photos / baseline.wire:.0f}",
            f"{run.seconds / baseline.wire:.1f}",
        )
    _print(table)
    for latency, run in runs.items():
        spent = baselines[latency].wire_processor / run.photos * 1000
        print(
            f"The program with the wire took {spent:.1f} ms of processor a photo at {latency} ms."
        )


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


def show_compared(compared: Mapping[int, Compared], first: str, second: str) -> None:
    """Print photos a second of two kinds of runs, each and together, and their ratio."""
    table = Table(title=f"Photos a second, {first} and {second} in turn")
    # How many processors all parts used: where it comes near the machine's, that is the limit.
    columns = (first, "runs", "processors", second, "runs", "processors")
    for heading in ("Latency", *columns, "Ratio"):
        table.add_column(heading, justify="right")
    for latency, runs in compared.items():
        table.add_row(
            f"{latency} ms",
            *_compared_cells(runs.first),
            *_compared_cells(runs.second),
            f"{runs.ratio:.2f}",
        )
    _print(table)
    for name, each in (
        (first, {latency: runs.first for latency, runs in compared.items()}),
        (second, {latency: runs.second for latency, runs in compared.items()}),
    ):
        show_processor({latency: together(runs) for latency, runs in each.items()}, name)


def _compared_cells(runs: Sequence[Run]) -> tuple[str, str, str]:
    added = together(runs)
    each = ", ".join(f"{run.rate:.1f}" for run in runs)
    return f"{added.rate:.1f}", each, f"{sum(added.processor.values()) / added.seconds:.1f}"


def show_profile(profile: Profile, latency: int) -> None:
    """Print processor milliseconds a photo by layer and process, and by function of ours."""
    services = [name for name in profile.samples if profile.run.milliseconds(name) >= LEAST_SHOWN]
    by_layer = {name: profile.layers(name) for name in services}
    table = Table(title=f"Processor ms a photo by layer, {latency} ms latency")
    for heading in ("Layer", *services, "all"):
        table.add_column(heading, justify="left" if heading == "Layer" else "right")
    totals = _summed(by_layer.values())
    for layer, total in sorted(totals.items(), key=lambda item: -item[1]):
        each = [by_layer[name].get(layer, 0.0) for name in services]
        table.add_row(layer, *(f"{figure:.2f}" for figure in (*each, total)))
    _print(table)
    functions = Table(title="Our functions with all that they call, processor ms a photo")
    for heading in ("ms", "Process", "Function"):
        functions.add_column(heading)
    found = [(ms, name, fn) for name in services for fn, ms in profile.functions(name).items()]
    for ms, name, function in sorted(found, reverse=True)[:MOST_FUNCTIONS]:
        functions.add_row(f"{ms:.2f}", name, function)
    _print(functions)


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
