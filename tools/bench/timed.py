"""An answer that is asked for many times: how long it took, and what the database read for it."""

import statistics
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from tools.bench.scans import Reads, explained_of
from tools.bench.verdicts import Verdict


@dataclass(frozen=True, slots=True, kw_only=True)
class Timed:
    """The times of an answer in seconds, and what was read of each table."""

    name: str
    seconds: Sequence[float]
    reads: Sequence[Reads]

    @property
    def median(self) -> float:
        return statistics.median(self.seconds)

    def by_index(self) -> bool:
        """Return whether no table was read from beginning to end, or further than a row."""
        read = [each for each in self.reads if each.heap_rows > 1]
        return not any("Seq Scan" in scan for each in read for scan in each.scans)

    def verdict(self, longest: float) -> Verdict:
        """Judge the median of the times, and the plans."""
        return Verdict(
            bar=f"{self.name}: at most {longest * 1000:g} ms, by index",
            measured=f"{self.median * 1000:.0f} ms"
            + ("" if self.by_index() else ", a table was read whole"),
            passed=self.median <= longest and self.by_index(),
        )


def timed(name: str, ask: Callable[[], float], tables: Sequence[str], runs: int) -> Timed:
    """Ask once for what is read of the tables, then so many times for the seconds that it takes."""
    with explained_of(tables) as reads:
        ask()
    return Timed(name=name, seconds=[ask() for _ in range(runs)], reads=reads)
