"""Taggers take, tag and complete tasks as fast as they can: tasks a second, and what each costs."""

import time
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from itertools import count

from tools.bench.processor import processor_seconds, spent
from tools.bench.rehearsal import Rehearsal
from tools.bench.works.pool import Person
from tools.bench.works.tagger import KINDS, Tagger


@dataclass(frozen=True, slots=True, kw_only=True)
class Throughput:
    """A run: tasks, seconds, seconds of each request by kind, processor seconds by part."""

    name: str
    tasks: int
    seconds: float
    times: Mapping[str, Sequence[float]]
    processor: Mapping[str, float]

    @property
    def rate(self) -> float:
        """Tasks a second."""
        return self.tasks / self.seconds


def measure_throughput(
    system: Rehearsal, port: int, people: Sequence[Person], tasks: int, name: str
) -> Throughput:
    """Let the people complete so many tasks at once.

    :raises Refused, Broken: a request failed.
    """
    begun = count()  # atomic: each task has its number
    taggers = [Tagger(port, person, lambda: next(begun) < tasks) for person in people]
    before, began = processor_seconds(system), time.perf_counter()
    with ThreadPoolExecutor(len(taggers)) as threads:
        list(threads.map(Tagger.work, taggers))
    seconds, after = time.perf_counter() - began, processor_seconds(system)
    return Throughput(
        name=name,
        tasks=sum(tagger.completed for tagger in taggers),
        seconds=seconds,
        times={kind: [one for each in taggers for one in each.times[kind]] for kind in KINDS},
        processor=spent(before, after),
    )
