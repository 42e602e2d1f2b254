"""Upgrades and rolls back while photos, taggers and activities come in, with kills.

    python -m tools.bench.upgrade --from COMMIT [--seconds 30] [--rate 3] [--taggers 3]

The version of COMMIT runs on its own tables. This one is brought beside it as docs/operations.md
says: migrations of before, new processes, the old ones stopped, the other migrations; then back. In
each step processes are killed. The clients know a balancer and repeat what it answers with 503 and
`Retry-After`. Prints the time of requests in each phase, that of repeated ones as a whole, and the
longest waits for locks, and exits with 1 where a bar is missed.
"""

import argparse
import os
import shutil
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path
from typing import Any

import psycopg

from tools.bench import ending
from tools.bench.activities import proof as activities
from tools.bench.breaking import PROVIDER, SETTINGS
from tools.bench.quiet import disconnect, is_quiet
from tools.bench.rehearsal import Rehearsal, rehearse
from tools.bench.upgrade.front import Front, Phase
from tools.bench.upgrade.judging import CALM, judge, show, without_photos_of_taggers
from tools.bench.upgrade.load import Load, Seed, coming_in, seed
from tools.bench.upgrade.locks import LockSampler
from tools.bench.upgrade.versions import SERVING, Version, checkout, compile_code
from tools.bench.verdicts import Verdict, conclude, verdict_of
from tools.bench.wire import Connection
from tools.bench.works import proof as works
from tools.bench.works.staff import Disturbed
from tools.local.folders import PROJECT

UPGRADE, AFTER, BACK, AGAIN = "upgrade", "after it", "back", "after that"
TIMEOUT_SECONDS = 600.0
_OPEN = "SELECT count(*) FROM tagging_taggingtask WHERE state IN ('Open', 'Assigned')"
_SETTLED = "SELECT count(*) FROM activities_activity WHERE state <> 'Created'"


def main() -> None:
    """Upgrade, roll back, print what happened, and fail if a bar is missed."""
    parser = argparse.ArgumentParser(prog="python -m tools.bench.upgrade", description=__doc__)
    parser.add_argument("--from", dest="commit", required=True, help="the version before")
    parser.add_argument("--seconds", type=float, default=30.0, help="of each phase")
    parser.add_argument("--rate", type=float, default=3.0, help="photos, and activities, a second")
    parser.add_argument("--taggers", type=int, default=3)
    parser.add_argument("--logs", type=Path, help="folder for the logs of the processes")
    asked = parser.parse_args()
    if not SERVING:
        parser.error("it needs two processors")
    os.sched_setaffinity(0, SERVING)
    with checkout(asked.commit) as folder:
        for each in (folder, PROJECT):
            compile_code(each)
        conclude(_rehearse(folder, asked))


def _rehearse(folder: Path, asked: argparse.Namespace) -> list[Verdict]:
    settings = {**SETTINGS, "THROTTLE_TAGGER": "1000000/m", "COMMIT": asked.commit}
    with rehearse(settings, tables=lambda: None) as system:
        var = Path(os.environ["VAR_DIR"])
        old = Version(name="old", folder=folder, var=var / "old")
        new = Version(name="new", folder=PROJECT, var=var / "new")
        old.run("manage.py", "migrate", "--verbosity=0")
        # Taggers have tasks until the end: each phase has the load of the calm.
        tasks = int(asked.taggers * (200 + asked.seconds * 10))
        given = seed(old, tasks=tasks, taggers=asked.taggers)
        system.sandbox.replace_behaviour("number-provider", PROVIDER)
        disconnect()
        front, locks = Front(int(os.environ["WEB_PORT"])), LockSampler(os.environ["DATABASE_URL"])
        with _ending(old, new):
            old.start()
            front.serve_by(old.port)
            all_done = partial(_await, system, (old,), _is_zero(_OPEN))
            with coming_in(given, system.sandbox, asked.rate, all_done) as load:
                faults = _upgrade_and_back(front, old, new, asked.seconds)
            in_time = _await(system, (old,), partial(_is_finished, load, system))
            waits = locks.stop()
            if asked.logs:
                for version in (old, new):
                    logs = asked.logs / version.name
                    shutil.copytree(version.var / "log", logs, dirs_exist_ok=True)
            verdicts = list(_lost_or_doubled(load, given, system))
        front.stop()
    show(front.passed, waits)
    return [
        verdict_of("no client had an unexpected answer", load.errors),
        *judge(front.passed, front.unsuccessful, waits),
        verdict_of("each process ended well at SIGTERM", faults),
        verdict_of("all was finished at the end", [] if in_time else ["not in time"]),
        *verdicts,
    ]


def _upgrade_and_back(front: Front, old: Version, new: Version, seconds: float) -> list[str]:
    """Upgrade and roll back, step by step; return what did not end well."""

    def during(
        part: str, name: str, act: Callable[[], Any] = lambda: None, longer: float = 0.0
    ) -> Any:
        front.phase = Phase(part=part, name=name)
        print(f"{datetime.now(UTC):%H:%M:%S} {front.phase}", file=sys.stderr, flush=True)
        done = act()
        _tend((old, new), longer)
        return done

    during("", "warm-up", longer=seconds / 3)
    during(CALM, "old alone", longer=seconds)
    during(UPGRADE, "migrations before", partial(new.run, "manage.py", "migrate", "--before"))
    during(UPGRADE, "new starts beside old", new.start)
    front.serve_by(old.port, new.port)
    kills = (UPGRADE, "old and new, kills")
    for name in ("recognition", "consumer"):
        during(*kills, partial(old.kill, name), seconds / 4)
    for name in ("worker", "deliveries"):
        during(*kills, partial(new.kill, name), seconds / 4)
    during(*kills, old.kill_web_worker, seconds / 4)
    during(*kills, old.await_work)
    front.serve_by(new.port)
    faults: list[str] = during(UPGRADE, "old stops", old.stop)
    during(UPGRADE, "migrations after", partial(new.run, "manage.py", "migrate"))
    during(AFTER, "new alone", longer=seconds)
    during(BACK, "old starts beside new", old.start)
    front.serve_by(new.port, old.port)
    kills = (BACK, "new and old, kills")
    for name in ("recognition", "deliveries"):
        during(*kills, partial(new.kill, name), seconds / 4)
    during(*kills, new.kill_web_worker, seconds / 4)
    during(*kills, new.await_work)
    front.serve_by(old.port)
    faults += during(BACK, "new stops", new.stop)
    during(AGAIN, "old alone", longer=seconds)
    front.phase = Phase(name="the end")
    return faults


def _tend(versions: Sequence[Version], seconds: float) -> None:
    """Start again what was killed, for so long."""
    until = time.monotonic() + seconds
    while True:
        for version in versions:
            version.tend()
        if time.monotonic() >= until:
            return
        time.sleep(0.2)


def _await(system: Rehearsal, versions: Sequence[Version], ready: Callable[[], bool]) -> bool:
    def look() -> bool:
        _tend(versions, 0.2)
        return ready()

    return system.wait(look, TIMEOUT_SECONDS)


@contextmanager
def _ending(*versions: Version) -> Iterator[None]:
    try:
        yield
    finally:
        for version in versions:
            version.stop()


def _is_zero(query: str) -> Callable[[], bool]:
    return lambda: _count(query) == 0


def _count(query: str) -> int:
    with psycopg.connect(os.environ["DATABASE_URL"]) as database:
        row = database.execute(query).fetchone()
    return int(row[0]) if row else 0


def _is_finished(load: Load, system: Rehearsal) -> bool:
    counts = system.sandbox.photo_service_counts()
    return (
        counts.persons >= len(load.photos)
        and _count(_SETTLED) >= len(load.activities)
        and not system.sandbox.stats("number-provider")["callbacksPending"]
        and is_quiet()
    )


def _lost_or_doubled(load: Load, given: Seed, system: Rehearsal) -> Iterator[Verdict]:
    """Compare with what was sent."""
    found = ending.compare(load.photos, system.sandbox, other_events=load.events).differences
    yield verdict_of(
        f"{len(load.photos):,} photos: each recognised and delivered once",
        without_photos_of_taggers(found, given.photos),
    )
    for verdict in activities.prove(activities.read_end(), load.activities):
        yield _named(f"{len(load.activities):,} activities", verdict)
    end = works.read_end(_timesheets(given.lead_token))
    for verdict in works.prove(end, load.journals, Disturbed(), system.sandbox):
        yield _named(f"{len(end.tasks):,} tagging tasks", verdict)


def _named(what: str, verdict: Verdict) -> Verdict:
    return Verdict(bar=f"{what}: {verdict.bar}", measured=verdict.measured, passed=verdict.passed)


def _timesheets(token: str) -> Sequence[Mapping[str, Any]]:
    now = datetime.now(UTC)
    begin, end = (f"{now + timedelta(days=days):%Y-%m-%dT00:00:00Z}" for days in (-1, 2))
    connection = Connection(int(os.environ["WEB_PORT"]), token)
    path = "/admin-api/api/v2/statistics/timeSheetsByInterval"
    answer = connection.ask("GET", f"{path}?from={begin}&to={end}&interval=day&pageSize=200")
    connection.close()
    rows: Sequence[Mapping[str, Any]] = answer.body["results"]
    return rows


if __name__ == "__main__":
    main()
