"""Breaks one part in the middle of many photos, in a separate rehearsal.

    python -m bench.breaking consumer [--photos 500] [--logs FOLDER]

Three fifths of the photos are published. When a third is delivered, a fifth more is published and
the part is broken at once. The last fifth is published while the part is away. Prints the outcome
as a line of JSON, and exits with 1 if anything differs from an undisturbed run.
"""

import argparse
import json
import os
import shutil
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path
from uuid import UUID

from bench import rabbitmq
from bench.drawn_bibs import draw_bibs
from bench.ending import Sets, compare, unrest
from bench.publishing import Published, album_of, publish
from bench.rehearsal import Rehearsal, rehearse
from sandbox.truth import derive

SERVICES = ("consumer", "worker", "web", "vision")
SERVERS = ("postgres", "redis", "rabbitmq")
NOTHING = "nothing"
SCENARIOS = (NOTHING, *SERVICES, *SERVERS)
PATIENCE_SECONDS = 600.0
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
OVER = {
    # One number server needs long for the whole backlog, but loses nothing of it.
    "vision": {
        "NUMBER_PROVIDER_URL": "http://127.0.0.1:{VISION_PORT}",
        "CALLBACK_OVERDUE_SECONDS": "600",
        "VISION_LONGEST_PAUSE": "5",
    },
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
    """The outcome of a scenario; seconds until the end, from the first event and from the break."""

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
    parser = argparse.ArgumentParser(prog="python -m bench.breaking", description=__doc__)
    parser.add_argument("broken", choices=SCENARIOS)
    parser.add_argument("--photos", type=int, default=500)
    parser.add_argument("--logs", type=Path, help="folder for the logs of the processes")
    asked = parser.parse_args()
    with _house(asked.broken) as (house, breaking):
        outcome = run(house, asked.broken, breaking, asked.photos)
        if asked.logs:
            shutil.copytree(Path(os.environ["VAR_DIR"]) / "log", asked.logs, dirs_exist_ok=True)
    print(json.dumps(asdict(outcome)), flush=True)
    sys.exit(1 if outcome.differences else 0)


def run(house: Rehearsal, broken: str, breaking: Break, photos: int) -> Outcome:
    """Publish the photos, break and restart the part, wait for the end, and compare."""
    wanted, album = (_read_bibs if broken == "vision" else _derived)(house, photos)
    before = house.sandbox.photo_service_counts().tags
    began = time.perf_counter()
    publish(album[: photos * 3 // 5])
    if not house.wait(lambda: _delivered(house) - before >= photos // 3, PATIENCE_SECONDS):
        raise RuntimeError(unrest(len(wanted), house.sandbox))
    publish(album[photos * 3 // 5 : photos * 4 // 5])
    breaking.strike()
    struck = time.perf_counter()
    publish(album[photos * 4 // 5 :], meanwhile=breaking.mend)
    breaking.mend()
    house.wait(lambda: not unrest(len(wanted), house.sandbox), PATIENCE_SECONDS)
    ended = time.perf_counter()
    return Outcome(
        broken=broken,
        photos=photos,
        seconds=ended - began,
        recovery=ended - struck,
        **asdict(compare(wanted, house.sandbox)),
    )


@contextmanager
def _house(broken: str) -> Iterator[tuple[Rehearsal, Break]]:
    settings = {**SETTINGS, **OVER.get(broken, {})}
    services = ["web", "consumer", "worker", "beat"]
    if broken == "vision":
        services.append("vision")
    if broken != "rabbitmq":
        with rehearse(settings, *services) as house:
            yield house, _break(house, broken)
        return
    with (
        rabbitmq.run_node() as node,
        rehearse({**settings, "EVENT_BUS_URL": node.url()}, *services) as house,
    ):
        yield house, Break(strike=node.kill, mend=node.start)


def _break(house: Rehearsal, broken: str) -> Break:
    if broken == NOTHING:
        return Break(strike=house.tend, mend=house.tend)
    kill = house.kill_server if broken in SERVERS else house.kill
    return Break(strike=partial(kill, broken), mend=house.tend)


def _delivered(house: Rehearsal) -> int:
    counts = house.sandbox.photo_service_counts()
    return min(counts.persons, counts.tags)


def _derived(house: Rehearsal, photos: int) -> tuple[dict[UUID, Sets], list[Published]]:
    """Make an album; the sandbox derives the results from each photo's id."""
    house.sandbox.replace_behaviour("number-provider", PROVIDER)
    pixel = house.sandbox.url("album", "/pixel.jpg")
    album = album_of([f"{pixel}?{number}" for number in range(photos)])
    wanted: dict[UUID, Sets] = {}
    for photo in album:
        truth = derive(str(photo.photo_id))
        wanted[photo.photo_id] = {
            "persons": [person["id"] for person in truth["persons"]],
            "tags": [tag["value"] for tag in truth["tags"]],
        }
    return wanted, album


def _read_bibs(house: Rehearsal, photos: int) -> tuple[dict[UUID, Sets], list[Published]]:
    """Make an album of drawn bibs; each was read before, on a separate photo."""
    names = draw_bibs(Path(os.environ["VAR_DIR"]) / "albums", BIBS)
    urls = {name: house.sandbox.url("album", f"/{name}") for name in names}
    undisturbed = album_of(list(urls.values()))
    publish(undisturbed)
    if not house.wait(lambda: not unrest(BIBS, house.sandbox), PATIENCE_SECONDS):
        raise RuntimeError(unrest(BIBS, house.sandbox))
    wanted = {photo.photo_id: _told(house, photo) for photo in undisturbed}
    seen = {photo.image_url: wanted[photo.photo_id] for photo in undisturbed}
    album = album_of([list(seen)[number % BIBS] for number in range(photos)])
    return wanted | {photo.photo_id: seen[photo.image_url] for photo in album}, album


def _told(house: Rehearsal, photo: Published) -> Sets:
    state = house.sandbox.photo_service_state()
    return {"persons": state.persons(photo.photo_id), "tags": state.tags(photo.photo_id)}


if __name__ == "__main__":
    main()
