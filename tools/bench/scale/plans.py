"""The statements that a run executed most often: how long each took, and what it read."""

import json
import re
import statistics
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table

from tools.bench.verdicts import Verdict

MOST_MILLISECONDS = 10.0
READ_WHOLE = 1_000  # rows of a table that a plan reads without an index
SHOWN = 90  # characters

_MESSAGE = re.compile(r"duration: ([\d.]+) ms  plan:\n(.*)", re.DOTALL)
_VALUE = re.compile(r"'(?:[^']|'')*'(?:::[a-z]+(?:\[\])?)?|\$\d+|\b\d+(?:\.\d+)?\b")
_LIST = re.compile(r"\((?:\?, )+\?\)")


@dataclass(frozen=True, slots=True, kw_only=True)
class Executed:
    """One execution; `whole`: tables that were read without an index, with the rows."""

    milliseconds: float
    buffers: int
    scans: frozenset[str]
    whole: frozenset[str]


@dataclass(frozen=True, slots=True, kw_only=True)
class Statement:
    """A statement with any values, and its executions."""

    text: str
    executed: Sequence[Executed]

    @property
    def times(self) -> list[float]:
        return sorted(one.milliseconds for one in self.executed)

    @property
    def median(self) -> float:
        return statistics.median(self.times)

    @property
    def whole(self) -> frozenset[str]:
        return frozenset[str]().union(*(one.whole for one in self.executed))

    @property
    def scans(self) -> frozenset[str]:
        return frozenset[str]().union(*(one.scans for one in self.executed))

    def verdict(self) -> Verdict:
        """Judge the median time and the plans."""
        whole = f", read whole: {', '.join(sorted(self.whole))}" if self.whole else ""
        return Verdict(
            bar=f"{self.text[:SHOWN]}: at most {MOST_MILLISECONDS:g} ms, by index",
            measured=f"{self.median:.2f} ms{whole}",
            passed=self.median <= MOST_MILLISECONDS and not self.whole,
        )


def most_frequent(files: Iterable[Path], count: int) -> list[Statement]:
    """Return the statements that the server's log has most often."""
    by_text: defaultdict[str, list[Executed]] = defaultdict(list)
    for text, executed in _read(files):
        by_text[text].append(executed)
    frequent = sorted(by_text.items(), key=lambda pair: -len(pair[1]))[:count]
    return [Statement(text=text, executed=executed) for text, executed in frequent]


def slowest(files: Iterable[Path], count: int) -> list[Statement]:
    """Return the statements with the longest median of at least two executions."""
    every = [one for one in most_frequent(files, 10_000) if len(one.executed) > 1]
    return sorted(every, key=lambda one: -one.median)[:count]


def show(statements: Sequence[Statement], title: str) -> None:
    """Print times in milliseconds, buffers and scans of each statement."""
    table = Table(title=title)
    for heading in ("Statement", "Times", "Median", "95 %", "Most", "Buffers", "Scans"):
        table.add_column(heading, justify="left" if heading in ("Statement", "Scans") else "right")
    for each in statements:
        times = each.times
        figures = (each.median, times[len(times) * 95 // 100], times[-1])
        table.add_row(
            each.text[:SHOWN],
            f"{len(times):,}",
            *(f"{figure:.2f}" for figure in figures),
            f"{statistics.median(one.buffers for one in each.executed):.0f}",
            ", ".join(sorted(each.scans)),
        )
    Console(width=190).print(table)


def normalised(text: str) -> str:
    """Return a statement without its values."""
    return _LIST.sub("(?)", _VALUE.sub("?", " ".join(text.split())))


def _read(files: Iterable[Path]) -> Iterator[tuple[str, Executed]]:
    for file in files:
        with file.open() as lines:
            for line in lines:
                found = _MESSAGE.match(json.loads(line).get("message", ""))
                if found:
                    account = json.loads(found[2])
                    yield normalised(account["Query Text"]), _executed(float(found[1]), account)


def _executed(milliseconds: float, account: dict[str, Any]) -> Executed:
    plan = account["Plan"]
    nodes = list(_nodes(plan))
    return Executed(
        milliseconds=milliseconds,
        buffers=plan.get("Shared Hit Blocks", 0) + plan.get("Shared Read Blocks", 0),
        scans=frozenset(node["Index Name"] for node in nodes if "Index Name" in node),
        whole=frozenset(
            node["Relation Name"]
            for node in nodes
            if node["Node Type"] == "Seq Scan" and _rows(node) >= READ_WHOLE
        ),
    )


def _rows(node: dict[str, Any]) -> float:
    once = node["Actual Rows"] + node.get("Rows Removed by Filter", 0)
    return float(once * node["Actual Loops"])


def _nodes(plan: dict[str, Any]) -> Iterator[dict[str, Any]]:
    yield plan
    for below in plan.get("Plans", ()):
        yield from _nodes(below)
