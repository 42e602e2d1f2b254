"""The tables that are printed."""

import os
from collections import Counter
from collections.abc import Iterable, Mapping

from rich.console import Console
from rich.table import Table

from bench.ingest.floors import Floors
from bench.ingest.photos import BESIDE, Run
from bench.ingest.profile import Profile
from bench.processor import CLIENT

_NOT_OURS = (*BESIDE, CLIENT)
WIDTH = 120
LEAST_SHOWN = 0.05  # ms
MOST_FUNCTIONS = 25


def show_rates(runs: Mapping[int, Run], floors: Mapping[int, Floors]) -> None:
    """Print photos a second of the house and of both floors, by latency in milliseconds."""
    table = Table(title="Ingest, FaceNumber, both results delivered; photos a second")
    headings = ("Latency", "Photos", "House", "Floor: rows", "/ house", "Floor: wire", "/ house")
    for heading in headings:
        table.add_column(heading, justify="right")
    for latency, run in runs.items():
        floor = floors[latency]
        table.add_row(
            f"{latency} ms",
            f"{run.photos:,}",
            f"{run.rate:.1f}",
            f"{run.photos / floor.rows:.0f}",
            f"{run.seconds / floor.rows:.1f}",
            f"{run.photos / floor.wire:.0f}",
            f"{run.seconds / floor.wire:.1f}",
        )
    _print(table)
    for latency, run in runs.items():
        spent = floors[latency].wire_processor / run.photos * 1000
        print(
            f"The program with the wire took {spent:.1f} ms of processor a photo at {latency} ms."
        )
    print("Load average: " + ", ".join(f"{load:.2f}" for load in os.getloadavg()))


def show_processor(runs: Mapping[int, Run]) -> None:
    """Print processor milliseconds a photo by part of the system; "ours" is all but the bench's."""
    parts = _parts(runs)
    ours = [part for part in parts if part not in _NOT_OURS]
    table = Table(title="Processor ms a photo, without the start")
    for heading in ("Latency", *ours, "ours, all", *(p for p in parts if p in _NOT_OURS)):
        table.add_column(heading, justify="right")
    for latency, run in runs.items():
        spent = {part: run.milliseconds(part) for part in parts}
        beside = [spent[part] for part in parts if part in _NOT_OURS]
        figures = [*(spent[part] for part in ours), sum(spent[p] for p in ours), *beside]
        table.add_row(f"{latency} ms", *(f"{figure:.1f}" for figure in figures))
    _print(table)


def show_profile(profile: Profile, latency: int) -> None:
    """Print processor milliseconds a photo by layer and process, and by function of ours."""
    services = [name for name in profile.samples if profile.run.milliseconds(name) >= LEAST_SHOWN]
    by_layer = {name: profile.layers(name) for name in services}
    table = Table(title=f"Processor ms a photo by layer, {latency} ms latency")
    for heading in ("Layer", *services, "all"):
        table.add_column(heading, justify="left" if heading == "Layer" else "right")
    for layer, total in _summed(by_layer.values()).most_common():
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


def _summed(figures: Iterable[Mapping[str, float]]) -> "Counter[str]":
    summed: Counter[str] = Counter()
    for each in figures:
        summed.update(each)
    return summed


def _parts(runs: Mapping[int, Run]) -> list[str]:
    """Return the parts that took any time."""
    found = dict.fromkeys(part for run in runs.values() for part in run.processor)
    return [part for part in found if any(run.processor.get(part) for run in runs.values())]


def _print(table: Table) -> None:
    Console(width=WIDTH).print(table)
