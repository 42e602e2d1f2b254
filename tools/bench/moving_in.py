"""Moves a made-up former system in, with kills: seconds, memory, and whether it is whole.

    python -m tools.bench.moving_in [--rows 100000] [--kills 20] [--keep FOLDER]

Photos with a number, a rejected one and a person each; a hundredth of them tagged; activities with
rewards and their operations. `manage.py import_former` runs in a process of its own; then once more
into another database, killed so many times amid the import, which must end in the same rows. Runs
in new databases on the server of DATABASE_URL, or on the embedded one, and drops them afterwards.
Exits with 1 if a bar is missed.
"""

import argparse
import json
import os
import random
import resource
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from uuid import UUID

import psutil
import psycopg
from psycopg import sql

from tools.bench.new_database import database
from tools.bench.processor import seconds_of
from tools.bench.verdicts import Verdict, conclude, show_figures, verdict_of
from tools.local.environment import prepare

DATABASE = "finishline_bench_moving_in"
MOST_SECONDS, MOST_MEGABYTES = 20 * 60, 400
LOOK_SECONDS = 0.1
ALBUMS, PARTICIPANTS, TAGATORS = 100, 10_000, 50
ON = "2026-05-17T09:30:00Z"
SPORT = {
    "TrackerId": str(UUID(int=1)),
    "StartDate": ON,
    "FinishDate": ON,
    "Distance": "10.5",
    "TimeInSeconds": "3465",
    "RefereeingSystemCheckState": "Accepted",
}
_TABLES = """
SELECT table_name, array_agg(column_name::text) FILTER (WHERE
    data_type = 'timestamp with time zone' OR is_identity = 'YES' OR column_name = 'user_id')
FROM information_schema.columns JOIN information_schema.tables USING (table_schema, table_name)
WHERE table_schema = 'public' AND table_type = 'BASE TABLE'
    AND table_name !~ '^(auth|django|moving|records|messaging)_'
GROUP BY table_name
"""
_DIGEST = """
SELECT count(*), sum(hashtextextended((to_jsonb(row) - %s::text[])::text, 0)) FROM {} row
"""
VERIFY = ("verify_balances", "verify_rewards", "verify_limits")


def guid(kind: int, number: int) -> str:
    """Return the id of a record: random to look at, and the same each time."""
    return str(UUID(int=random.Random(kind * 10**9 + number).getrandbits(128), version=4))


def tables(rows: int) -> Mapping[str, Iterator[dict[str, Any]]]:
    """Return the rows of each file."""
    program, exercise = guid(0, 0), guid(0, 1)
    return {
        "tenants": iter([{"tenantId": guid(1, 0)}]),
        "albums": (
            {"albumId": guid(2, each), "tenantId": guid(1, 0), "strategy": "FaceNumber"}
            for each in range(ALBUMS)
        ),
        "photos": (_photo(each) for each in range(rows)),
        "tagators": (
            {"tagatorId": guid(4, each), "email": f"t{each}@example.org", "name": "Kim"}
            for each in range(TAGATORS)
        ),
        "works-and-tasks": (_task(each) for each in range(rows // 100)),
        "programs": iter([{"marketingProgramId": program, "name": "Run"}]),
        "participants": (
            {"participantId": guid(6, each), "marketingProgramId": program}
            for each in range(PARTICIPANTS)
        ),
        "exercises": iter([
            {"exerciseId": exercise, "marketingProgramId": program, "name": "Run",
             "activityType": "SportActivity"}
        ]),
        "activities": (
            {"activityId": guid(7, each), "participantId": guid(6, each % PARTICIPANTS),
             "type": "SportActivity", "state": "Skipped", "reward": each % 50, "data": SPORT,
             "createdOn": ON}
            for each in range(rows)
        ),
        "balance-operations": (
            {"balanceOperationId": guid(7, each), "balanceOperationSourceId": guid(7, each),
             "balanceId": guid(6, each % PARTICIPANTS), "amount": each % 50, "createdOn": ON}
            for each in range(rows)
        ),
    }  # fmt: skip


def _photo(each: int) -> dict[str, Any]:
    box = {"left": 0.1, "top": 0.2, "width": 0.1, "height": 0.05}
    return {
        "photoId": guid(3, each), "albumId": guid(2, each % ALBUMS), "shootingDate": ON,
        "photographerId": guid(9, each % 7), "imageUrl": f"https://photos.example.org/{each}.jpg",
        "faceRecognized": True, "numberRecognized": True, "tagsVersion": 1, "personsVersion": 1,
        "numbers": [
            {"value": str(each % 90_000 + 1), "confidence": 0.9, "box": box},
            {"value": f"{each} km", "rejection": "NotANumber"},
        ],
        "persons": [{"personId": f"p{each % 90_000}", "confidence": 0.9, "box": box}],
    }  # fmt: skip


def _task(each: int) -> dict[str, Any]:
    done = {"change": "Completed", "occurredOn": ON, "tagatorId": guid(4, each % TAGATORS)}
    return {
        "taskId": guid(5, each), "photoId": guid(3, each), "state": "Completed", "tags": ["12"],
        "history": [{**done, "activeSeconds": "12.5"}],
    }  # fmt: skip


def write(folder: Path, rows: int) -> None:
    """Write the files of a former system."""
    folder.mkdir(exist_ok=True)
    for name, found in tables(rows).items():
        with (folder / f"{name}.jsonl").open("w") as file:
            file.writelines(f"{json.dumps(row)}\n" for row in found)


@dataclass(slots=True)
class Moved:
    """What an import took: seconds in all, most megabytes, kills, and what went wrong."""

    seconds: float = 0
    megabytes: float = 0
    kills: int = 0
    faults: list[str] = field(default_factory=list)


def move_in(url: str, folder: Path, total: int, kills: int) -> Moved:
    """Import the folder; kill the process each time a part of it is done."""
    moved = Moved()
    while True:
        began = time.monotonic()
        process = manage(url, "import_former", str(folder))
        limit = total * (moved.kills + 1) // (kills + 1) if moved.kills < kills else None
        is_over = watched(url, process, moved, limit)
        moved.seconds += time.monotonic() - began
        if is_over:
            if process.returncode:
                moved.faults.append(f"import_former ended with {process.returncode}")
            return moved
        process.send_signal(signal.SIGKILL)
        process.wait()
        moved.kills += 1


def watched(url: str, process: subprocess.Popen[bytes], moved: Moved, limit: int | None) -> bool:
    """Watch the process until it ends, or so many rows are done; return whether it ended."""
    with psycopg.connect(url, autocommit=True) as connection:
        while process.poll() is None:
            with suppress(psutil.Error):
                memory = psutil.Process(process.pid).memory_info().rss / 1e6
                moved.megabytes = max(moved.megabytes, memory)
            if limit is not None and _done(connection) >= limit:
                return False
            time.sleep(LOOK_SECONDS)
    return True


def _done(connection: "psycopg.Connection[Any]") -> int:
    row = connection.execute("SELECT coalesce(max(done), 0) FROM moving_folderimport").fetchone()
    return int(row[0]) if row else 0


def manage(url: str, *arguments: str) -> subprocess.Popen[bytes]:
    """Start a command of `manage.py` on the database."""
    return subprocess.Popen(
        [sys.executable, "manage.py", *arguments],
        env={**os.environ, "DATABASE_URL": url, "DJANGO_SETTINGS_MODULE": "config.settings"},
        stdout=subprocess.DEVNULL,
    )


def faults_of(url: str, rows: int) -> Iterator[str]:
    """Yield what is not as it should be."""
    wanted = {
        "recognition_photo": rows,
        "recognition_photonumber": 2 * rows,
        "recognition_photoperson": rows,
        "tagging_taskhistory": rows // 100,
        "activities_activity": rows,
        "rewards_balanceoperation": rows,
        "messaging_outboxmessage": 0,
        "records_leftoutrow": 0,
    }
    with psycopg.connect(url) as connection:
        for table, count in wanted.items():
            row = connection.execute(f"SELECT count(*) FROM {table}").fetchone()
            if row is None or row[0] != count:
                yield f"{table} has {row[0] if row else 0} rows, not {count}"
    for command in VERIFY:
        if manage(url, command).wait():
            yield f"{command} fails"


def digests(url: str) -> dict[str, Any]:
    """Return how many rows each table has, and a sum over what they hold.

    Without moments and ids that the database chooses, and what belongs to an installation alone.
    """
    found = {}
    with psycopg.connect(url) as connection:
        for name, left_out in connection.execute(_TABLES).fetchall():
            query = sql.SQL(_DIGEST).format(sql.Identifier(name))
            found[name] = connection.execute(query, [left_out]).fetchone()
    return found


def differences(one: Mapping[str, Any], other: Mapping[str, Any]) -> Iterator[str]:
    for name in one:
        if one[name] != other[name]:
            yield f"{name} has other rows"


def processor_seconds(postgres: psutil.Process | None) -> tuple[float, float]:
    """Return what the children of this process have used, and PostgreSQL, if it is ours."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime, seconds_of(postgres) if postgres else 0


def main() -> None:
    """Write a former system, move it in without kills and with them; fail if a bar is missed."""
    parser = argparse.ArgumentParser(prog="python -m tools.bench.moving_in", description=__doc__)
    parser.add_argument("--rows", type=int, default=100_000)
    parser.add_argument("--kills", type=int, default=20)
    parser.add_argument("--keep", type=Path, metavar="FOLDER", help="leave the files there")
    asked = parser.parse_args()
    servers = prepare()
    postgres = servers.postgres.process() if servers else None
    figures: dict[str, str] = {}
    with TemporaryDirectory() as made:
        folder: Path = asked.keep or Path(made)
        write(folder, asked.rows)
        total = sum(1 for path in folder.glob("*.jsonl") for _ in path.open())
        with database(DATABASE) as url:
            manage(url, "migrate", "--verbosity", "0").wait()
            before = processor_seconds(postgres)
            whole = move_in(url, folder, total, 0)
            importer, server = (
                after - used
                for used, after in zip(before, processor_seconds(postgres), strict=True)
            )
            figures["seconds to check and import"] = f"{whole.seconds:.0f}"
            figures["of a processor, of the process"] = f"{importer:.0f}"
            figures["of a processor, of PostgreSQL"] = f"{server:.0f}" if postgres else "?"
            figures["megabytes of the process"] = f"{whole.megabytes:.0f}"
            again = move_in(url, folder, total, 0)
            figures["seconds to check and import again"] = f"{again.seconds:.0f}"
            faults, wanted = (
                [*whole.faults, *again.faults, *faults_of(url, asked.rows)],
                digests(url),
            )
        with database(DATABASE) as url:
            manage(url, "migrate", "--verbosity", "0").wait()
            killed = move_in(url, folder, total, asked.kills)
            figures["kills"] = str(killed.kills)
            figures["seconds with kills"] = f"{killed.seconds:.0f}"
            others = [*killed.faults, *differences(wanted, digests(url))]
    show_figures(f"{asked.rows:,} photos, activities and operations", figures)
    conclude(judge(whole, faults, others))


def judge(moved: Moved, faults: list[str], others: list[str]) -> list[Verdict]:
    """Return the verdicts on an import, and on one with kills beside it."""
    return [
        Verdict(
            bar=f"at most {MOST_SECONDS} seconds",
            measured=f"{moved.seconds:.0f}",
            passed=moved.seconds <= MOST_SECONDS,
        ),
        Verdict(
            bar=f"at most {MOST_MEGABYTES} MB",
            measured=f"{moved.megabytes:.0f}",
            passed=moved.megabytes <= MOST_MEGABYTES,
        ),
        verdict_of("nothing lost, nothing twice, nothing sent", faults),
        verdict_of("with kills the same as without", others),
    ]


if __name__ == "__main__":
    main()
