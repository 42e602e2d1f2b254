"""Rehearses the day of the switch, with a made-up former service that runs beside this one.

    python -m tools.bench.switching [--seconds 6] [--rate 4]

The former service takes the same events and delivers; this one holds its deliveries. Every
`--seconds` a part of this one is killed. Then the former service stops, its last days are imported,
holding ends from that moment on, and this one delivers, killed once more. Events come all the time.
At the end each photo has been delivered and each reward credited, by one of the two. Prints for how
long nothing was delivered; exits with 1 if something is lost or twice.
"""

import argparse
import io
import json
import os
import time
from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from datetime import UTC, datetime
from decimal import Decimal
from pathlib import Path
from queue import SimpleQueue
from tempfile import TemporaryDirectory
from threading import Event as Flag
from threading import Lock
from typing import Any

import requests

from tools.bench import moving_in
from tools.bench.activities.program import Program, make_program, runs_of
from tools.bench.activities.sources import publish_events
from tools.bench.ending import Sets
from tools.bench.load import PROVIDER, SETTINGS, derived, photos_of
from tools.bench.publishing import publish
from tools.bench.quiet import disconnect, is_quiet, leftovers
from tools.bench.rehearsal import Rehearsal, rehearse
from tools.bench.verdicts import Verdict, conclude, show_figures, verdict_of
from tools.sandbox.testing import SandboxClient

SERVICES = ("web", "consumer", "recognition", "deliveries", "worker", "beat")
KILLED = ("consumer", "recognition", "postgres", "worker")
HISTORY, PARTICIPANTS = 200, 20
REWARD = Decimal(25)  # of 10 km, by the formula of `make_program`
TIMEOUT_SECONDS = 300.0


@dataclass(slots=True)
class FormerService:
    """Takes the events of before it stopped, delivers results and credits rewards at once."""

    sandbox: SandboxClient
    delivered: dict[str, Sets] = field(default_factory=dict)
    credited: dict[str, dict[str, Any]] = field(default_factory=dict)
    stopped_on: datetime | None = None
    last_on: float = 0
    lock: Lock = field(default_factory=Lock)

    def stop(self) -> datetime:
        with self.lock:
            self.stopped_on = datetime.now(UTC)
            return self.stopped_on

    def take_photo(self, photo_id: str, found: Sets, published_on: datetime) -> None:
        with self.lock:
            if self.stopped_on is not None and published_on >= self.stopped_on:
                return
            tags = [{"value": each, "source": "Provider"} for each in found["tags"]]
            persons = [{"personId": each} for each in found["persons"]]
            for kind, items in (("tags", tags), ("persons", persons)):
                url = self.sandbox.url("photo-service", f"/api/v1/photos/{photo_id}/{kind}")
                requests.put(url, json={"version": 1, kind: items}, timeout=10).raise_for_status()
            self.delivered[photo_id] = found
            self.last_on = time.time()

    def take_activity(self, body: Mapping[str, Any], published_on: datetime) -> None:
        with self.lock:
            if self.stopped_on is None or published_on < self.stopped_on:
                self.credited[body["activityId"]] = {
                    "balanceOperationId": body["activityId"],
                    "balanceOperationSourceId": body["activityId"],
                    "balanceId": body["userId"],
                    "amount": int(REWARD),
                    "createdOn": published_on.isoformat(),
                }

    def export(self, folder: Path) -> None:
        """Write what it delivered, for the comparison, and its operations, for the import."""
        rows = [{"photoId": pk, "numbers": found["tags"], "persons": found["persons"]}
                for pk, found in self.delivered.items()]  # fmt: skip
        rewards = [{"activityId": pk, "reward": int(REWARD)} for pk in self.credited]
        (folder / "last-days").mkdir()
        for name, lines in (
            ("delivered", rows),
            ("rewards", rewards),
            ("last-days/balance-operations", list(self.credited.values())),
        ):
            text = "".join(f"{json.dumps(each)}\n" for each in lines)
            (folder / f"{name}.jsonl").write_text(text)


@dataclass(slots=True)
class Platform:
    """Publishes photos and activities to both services, until it has to stop."""

    sandbox: SandboxClient
    former: FormerService
    program: Program
    photos: dict[str, Sets] = field(default_factory=dict)
    activities: list[str] = field(default_factory=list)
    ended: Flag = field(default_factory=Flag)

    def run(self, rate: float) -> None:
        participants = self.program.participants
        while not self.ended.wait(1 / rate):
            [photo] = photos_of(self.sandbox, 1)
            [found] = derived([photo]).values()
            self.photos[str(photo.photo_id)] = found
            publish([photo], meanwhile=lambda: time.sleep(0.2))
            self.former.take_photo(str(photo.photo_id), found, photo.event.time)
            [body] = runs_of(self.program, 1)
            body["userId"] = str(participants[len(self.activities) % len(participants)])
            self.activities.append(body["activityId"])
            waiting: SimpleQueue[Mapping[str, Any]] = SimpleQueue()
            waiting.put(body)
            published_on = datetime.now(UTC)
            publish_events(waiting, Flag())
            self.former.take_activity(body, published_on)


def main() -> None:
    """Run both services, switch, and fail if something is lost or twice."""
    parser = argparse.ArgumentParser(prog="python -m tools.bench.switching", description=__doc__)
    parser.add_argument("--seconds", type=float, default=6.0, help="between two kills")
    parser.add_argument("--rate", type=float, default=4.0, help="photos and activities a second")
    asked = parser.parse_args()
    settings = {**SETTINGS, "DELIVERIES": "Held"}
    with rehearse(settings, *SERVICES) as system, TemporaryDirectory() as made:
        moving_in.write(Path(made) / "history", HISTORY)  # of before both ran
        _manage("import_former", str(Path(made) / "history"))
        system.sandbox.replace_behaviour("number-provider", PROVIDER)
        former = FormerService(system.sandbox)
        platform = Platform(system.sandbox, former, make_program(PARTICIPANTS))
        with ThreadPoolExecutor(1) as threads:
            publishing = threads.submit(platform.run, asked.rate)
            try:
                figures = _switch(system, former, Path(made), asked.seconds)
            finally:
                platform.ended.set()
            publishing.result()
        in_time = system.wait(
            lambda: _are_here(platform.photos, platform.activities) and is_quiet(), TIMEOUT_SECONDS
        )
        figures["Photos and activities"] = f"{len(platform.photos):,}"
        figures["of them by the former service"] = f"{len(former.delivered):,}"
        first_on = _sent().earliest("delivered_on").delivered_on.timestamp()
        figures["Seconds without deliveries"] = f"{first_on - former.last_on:.0f}"
        show_figures("The switch", figures)
        late = [] if in_time else ["not in time"]
        conclude([verdict_of("all was finished at the end", late), *_verdicts(platform)])


def _manage(*arguments: str) -> None:
    if moving_in.manage(os.environ["DATABASE_URL"], *arguments).wait():
        raise RuntimeError(f"manage.py {' '.join(arguments)} failed")


def _switch(
    system: Rehearsal, former: FormerService, folder: Path, seconds: float
) -> dict[str, str]:
    """Let both run, compare, and switch as docs/moving-in.md says it; return what was seen."""
    from django.core.management import call_command

    for part in KILLED:
        _go_on(system, seconds)
        disconnect()
        system.kill_server(part) if part == "postgres" else system.kill(part)
    _go_on(system, seconds)
    moment = former.stop()
    system.wait(lambda: _are_here(former.delivered, former.credited), TIMEOUT_SECONDS)
    former.export(folder)
    agreement = {}
    for name in ("delivered", "rewards"):
        output = io.StringIO()
        call_command("compare_former", str(folder / f"{name}.jsonl"), stdout=output)
        agreement[f"Compared, {name}"] = output.getvalue().splitlines()[0]
    _manage("import_former", str(folder / "last-days"))
    for service in system.supervisor.services:
        if service.name in SERVICES and service.child is not None:
            system.kill(service.name)
            service.child.wait()
            service.child, service.started_at = None, 0
    os.environ["DELIVERIES"] = "Sent"
    _manage("end_holding", "--from", moment.isoformat(), "--apply")
    system.supervisor.start(*SERVICES)
    _go_on(system, seconds)
    system.kill("deliveries")
    _go_on(system, seconds)
    return agreement


def _go_on(system: Rehearsal, seconds: float) -> None:
    system.wait(lambda: False, seconds)


def _are_here(photos: Collection[str], activities: Collection[str]) -> bool:
    """Return whether this service has recognised the photos and rewarded the activities."""
    from activities.models import Activity
    from recognition.models import Photo

    processed = Photo.objects.filter(pk__in=list(photos), state="Processed").count()
    rewarded = Activity.objects.filter(pk__in=list(activities)).exclude(reward=None).count()
    return (processed, rewarded) == (len(photos), len(activities))


def _sent() -> Any:
    from foundation.messaging.models import OutboxMessage

    return OutboxMessage.objects.filter(destination="photo-service", delivered_on__isnull=False)


def _verdicts(platform: Platform) -> list[Verdict]:
    from rewards.models import BalanceOperation

    operations = BalanceOperation.objects.filter(amount=REWARD)
    counted = Counter(map(str, operations.values_list("source_id", flat=True)))
    wrong = [f"{pk}: {counted[pk]} credits" for pk in platform.activities if counted[pk] != 1]
    return [
        verdict_of("each photo was delivered by one service", list(_faults_of_photos(platform))),
        verdict_of("each reward was credited once", wrong),
        verdict_of("nothing is left", list(leftovers())),
    ]


def _faults_of_photos(platform: Platform) -> Iterator[str]:
    state = platform.sandbox.photo_service_state()
    ours = {key.split("/")[0] for key in _sent().values_list("key", flat=True)}
    for pk, found in platform.photos.items():
        if state.tags(pk) != sorted(found["tags"]) or state.persons(pk) != sorted(found["persons"]):
            yield f"{pk} is not at the photo service as it should be"
        if pk in ours and pk in platform.former.delivered:
            yield f"{pk} was delivered by both"


if __name__ == "__main__":
    main()
