"""Breaks parts, one after the other, in the middle of many photos, in a separate rehearsal.

    python -m tools.bench.breaking consumer [worker …] [--photos 500] [--logs FOLDER]

Each part has an equal share of the photos. Three fifths of it are published. When a third more is
delivered, a fifth more is published and the part is broken at once. The last fifth is published
while the part is away. The next part's share follows without a pause. Prints the outcome as a line
of JSON, and exits with 1 if anything differs from an undisturbed run.
"""

import argparse
import json
import os
import shutil
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path
from uuid import UUID

from django.db import close_old_connections

from tools.bench import rabbitmq
from tools.bench.drawn_bibs import draw_bibs
from tools.bench.ending import Sets, compare, unrest
from tools.bench.publishing import Published, album_of, publish
from tools.bench.rehearsal import Rehearsal, rehearse
from tools.sandbox.testing import SandboxClient
from tools.sandbox.truth import derive

SERVICES = ("consumer", "recognition", "deliveries", "worker", "web", "vision")
SERVERS = ("postgres", "redis", "rabbitmq")
NOTHING = "nothing"
SCENARIOS = (NOTHING, *SERVICES, *SERVERS)
TIMEOUT_SECONDS = 600.0
BIBS = 25

SETTINGS = {
    "DEFAULT_STRATEGY": "FaceNumber",
    "NUMBER_PROVIDER_URL": "http://127.0.0.1:{SANDBOX_PORT}/number-provider",
    "LOG_LEVEL": "WARNING",
    # Shorter leases than in production, so that work of a dead process is taken over sooner.
    "PROCESSING_LEASE_SECONDS": "8",
    "NUMBER_PROVIDER_TIMEOUT": "4",
    "PROCESSING_BACKOFF_BASE_SECONDS": "1",
    "PROCESSING_BACKOFF_CAP_SECONDS": "5",
    "CALLBACK_WAKEUP_GRACE_SECONDS": "6",
    "CALLBACK_OVERDUE_SECONDS": "40",
    "OUTBOX_LEASE_SECONDS": "8",
    "PEER_TIMEOUT": "2",
    "OUTBOX_BACKOFF_CAP_SECONDS": "5",
    "BUS_VISIBILITY_SECONDS": "8",
    "CELERY_VISIBILITY_SECONDS": "30",
    "DATABASE_POOL_TIMEOUT": "5",
}
WITH_VISION = {
    # One number server needs long for the whole backlog, but loses nothing of it.
    "NUMBER_PROVIDER_URL": "http://127.0.0.1:{VISION_PORT}",
    "CALLBACK_OVERDUE_SECONDS": "600",
    "VISION_LONGEST_PAUSE": "5",
}
PROVIDER = {
    "truth": "derive",
    "latency": [0.0, 0.1],
    "callback": {
        "delay": [0.0, 1.0],
        "doubledRate": 0.1,
        "lateRate": 0.1,
        "lateBy": 2,
        "attempts": 40,
    },
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """The outcome; seconds until the end, from the first event and from the last break."""

    broken: str
    photos: int
    seconds: float
    recovery: float
    lost: int
    doubled: int
    repeated: int
    differences: list[str]


@dataclass(frozen=True, slots=True, kw_only=True)
class Break:
    """How a part is broken, and how it is started again."""

    strike: Callable[[], None]
    mend: Callable[[], None]


def main() -> None:
    """Run one scenario and print its outcome."""
    parser = argparse.ArgumentParser(prog="python -m tools.bench.breaking", description=__doc__)
    parser.add_argument("broken", nargs="+", choices=SCENARIOS)
    parser.add_argument("--photos", type=int, default=500)
    parser.add_argument("--logs", type=Path, help="folder for the logs of the processes")
    asked = parser.parse_args()
    with _system(asked.broken) as (system, breaks):
        outcome = run(system, breaks, asked.photos)
        if asked.logs:
            shutil.copytree(Path(os.environ["VAR_DIR"]) / "log", asked.logs, dirs_exist_ok=True)
    print(json.dumps(asdict(outcome)), flush=True)
    sys.exit(1 if outcome.differences else 0)


def run(system: Rehearsal, breaks: Mapping[str, Break], photos: int) -> Outcome:
    """Publish the photos, break and restart the parts in turn, wait for the end, and compare."""
    if "vision" in breaks:
        wanted, album = _read_bibs(system, photos)
    else:
        wanted, album = derived_photos(system.sandbox, photos)
    began = time.perf_counter()
    for number, breaking in enumerate(breaks.values()):
        struck = _break_amid(system, breaking, album[number :: len(breaks)])
    system.wait(lambda: not unrest(len(wanted), system.sandbox), TIMEOUT_SECONDS)
    ended = time.perf_counter()
    # A server was killed since this process last asked it, if the end did not come.
    close_old_connections()
    return Outcome(
        broken=", ".join(breaks),
        photos=photos,
        seconds=ended - began,
        recovery=ended - struck,
        **asdict(compare(wanted, system.sandbox)),
    )


def _break_amid(system: Rehearsal, breaking: Break, photos: Sequence[Published]) -> float:
    """Break and restart one part in the middle of these photos; return when it was broken."""
    enough, fifth = _delivered(system) + len(photos) // 3, len(photos) // 5
    publish(photos[: 3 * fifth], meanwhile=breaking.mend)
    if not system.wait(lambda: _delivered(system) >= enough, TIMEOUT_SECONDS):
        raise RuntimeError(f"fewer than {enough} photos were delivered when the time was over")
    publish(photos[3 * fifth : 4 * fifth])
    breaking.strike()
    struck = time.perf_counter()
    publish(photos[4 * fifth :], meanwhile=breaking.mend)
    breaking.mend()
    return struck


@contextmanager
def _system(broken: Sequence[str]) -> Iterator[tuple[Rehearsal, Mapping[str, Break]]]:
    settings = dict(SETTINGS)
    services = ["web", "consumer", "recognition", "deliveries", "worker", "beat"]
    with ExitStack() as stack:
        node = stack.enter_context(rabbitmq.run_node()) if "rabbitmq" in broken else None
        if node:
            settings["EVENT_BUS_URL"] = node.url()
        if "vision" in broken:
            settings.update(WITH_VISION)
            services.append("vision")
        system = stack.enter_context(rehearse(settings, *services))
        breaks = {part: _break(system, part) for part in broken}
        if node:
            breaks["rabbitmq"] = Break(strike=node.kill, mend=node.start)
        yield system, breaks


def _break(system: Rehearsal, broken: str) -> Break:
    if broken == NOTHING:
        return Break(strike=system.tend, mend=system.tend)
    kill = system.kill_server if broken in SERVERS else system.kill
    return Break(strike=partial(kill, broken), mend=system.tend)


def _delivered(system: Rehearsal) -> int:
    counts = system.sandbox.photo_service_counts()
    return min(counts.persons, counts.tags)


def derived_photos(sandbox: SandboxClient, count: int) -> tuple[dict[UUID, Sets], list[Published]]:
    """Make an album of so many photos; the sandbox derives the results from each photo's id."""
    sandbox.replace_behaviour("number-provider", PROVIDER)
    pixel = sandbox.url("album", "/pixel.jpg")
    album = album_of([f"{pixel}?{number}" for number in range(count)])
    wanted: dict[UUID, Sets] = {}
    for photo in album:
        truth = derive(str(photo.photo_id))
        wanted[photo.photo_id] = {
            "persons": [person["id"] for person in truth["persons"]],
            "tags": [tag["value"] for tag in truth["tags"]],
        }
    return wanted, album


def _read_bibs(system: Rehearsal, photos: int) -> tuple[dict[UUID, Sets], list[Published]]:
    """Make an album of drawn bibs; each was read before, on a separate photo."""
    bibs = min(BIBS, photos // 4)
    names = draw_bibs(Path(os.environ["VAR_DIR"]) / "albums", bibs)
    urls = {name: system.sandbox.url("album", f"/{name}") for name in names}
    undisturbed = album_of(list(urls.values()))
    publish(undisturbed)
    if not system.wait(lambda: not unrest(bibs, system.sandbox), TIMEOUT_SECONDS):
        raise RuntimeError(unrest(bibs, system.sandbox))
    wanted = {photo.photo_id: _delivered_sets(system, photo) for photo in undisturbed}
    seen = {photo.image_url: wanted[photo.photo_id] for photo in undisturbed}
    album = album_of([list(seen)[number % bibs] for number in range(photos)])
    return wanted | {photo.photo_id: seen[photo.image_url] for photo in album}, album


def _delivered_sets(system: Rehearsal, photo: Published) -> Sets:
    state = system.sandbox.photo_service_state()
    return {"persons": state.persons(photo.photo_id), "tags": state.tags(photo.photo_id)}


if __name__ == "__main__":
    main()
