"""What a restored database has, looked at from all sides."""

import json
import os
import subprocess
import sys
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from decimal import ROUND_HALF_UP, Decimal
from pathlib import Path
from typing import Any
from uuid import UUID

from tools.bench.activities.program import COEFFICIENTS
from tools.bench.new_database import run
from tools.bench.quiet import leftovers
from tools.bench.restore.traffic import Confirmed
from tools.local.folders import PROJECT
from tools.sandbox.testing import SandboxClient

VERIFIED_BY = ("verify_balances", "verify_rewards", "verify_limits")
_TABLES = """
SELECT quote_ident(table_schema) || '.' || quote_ident(table_name)
FROM information_schema.tables
WHERE table_type = 'BASE TABLE' AND table_schema NOT IN ('pg_catalog', 'information_schema')
"""
_NAMING = "SELECT count(*) FROM {table} each WHERE {which} AND each::text ~ %s"
# Of the tables that were filled to the size, what is not drawn: the rest has ids made at random.
_OF_TRAFFIC = "album_id NOT IN (SELECT id FROM recognition_album WHERE name LIKE 'Over %%')"
_WHICH = {
    "public.recognition_photo": _OF_TRAFFIC,
    "public.recognition_photonumber": _OF_TRAFFIC,
    "public.recognition_photoperson": _OF_TRAFFIC,
    "public.messaging_outboxmessage": "created_on - coalesce(delivered_on, created_on) < '1 day'",
}


class CommandFailed(Exception):
    """A command of `manage.py` ended with an error; the text is the end of its output."""


def manage(*arguments: str) -> str:
    """Run a command of `manage.py` as its own process; return what it printed.

    :raises CommandFailed: it failed.
    """
    done = subprocess.run(
        [sys.executable, "manage.py", *arguments],
        cwd=PROJECT,
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        raise CommandFailed(f"{arguments[0]}: {done.stderr[-1500:]}")
    return done.stdout


def failed_verifications() -> Iterator[str]:
    """Run every command that verifies; yield what failed."""
    for command in VERIFIED_BY:
        try:
            manage(command)
        except CommandFailed as failure:
            yield str(failure)


def newest_tick() -> tuple[int, float]:
    """Return number and moment of the last commit that the restored database has."""
    [row] = run(
        "SELECT n, extract(epoch FROM at)::float8 FROM rehearsal_tick ORDER BY n DESC LIMIT 1"
    )
    return int(row[0]), float(row[1])


def rows_naming(marks: Collection[str]) -> Mapping[str, int]:
    """Return how many rows of each table have one of the marks anywhere."""
    if not marks:
        return {}
    pattern = "|".join(sorted(marks))
    found = {}
    for (table,) in run(_TABLES):
        [(count,)] = run(_NAMING.format(table=table, which=_WHICH.get(table, "true")), [pattern])
        if count:
            found[table] = count
    return found


def wrong_activities(confirmed: Confirmed, erased: Collection[str]) -> Iterator[str]:
    """Yield the activities that are lost, or not credited once with the right amount."""
    from activities.models import Activity
    from rewards.models import BalanceOperation

    rate = Decimal(COEFFICIENTS["perKilometre"])
    wanted = {
        UUID(body["activityId"]): (body["distance"] * rate).to_integral_value(ROUND_HALF_UP)
        for body in confirmed.activities
        if body["userId"] not in erased
    }
    stored = set(Activity.objects.values_list("pk", flat=True))
    credited = BalanceOperation.objects.values_list("source_id", "amount")
    times = Counter(source for source, _ in credited)
    amounts = {str(source): amount for source, amount in credited}
    for activity_id, amount in wanted.items():
        if activity_id not in stored:
            yield f"{activity_id} is lost"
        elif amounts.get(str(activity_id)) != amount or times[_key(times, activity_id)] != 1:
            yield f"{activity_id} was credited {amounts.get(str(activity_id))}, not {amount}"


def _key(times: Mapping[Any, int], activity_id: UUID) -> Any:
    return activity_id if activity_id in times else str(activity_id)


def wrong_photos(photo_ids: Sequence[UUID], sandbox: SandboxClient) -> Iterator[str]:
    """Yield the photos that are not finished, or whose results the photo service has not."""
    from recognition.models import Photo

    state = sandbox.photo_service_state()
    photos = Photo.objects.filter(pk__in=photo_ids).prefetch_related("persons", "numbers")
    stored = {photo.pk: photo for photo in photos}
    for photo_id in photo_ids:
        photo = stored.get(photo_id)
        if photo is None:
            yield f"{photo_id} is lost"
            continue
        if photo.state != "Processed":
            yield f"{photo_id} is {photo.state}: {photo.reason_description}"
        yield from _differences(photo, state)
    if state.counts.conflicting:
        yield f"{state.counts.conflicting} results with other content in the same version"


def _differences(photo: Any, state: Any) -> Iterator[str]:
    ours = {
        "persons": sorted(person.person_id for person in photo.persons.all()),
        "tags": sorted(one.value for one in photo.numbers.all() if not one.rejection),
    }
    theirs = {"persons": state.persons(str(photo.pk)), "tags": state.tags(str(photo.pk))}
    for kind, found in ours.items():
        if found != sorted(theirs[kind]):
            yield f"{photo.pk}: {kind} {found} here, {theirs[kind]} at the photo service"


def left_over() -> Iterator[str]:
    """Yield what is dead, not delivered, or not finished."""
    from foundation.privacy.models import Erasure

    yield from leftovers()
    unfinished = Erasure.objects.unfinished().count()
    if unfinished:
        yield f"{unfinished} erasures not finished"


def is_settled() -> bool:
    """Return whether no photo of the traffic is on its way any more."""
    from foundation.privacy.models import Erasure
    from recognition.models import Photo

    open_photos = Photo.objects.unsettled().exists()
    return not open_photos and not Erasure.objects.unfinished().exists()


def public_url() -> str:
    return os.environ["PUBLIC_URL"]


def erasures_path() -> Path:
    return Path(os.environ["VAR_DIR"]) / "erasures.jsonl"


def erasures_file() -> Mapping[str, str]:
    """Return the lines of the file of erasures by the id of the erasure."""
    path = erasures_path()
    lines = path.read_text().splitlines() if path.exists() else []
    return {json.loads(line)["erasureId"]: line for line in lines}
