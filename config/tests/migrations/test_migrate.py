"""`manage.py migrate` beside a version that runs: in two stages, and blocking no process."""

import re
from io import StringIO
from typing import Any

import psycopg
import pytest
from django.core.management import CommandError, call_command
from django.core.management.commands import migrate as django_migrate
from django.db import connection, transaction
from django.db.migrations.recorder import MigrationRecorder
from django.test import Client

from config import migrating
from config.management.commands import migrate as our_migrate
from config.management.commands.migrate import targets_before
from foundation.records import unapplied_migrations
from foundation.records.unapplied_migrations import Unapplied, list_needed, list_unapplied

ALTER = "ALTER TABLE messaging_outage ALTER reason DROP DEFAULT"  # it has none


def unapplied(app: str, name: str, *depends_on: tuple[str, str], after: bool = False) -> Unapplied:
    return Unapplied(app=app, name=name, is_after=after, depends_on=depends_on)


@pytest.mark.parametrize(
    ("given", "wanted"),
    [
        ([], [(None, None)]),
        ([unapplied("rewards", "0012")], [(None, None)]),
        (
            [
                unapplied("programs", "0008"),
                unapplied("rewards", "0012"),
                unapplied("rewards", "0013", ("rewards", "0012"), after=True),
            ],
            [("programs", "0008"), ("rewards", "0012")],
        ),
        ([unapplied("rewards", "0013", after=True)], []),
    ],
)
def test_before_goes_as_far_as_the_first_that_comes_after(given: Any, wanted: Any):
    assert targets_before(given) == wanted


def test_before_refuses_what_depends_on_one_that_comes_after():
    given = [
        unapplied("rewards", "0012", after=True),
        unapplied("rewards", "0013", ("rewards", "0012")),
    ]

    with pytest.raises(CommandError, match=r"rewards.0013 needs rewards.0012, which may be"):
        targets_before(given)


@pytest.mark.django_db
def test_before_applies_all_to_a_new_database(monkeypatch):
    asked: list[tuple[Any, Any]] = []

    def handle(*_: Any, app_label: Any, migration_name: Any, **__: Any) -> None:
        asked.append((app_label, migration_name))

    monkeypatch.setattr(django_migrate.Command, "handle", handle)
    monkeypatch.setattr(our_migrate, "list_unapplied", lambda: [unapplied("a", "1", after=True)])

    call_command("migrate", "--before")
    assert asked == []

    MigrationRecorder.Migration.objects.all().delete()
    call_command("migrate", "--before")
    assert asked == [(None, None)]


@pytest.mark.django_db
def test_what_is_not_applied_is_found_and_a_newer_database_is_no_fault():
    last = MigrationRecorder.Migration.objects.filter(app="rewards").latest("id")
    assert list_unapplied() == []

    MigrationRecorder.Migration.objects.create(app="rewards", name="0999_of_a_newer_version")
    last.delete()

    assert [str(each) for each in list_needed()] == [f"rewards.{last.name}"]


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("in_transaction", [False, True])
def test_a_table_that_is_in_use_is_left_and_tried_again(monkeypatch, in_transaction: bool):
    monkeypatch.setattr(migrating, "PAUSE_SECONDS", 0)
    said: list[str] = []
    database = connection.get_connection_params()
    kept = {name: database.get(name) for name in ("dbname", "user", "password", "host", "port")}
    with psycopg.connect(**kept) as other:
        other.execute("SELECT count(*) FROM messaging_outage")

        def say(text: str) -> None:
            said.append(text)
            other.rollback()

        with migrating.short_locks(say):
            migrating.repeat_while_locked(lambda: alter(in_transaction), say)

    assert said == ["A table is in use; trying again."]


def alter(in_transaction: bool) -> None:
    if in_transaction:
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute(ALTER)
    else:
        with connection.cursor() as cursor:
            cursor.execute(ALTER)


@pytest.mark.django_db(transaction=True)
def test_a_long_statement_says_how_far_it_is(monkeypatch):
    monkeypatch.setattr(migrating, "PROGRESS_SECONDS", 0.02)
    said: list[str] = []
    make = "CREATE TABLE numbers AS SELECT generate_series(1, 1000000) AS number"
    try:
        with migrating.telling_progress(said.append), connection.cursor() as cursor:
            cursor.execute(make)
            cursor.execute("CREATE INDEX by_number ON numbers (number)")
    finally:
        with connection.cursor() as cursor:
            cursor.execute("DROP TABLE numbers")

    assert f"0 s: {make}" in said or f"1 s: {make}" in said
    assert [line for line in said if re.search(r"\d s: CREATE INDEX .*: building index.* %$", line)]


@pytest.mark.django_db(transaction=True)
def test_what_works_concurrently_may_wait():
    with connection.cursor() as cursor:
        cursor.execute("SHOW lock_timeout")
        usual = cursor.fetchone()

        with migrating.short_locks(lambda _: None):
            cursor.execute("SELECT current_setting('lock_timeout') -- CONCURRENTLY")
            waits = cursor.fetchone()
            cursor.execute("SHOW lock_timeout")
            others = cursor.fetchone()
        cursor.execute("SHOW lock_timeout")

        assert (waits, others, cursor.fetchone()) == (("0",), ("100ms",), usual)


@pytest.mark.django_db
def test_before_is_for_all_apps():
    with pytest.raises(CommandError, match="name none"):
        call_command("migrate", "rewards", before=True, stdout=StringIO())


@pytest.mark.django_db
def test_a_worker_waits_for_its_migrations_and_then_starts(monkeypatch):
    last = MigrationRecorder.Migration.objects.filter(app="rewards").latest("id")
    last.delete()
    waited: list[float] = []

    def sleep(seconds: float) -> None:
        waited.append(seconds)
        last.save(force_insert=True)

    monkeypatch.setattr(unapplied_migrations.time, "sleep", sleep)
    monkeypatch.setattr(unapplied_migrations, "connection", MigratedConnection())

    unapplied_migrations.wait_until_migrated()

    assert len(waited) == 1


@pytest.mark.django_db
def test_a_web_process_without_its_migrations_is_not_ready(client: Client):
    MigrationRecorder.Migration.objects.filter(app="rewards").latest("id").delete()

    answer = client.get("/health/ready")

    assert (answer.status_code, answer.json()) == (503, {"status": "not-ready"})


class MigratedConnection:
    """The test's connection, which cannot be closed in its transaction."""

    cursor = staticmethod(connection.cursor)

    def close(self) -> None: ...

    def close_pool(self) -> None: ...
