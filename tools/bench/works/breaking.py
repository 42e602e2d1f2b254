"""Breaks each part while taggers work, and proves from all sides what became of each task."""

import os
import random
import time
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from threading import Event
from typing import Any
from uuid import UUID

import psutil
import psycopg

from tools.bench.quiet import disconnect, is_quiet
from tools.bench.rehearsal import Rehearsal, rehearse
from tools.bench.verdicts import Verdict, verdict_of
from tools.bench.wire import Connection
from tools.bench.works.pool import Person, add_albums, add_people, add_tasks, token_of_service
from tools.bench.works.proof import End, prove, read_end
from tools.bench.works.staff import Disturbed, Staff
from tools.bench.works.stubborn import Journal, StubbornTagger

SETTINGS = {
    "LOG_LEVEL": "WARNING",
    "THROTTLE_TAGGER": "1000000/m",
    "DATABASE_POOL_TIMEOUT": "5",
    "OUTBOX_LEASE_SECONDS": "8",
    "OUTBOX_BACKOFF_CAP_SECONDS": "5",
    "BUS_VISIBILITY_SECONDS": "8",
    "CELERY_VISIBILITY_SECONDS": "30",
    "PEER_TIMEOUT": "2",
}
SERVICES = ("web", "worker", "deliveries", "beat", "consumer")
ALBUMS = 8
DOOMED = 0.06  # the share of photos that are cancelled or deleted
TIMEOUT_SECONDS = 900.0
# What is broken, when this share of the tasks is finished.
STRIKES = (
    (0.10, "a web worker"),
    (0.25, "postgres"),
    (0.45, "web"),
    (0.60, "a web worker"),
    (0.75, "postgres"),
)
_FINISHED = "SELECT count(*) FROM tagging_taggingtask WHERE state IN ('Completed', 'Cancelled')"


@dataclass(frozen=True, slots=True, kw_only=True)
class _Run:
    journals: Mapping[str, Journal]
    disturbed: Disturbed
    errors: Sequence[str]


@dataclass(frozen=True, slots=True, kw_only=True)
class Broken:
    """A disturbed run: its figures by name, and the verdicts."""

    figures: Mapping[str, str]
    verdicts: Sequence[Verdict]


def run_and_break(tasks: int, taggers: int) -> Broken:
    """Let the taggers finish so many tasks while everything breaks, and prove the end."""
    with rehearse(SETTINGS, *SERVICES) as system:
        albums = add_albums(ALBUMS)
        add_tasks(albums, tasks)
        people = _people(taggers, albums)
        began = time.perf_counter()
        run = _work(system, people, albums, tasks)
        seconds = time.perf_counter() - began
        in_time = system.wait(is_quiet, TIMEOUT_SECONDS)
        end = read_end(_timesheets())
        verdicts = prove(end, run.journals, run.disturbed, system.sandbox)
    figures = {
        "Tasks, taggers": f"{tasks:,}, {taggers}",
        "Broken": ", ".join(what for _, what in STRIKES),
        "Seconds": f"{seconds:.0f}",
        "Works": f"{len(end.works):,}",
        **_history(end),
        **_figures(run),
    }
    return Broken(
        figures=figures,
        verdicts=[
            verdict_of("no answer was unexpected", run.errors),
            verdict_of("the outbox and the bus became empty", [] if in_time else ["not in time"]),
            *verdicts,
        ],
    )


def _history(end: End) -> dict[str, str]:
    changes = Counter(change.change for change in end.changes)
    return {f"History: {name}": f"{times:,}" for name, times in sorted(changes.items())}


def _figures(run: _Run) -> dict[str, str]:
    journals, disturbed = run.journals.values(), run.disturbed
    return {
        "Requests": f"{sum(journal.requests for journal in journals):,}",
        "of them without an answer": str(sum(journal.unanswered for journal in journals)),
        "Doubtful acts": str(sum(journal.doubtful_acts.total() for journal in journals)),
        "Taggers blocked": str(disturbed.blocked),
        "Priorities changed": str(disturbed.priorities),
        "Photos cancelled, deleted": f"{len(disturbed.cancelled)}, {len(disturbed.deleted)}",
    }


def _people(taggers: int, albums: Sequence[UUID]) -> list[Person]:
    """Add taggers with works of different sizes; every fifth has half of the albums."""
    sizes, half = (5, 10, 20), albums[: len(albums) // 2]
    groups = (
        add_people(1, albums=half if number % 5 == 4 else (), tasks_per_work=sizes[number % 3])
        for number in range(taggers)
    )
    return [person for group in groups for person in group]


def _work(system: Rehearsal, people: Sequence[Person], albums: Sequence[UUID], tasks: int) -> _Run:
    stop, port = Event(), int(os.environ["WEB_PORT"])
    taggers = [StubbornTagger(port, person, stop, seed) for seed, person in enumerate(people)]
    staff = Staff(
        port=port,
        database_url=os.environ["DATABASE_URL"],
        token=token_of_service("internal.call", "recognition.manage", "tagging.manage"),
        albums=albums,
        people=people,
        doomed=_doomed(tasks),
        stop=stop,
    )
    disconnect()
    with ThreadPoolExecutor(len(taggers) + 1) as threads:
        busy = [threads.submit(work) for work in (staff.disturb, *(t.work for t in taggers))]
        try:
            _break_everything(system, tasks)
        finally:
            stop.set()
    return _Run(
        journals={str(p.tagator_id): t.journal for p, t in zip(people, taggers, strict=True)},
        disturbed=staff.done,
        errors=[f"{type(error).__name__}: {error}" for one in busy if (error := one.exception())],
    )


def _break_everything(system: Rehearsal, tasks: int) -> None:
    for share, what in STRIKES:
        _await_finished(system, share * tasks)
        _strike(system, what)
    _await_finished(system, tasks)


def _doomed(tasks: int) -> list[tuple[UUID, UUID]]:
    from recognition.models import Photo

    photos = list(Photo.objects.order_by("pk").values_list("pk", "album_id"))
    return random.Random(3).sample(photos, max(4, int(tasks * DOOMED)))


def _strike(system: Rehearsal, what: str) -> None:
    if what == "postgres":
        system.kill_server("postgres")
    elif what == "web":
        system.kill("web")
    else:
        system.wait(lambda: bool(_web_workers(system)), TIMEOUT_SECONDS)
        _web_workers(system)[0].kill()


def _web_workers(system: Rehearsal) -> list[psutil.Process]:
    """Return the web's worker processes; none while it is being started again."""
    web = next(service for service in system.supervisor.services if service.name == "web")
    try:
        return [] if web.child is None else psutil.Process(web.child.pid).children()
    except psutil.NoSuchProcess:
        return []


def _await_finished(system: Rehearsal, tasks: float) -> None:
    if not system.wait(_finished(tasks), TIMEOUT_SECONDS):
        raise RuntimeError(f"fewer than {tasks:.0f} tasks were finished when the time was over")


def _finished(tasks: float) -> Callable[[], bool]:
    def ask() -> bool:
        time.sleep(0.2)
        try:
            with psycopg.connect(os.environ["DATABASE_URL"]) as database:
                row = database.execute(_FINISHED).fetchone()
        except psycopg.OperationalError:
            return False
        return row is not None and row[0] >= tasks

    return ask


def _timesheets() -> Sequence[Mapping[str, Any]]:
    """Return the timesheets of today and yesterday, in which the run was."""
    now = datetime.now(UTC)
    begin, end = (f"{now + timedelta(days=days):%Y-%m-%dT00:00:00Z}" for days in (-1, 2))
    connection = Connection(int(os.environ["WEB_PORT"]), token_of_service("tagging.manage"))
    path = "/admin-api/api/v2/statistics/timeSheetsByInterval"
    answer = connection.ask("GET", f"{path}?from={begin}&to={end}&interval=day&pageSize=200")
    connection.close()
    rows: Sequence[Mapping[str, Any]] = answer.body["results"]
    return rows
