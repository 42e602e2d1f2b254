"""Runs of two kinds that were made in turn."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from tools.bench.ingest.photos import Run

Runs = Mapping[int, Run]


@dataclass(slots=True, kw_only=True)
class Compared:
    """The runs of the first kind and of the second."""

    first: list[Run] = field(default_factory=list)
    second: list[Run] = field(default_factory=list)

    @property
    def ratio(self) -> float:
        """Photos a second of the second kind, by those of the first."""
        return rate_of(self.second) / rate_of(self.first)


def rate_of(runs: Sequence[Run]) -> float:
    """Return photos a second over several runs."""
    return together(runs).rate


def together(runs: Sequence[Run]) -> Run:
    """Add several runs up."""
    spent = {part: sum(run.processor[part] for run in runs) for part in runs[0].processor}
    return Run(
        photos=sum(run.photos for run in runs),
        seconds=sum(run.seconds for run in runs),
        processor=spent,
    )


def in_turn(
    first: Callable[[], Runs], second: Callable[[], Runs], rounds: int
) -> dict[int, Compared]:
    """Run both so many times, one after the other; return what was measured by latency."""
    found: dict[int, Compared] = {}
    for _ in range(rounds):
        for latency, run in first().items():
            found.setdefault(latency, Compared()).first.append(run)
        for latency, run in second().items():
            found[latency].second.append(run)
    return found
