"""Photos through the system: from the first event published to the last result delivered."""

import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass

from tools.bench.processor import processor_seconds, spent
from tools.bench.publishing import Published, album_of, publish
from tools.bench.rehearsal import Rehearsal, rehearse
from tools.local.folders import PROJECT
from tools.local.supervisor import commands_of

# The services of the Procfile that play another side, or are not needed here.
BESIDE = ("sandbox", "vision")
SETTINGS = {
    "DEFAULT_STRATEGY": "FaceNumber",
    "NUMBER_PROVIDER_URL": "http://127.0.0.1:{SANDBOX_PORT}/number-provider",
    "LOG_LEVEL": "WARNING",
}
WARM_UP = 40
TIMEOUT_SECONDS = 600.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Run:
    """One run: photos, seconds, and processor seconds by part of the system."""

    photos: int
    seconds: float
    processor: Mapping[str, float]

    @property
    def rate(self) -> float:
        """Photos a second."""
        return self.photos / self.seconds

    def milliseconds(self, part: str) -> float:
        """Processor milliseconds of a part for each photo."""
        return self.processor.get(part, 0.0) / self.photos * 1000


@contextmanager
def open_system(procfile: str) -> Iterator[Rehearsal]:
    """Run the services of a Procfile but those beside the system, warmed up."""
    services = [name for name in commands_of(procfile) if name not in BESIDE]
    with rehearse(SETTINGS, *services, procfile=procfile) as system:
        set_latency(system, 0)
        run_photos(system, WARM_UP)  # connections, caches, lazy imports
        yield system


def own_procfile() -> str:
    """Return the text of the Procfile."""
    return (PROJECT / "Procfile").read_text()


def set_latency(system: Rehearsal, milliseconds: int) -> None:
    """Make the number provider answer each request after so long."""
    system.sandbox.behave("number-provider", latency=milliseconds / 1000, truth="derive")


def run_photos(system: Rehearsal, photos: int) -> Run:
    """Publish the photos of a new album, and wait until all their results are delivered.

    :raises RuntimeError: they are not delivered in time.
    """
    events = events_of(system, photos)
    wanted = [count + photos for count in _delivered(system)]
    before, began = processor_seconds(system), time.perf_counter()
    publish(events)
    if not system.wait(lambda: _have(system, wanted), TIMEOUT_SECONDS):
        raise RuntimeError(f"{_delivered(system)} of {wanted} deliveries when the time was over")
    seconds = time.perf_counter() - began
    return Run(photos=photos, seconds=seconds, processor=spent(before, processor_seconds(system)))


def events_of(system: Rehearsal, photos: int) -> Sequence[Published]:
    """Return the events of so many photos of a new album."""
    pixel = system.sandbox.url("album", "/pixel.jpg")
    return album_of([f"{pixel}?{number}" for number in range(photos)])


def _have(system: Rehearsal, wanted: Sequence[int]) -> bool:
    return all(has >= want for has, want in zip(_delivered(system), wanted, strict=True))


def _delivered(system: Rehearsal) -> tuple[int, int]:
    counts = system.sandbox.photo_service_counts()
    return counts.persons, counts.tags
