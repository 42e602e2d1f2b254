"""Kills each part while photos, activities and taggers' work come in, and proves the end.

    python -m tools.bench.chaos [--seconds 30] [--rate 5] [--taggers 8]
        [--break consumer postgres …]

One rehearsal: half of the activities come by callback, half by the bus; staff and the platform
disturb the taggers. Every `--seconds` the next part is killed; it starts again at once. Then
everything is finished, and compared: the database, the photo service, and what those who sent it
know. Exits with 1 if anything is lost, doubled or different. RabbitMQ is the bus where Debian's
`rabbitmq-server` is installed, else Redis.
"""

import argparse
import os
import random
import shutil
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from functools import partial
from pathlib import Path
from uuid import UUID

import psutil

from tools.bench import rabbitmq
from tools.bench.activities.program import add_tasks as add_exercise_tasks
from tools.bench.activities.program import make_program, token_of_a_source
from tools.bench.load import SETTINGS, Seed, coming_in
from tools.bench.proof import is_finished, no_task_is_left, verdicts_of
from tools.bench.quiet import disconnect
from tools.bench.rehearsal import Rehearsal, rehearse
from tools.bench.verdicts import conclude, show_figures, verdict_of
from tools.bench.works.pool import add_albums, add_people, add_tasks, token_of_service
from tools.bench.works.staff import Staff

SERVICES = ("web", "consumer", "recognition", "deliveries", "worker", "beat")
SERVERS = ("postgres", "redis")
WEB_WORKER, BROKER = "a web worker", "rabbitmq"
PARTS = (*SERVICES, WEB_WORKER, *SERVERS, BROKER)
ALBUMS, PARTICIPANTS = 8, 50
DOOMED = 0.06  # the share of the taggers' photos that are cancelled or deleted
TIMEOUT_SECONDS = 900.0

Strike = Callable[[], None]


def main() -> None:
    """Kill the parts in turn, print what came in meanwhile, and fail if a proof does."""
    parser = argparse.ArgumentParser(prog="python -m tools.bench.chaos", description=__doc__)
    parser.add_argument("--seconds", type=float, default=30.0, help="between two parts")
    parser.add_argument("--rate", type=float, default=5.0, help="photos, and activities, a second")
    parser.add_argument("--taggers", type=int, default=8)
    parser.add_argument("--break", dest="broken", nargs="+", choices=PARTS, default=PARTS)
    parser.add_argument("--logs", type=Path, help="folder for the logs of the processes")
    asked = parser.parse_args()
    with _system() as (system, strikes):
        chosen = {part: strikes[part] for part in asked.broken if part in strikes}
        try:
            _rehearse(system, chosen, asked)
        finally:
            if asked.logs:
                logs = Path(os.environ["VAR_DIR"]) / "log"
                shutil.copytree(logs, asked.logs, dirs_exist_ok=True)


def _rehearse(system: Rehearsal, strikes: Mapping[str, Strike], asked: argparse.Namespace) -> None:
    seconds = asked.seconds * (len(strikes) + 1)
    given = _seed(asked.taggers, tasks=round(asked.taggers * seconds), seconds=seconds, asked=asked)
    doomed = _doomed()
    staff = Staff(
        port=int(os.environ["WEB_PORT"]),
        database_url=os.environ["DATABASE_URL"],
        token=given.lead_token,
        albums=list({album for _, album in doomed}),
        people=given.people,
        doomed=doomed,
    )
    disconnect()
    began = time.monotonic()
    all_done = partial(_await, system, no_task_is_left)
    with coming_in(given, system.sandbox, asked.rate, all_done, staff.disturb) as load:
        for strike in strikes.values():
            _go_on(system, asked.seconds)
            strike()
        _go_on(system, asked.seconds)
    in_time = system.wait(partial(is_finished, load, system.sandbox), TIMEOUT_SECONDS)
    figures = {
        "Killed": ", ".join(strikes),
        "Photos, activities": f"{len(load.photos):,}, {len(load.activities):,}",
        "Requests of taggers": f"{sum(each.requests for each in load.journals.values()):,}",
        "of them without an answer": f"{sum(each.unanswered for each in load.journals.values()):,}",
        "Photos cancelled, deleted": f"{len(staff.done.cancelled)}, {len(staff.done.deleted)}",
        "Seconds": f"{time.monotonic() - began:.0f}",
    }
    show_figures("While everything was killed", figures)
    conclude(
        [
            verdict_of("no answer was unexpected", load.errors),
            verdict_of("all was finished at the end", [] if in_time else ["not in time"]),
            *verdicts_of(load, given, system.sandbox, staff.done),
        ]
    )


@contextmanager
def _system() -> Iterator[tuple[Rehearsal, Mapping[str, Strike]]]:
    """Run the system, on a RabbitMQ of its own where there is one."""
    settings = {**SETTINGS, "THROTTLE_TAGGER": "1000000/m"}
    with ExitStack() as stack:
        node = None
        if reason := rabbitmq.why_not():
            print(f"{BROKER} is left out: {reason}")
        else:
            node = stack.enter_context(rabbitmq.run_node())
            settings["EVENT_BUS_URL"] = node.url()
        system = stack.enter_context(rehearse(settings, *SERVICES))
        strikes: dict[str, Strike] = {
            **{name: partial(system.kill, name) for name in SERVICES},
            WEB_WORKER: partial(_kill_web_worker, system),
            **{name: partial(system.kill_server, name) for name in SERVERS},
        }
        if node is not None:
            strikes[BROKER] = partial(_restart, node)
        yield system, strikes


def _seed(taggers: int, *, tasks: int, seconds: float, asked: argparse.Namespace) -> Seed:
    """Make tagging tasks, taggers with works of different sizes, and a program."""
    from recognition.models import Photo

    add_tasks(add_albums(ALBUMS), tasks)
    sizes = (5, 10, 20)
    people = [add_people(1, tasks_per_work=sizes[n % 3])[0] for n in range(taggers)]
    program = make_program(PARTICIPANTS)
    # For three quarters of the activities; the others are skipped.
    add_exercise_tasks(program, max(1, round(asked.rate * seconds * 0.75 / PARTICIPANTS)))
    return Seed(
        people=people,
        program=program,
        source_token=token_of_a_source(),
        lead_token=token_of_service("internal.call", "recognition.manage", "tagging.manage"),
        photos=frozenset(str(pk) for pk in Photo.objects.values_list("pk", flat=True)),
    )


def _doomed() -> list[tuple[UUID, UUID]]:
    """Return photos to be cancelled or deleted, each with its album."""
    from recognition.models import Photo

    photos = list(Photo.objects.order_by("pk").values_list("pk", "album_id"))
    return random.Random(3).sample(photos, max(4, int(len(photos) * DOOMED)))


def _kill_web_worker(system: Rehearsal) -> None:
    system.wait(lambda: bool(_web_workers(system)), TIMEOUT_SECONDS)
    _web_workers(system)[0].kill()


def _web_workers(system: Rehearsal) -> list[psutil.Process]:
    """Return the web's worker processes; none while it is being started again."""
    web = next(service for service in system.supervisor.services if service.name == "web")
    try:
        return [] if web.child is None else psutil.Process(web.child.pid).children()
    except psutil.NoSuchProcess:
        return []


def _restart(node: rabbitmq.RabbitNode) -> None:
    node.kill()
    node.start()


def _await(system: Rehearsal, ready: Callable[[], bool]) -> None:
    if not system.wait(ready, TIMEOUT_SECONDS):
        raise RuntimeError("not all tasks were finished in time")


def _go_on(system: Rehearsal, seconds: float) -> None:
    """Start again what was killed, for so long."""
    system.wait(lambda: False, seconds)


if __name__ == "__main__":
    main()
