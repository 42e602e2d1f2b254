"""What Prometheus sees of the archive of WAL and of its receiver…"""

import subprocess
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path
from typing import Any

import psycopg
import pytest
from django.db import OperationalError, connection
from django.utils import timezone
from psycopg.conninfo import make_conninfo

from foundation.records import gauges, statements
from foundation.records import gauges as module
from foundation.records.gauges import wal
from tools.local.folders import PROJECT
from tools.local.postgres_server import PostgresServer, program
from tools.local.processes import until

SECONDS = 30
RECEIVER = "receive_wal"
LATER = timedelta(minutes=10)


@dataclass(frozen=True, slots=True, kw_only=True)
class Archived:
    """A server of its own that archives WAL unless the file `closed` exists."""

    server: PostgresServer
    closed: Path

    def execute(self, *statements: str) -> None:
        """Execute statements as the superuser."""
        with psycopg.connect(self.server.url(), autocommit=True) as database:
            for statement in statements:
                database.execute(statement.encode())

    def write_segment(self) -> None:
        self.execute("CREATE TABLE IF NOT EXISTS written ()", "ANALYZE", "SELECT pg_switch_wal()")

    def has(self, name: str, wanted: Callable[[float], bool], **labels: str) -> bool:
        """Return whether a gauge gets so within some seconds, while WAL is written."""

        def is_so() -> bool:
            self.write_segment()
            return wanted(sample(name, timedelta(), **labels))

        return until(is_so, seconds=SECONDS)


def sample(name: str, later: timedelta = timedelta(), **labels: str) -> float:
    samples = [one for each in wal(timezone.now() + later) for one in each.samples]
    [found] = [
        one.value for one in samples if (one.name, one.labels) == (f"finishline_{name}", labels)
    ]
    return float(found)


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Archived]:
    var = tmp_path_factory.mktemp("archived")
    (var / "log").mkdir()
    made = Archived(server=PostgresServer(var=var), closed=var / "closed")
    made.server.ensure_running()
    try:
        made.execute(
            "ALTER SYSTEM SET archive_mode = on",
            f"ALTER SYSTEM SET archive_command = 'test ! -e {made.closed}'",
            "CREATE ROLE plain LOGIN PASSWORD 'plain'",
        )
        made.server.stop()
        made.server.ensure_running()
        yield made
    finally:
        made.server.stop()


@pytest.fixture
def archived(server: Archived, monkeypatch: pytest.MonkeyPatch) -> Iterator[Archived]:
    """The server, which the gauges read as a role without rights."""
    address = make_conninfo(server.server.url(), user="plain", password="plain")
    with psycopg.connect(address, autocommit=True) as connection:
        monkeypatch.setattr(statements, "connection", connection)
        yield server
    server.closed.unlink(missing_ok=True)


@contextmanager
def receiver(server: PostgresServer, folder: Path) -> Iterator[None]:
    which = (f"--dbname={server.url()}", f"--slot={RECEIVER}", f"--directory={folder}")
    process = subprocess.Popen([program("pg_receivewal"), *which], cwd=PROJECT)
    try:
        yield
    finally:
        process.terminate()
        process.wait(SECONDS)


@pytest.mark.rehearsal
@pytest.mark.django_db
def test_nothing_where_nothing_is_archived():
    names = {each.name: each.samples for each in wal(timezone.now())}

    assert len(names) == 5
    assert not any(names.values())


@pytest.mark.rehearsal
def test_an_archive_without_delay(archived: Archived):
    assert archived.has("wal_archive_late_seconds", lambda late: late == 0)
    assert sample("wal_archive_failing") == 0


@pytest.mark.rehearsal
def test_a_segment_that_waits_because_the_command_fails(archived: Archived):
    archived.closed.touch()

    assert archived.has("wal_archive_failing", bool)
    assert sample("wal_archive_late_seconds", LATER) >= LATER.total_seconds()

    archived.closed.unlink()

    assert archived.has("wal_archive_late_seconds", lambda late: late == 0)
    assert sample("wal_archive_failing") == 0


@pytest.mark.rehearsal
def test_a_quiet_server_not_as_late(archived: Archived):
    assert archived.has("wal_archive_late_seconds", lambda late: late == 0)

    assert sample("wal_archive_late_seconds", LATER) == 0


@pytest.mark.rehearsal
def test_the_receiver_absent_without_its_slot(archived: Archived):
    assert sample("wal_slot_active", slot=RECEIVER) == 0
    assert sample("wal_slot_lost", slot=RECEIVER) == 1


@pytest.mark.rehearsal
@pytest.mark.parametrize("name", ["", "barman"])
def test_the_receiver_of_others(archived: Archived, settings: Any, name: str):
    settings.WAL_SLOT = name

    lost = {
        each.labels["slot"]: each.value
        for family in wal(timezone.now())
        if family.name == "finishline_wal_slot_lost"
        for each in family.samples
    }

    assert lost == ({name: 1} if name else {})


@pytest.mark.rehearsal
def test_the_receiver_while_it_comes_and_goes(archived: Archived, tmp_path: Path):
    archived.execute(f"SELECT pg_create_physical_replication_slot('{RECEIVER}', true)")
    try:
        assert sample("wal_slot_lost", slot=RECEIVER) == 0
        assert sample("wal_slot_active", slot=RECEIVER) == 0
        with receiver(archived.server, tmp_path):
            assert archived.has("wal_slot_active", bool, slot=RECEIVER)
        assert archived.has("wal_slot_active", lambda active: not active, slot=RECEIVER)
        assert archived.has("wal_slot_kept_bytes", lambda kept: kept >= 2**24, slot=RECEIVER)
    finally:
        archived.execute(f"SELECT pg_drop_replication_slot('{RECEIVER}')")


@pytest.mark.rehearsal
def test_a_slot_that_has_lost_what_it_kept(archived: Archived):
    archived.execute(
        "ALTER SYSTEM SET max_slot_wal_keep_size = '16MB'",
        "SELECT pg_reload_conf()",
        "SELECT pg_create_physical_replication_slot('slow', true)",
    )

    def is_lost() -> bool:
        archived.write_segment()
        archived.execute("CHECKPOINT")
        return sample("wal_slot_lost", slot="slow") == 1

    try:
        assert until(is_lost, seconds=SECONDS)
    finally:
        archived.execute("SELECT pg_drop_replication_slot('slow')")


@pytest.mark.rehearsal
@pytest.mark.parametrize(
    ("newest", "written", "waits"),
    [
        ("00000001000000000000000A", 0xB, False),
        ("00000001000000000000000A", 0xC, True),
        ("0000000200000001000000FF", 0x200, False),
        ("0000000200000001000000FF", 0x201, True),
        ("00000002.history", 0xB, True),
        ("00000001000000000000000A.00000028.backup", 0xB, True),
        (None, 0, True),
    ],
)
def test_a_segment_by_the_name_of_the_newest(newest: str | None, written: int, waits: bool):
    size = 2**24

    assert module._waits(newest, written * size + 5, size) is waits


def test_check_names_a_server_that_archives_no_wal(settings: Any, db: None) -> None:
    settings.WAL_SLOT = "receive_wal"
    [warning] = gauges.check_backups()
    settings.WAL_SLOT = ""  # others make them

    assert warning.id == "records.W001"
    assert "docs/backups.md" in warning.msg
    assert gauges.check_backups() == []


def test_check_names_nothing_where_the_server_does_not_answer(monkeypatch):
    def away() -> None:
        raise OperationalError

    monkeypatch.setattr(connection, "cursor", away)

    assert gauges.check_backups() == []
