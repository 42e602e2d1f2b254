"""What became of a load, looked at from all sides: the database, the photo service, the senders."""

import os
from collections.abc import Iterator, Mapping, Sequence, Set
from datetime import UTC, datetime, timedelta
from typing import Any

import psycopg

from tools.bench import ending
from tools.bench.activities import proof as activities
from tools.bench.load import Load, Seed
from tools.bench.quiet import is_quiet
from tools.bench.verdicts import Verdict, verdict_of
from tools.bench.wire import Connection
from tools.bench.works import proof as works
from tools.bench.works.staff import Disturbed
from tools.sandbox.testing import SandboxClient

_OPEN = "SELECT count(*) FROM tagging_taggingtask WHERE state IN ('Open', 'Assigned')"
_SETTLED = "SELECT count(*) FROM activities_activity WHERE state <> 'Created'"
SHEETS = "/admin-api/api/v2/statistics/timeSheetsByInterval"


def no_task_is_left() -> bool:
    """Return whether the taggers have finished everything."""
    return _count(_OPEN) == 0


def is_finished(load: Load, sandbox: SandboxClient) -> bool:
    """Return whether all that was sent is delivered, settled and quiet."""
    counts = sandbox.photo_service_counts()
    return (
        counts.persons >= len(load.photos)
        and _count(_SETTLED) >= len(load.activities)
        and not sandbox.stats("number-provider")["callbacksPending"]
        and is_quiet()
    )


def verdicts_of(
    load: Load, given: Seed, sandbox: SandboxClient, disturbed: Disturbed
) -> Iterator[Verdict]:
    """Compare the end with what was sent."""
    events = load.events + len(disturbed.deleted)
    found = ending.compare(load.photos, sandbox, other_events=events).differences
    yield verdict_of(
        f"{len(load.photos):,} photos: each recognised and delivered once",
        without_photos_of_taggers(found, given.photos),
    )
    for verdict in activities.prove(activities.read_end(), load.activities):
        yield _named(f"{len(load.activities):,} activities", verdict)
    end = works.read_end(_timesheets(given.lead_token))
    for verdict in works.prove(end, load.journals, disturbed, sandbox):
        yield _named(f"{len(end.tasks):,} tagging tasks", verdict)


def without_photos_of_taggers(differences: Sequence[str], photos: Set[str]) -> list[str]:
    """Return the differences that count: from what was published, and of messages as a whole.

    The taggers' photos were never published, and a task that is reopened sends its tags again:
    `tools.bench.works.proof` compares these with what the taggers know.
    """
    return [each for each in differences if each.partition(":")[0] not in photos]


def _named(what: str, verdict: Verdict) -> Verdict:
    return Verdict(bar=f"{what}: {verdict.bar}", measured=verdict.measured, passed=verdict.passed)


def _timesheets(token: str) -> Sequence[Mapping[str, Any]]:
    """Return the timesheets of today and yesterday, in which the run was."""
    now = datetime.now(UTC)
    begin, end = (f"{now + timedelta(days=days):%Y-%m-%dT00:00:00Z}" for days in (-1, 2))
    connection = Connection(int(os.environ["WEB_PORT"]), token)
    answer = connection.ask("GET", f"{SHEETS}?from={begin}&to={end}&interval=day&pageSize=200")
    connection.close()
    rows: Sequence[Mapping[str, Any]] = answer.body["results"]
    return rows


def _count(query: str) -> int:
    with psycopg.connect(os.environ["DATABASE_URL"]) as database:
        row = database.execute(query).fetchone()
    return int(row[0]) if row else 0
