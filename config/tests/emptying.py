"""Emptying the database after a test that commits.

Django's own `flush` truncates every table and makes content types, permissions, roles and
schedules again: half a second, after a thousand tests. This one deletes all rows, but leaves alone
the tables that hold what migrating makes, as long as no test has changed them.

A TRUNCATE of few tables takes nearly as long: it makes files for all that refer to them, and waits
for the disk.
"""

from functools import cache
from typing import Any

from django.apps import apps
from django.core.management import get_commands
from django.core.management.commands.flush import Command
from django.db import connection, transaction

MADE = (
    "django_content_type",
    "auth_permission",
    "auth_group",
    "auth_group_permissions",
    "django_celery_beat_intervalschedule",
    "django_celery_beat_crontabschedule",
    "django_celery_beat_periodictask",
    "django_celery_beat_periodictasks",
)


class EmptyingFlush(Command):
    """Flush the database that the tests share, at the cost of what is in it."""

    made: str | None = None

    def handle(self, **options: Any) -> None:
        """Empty the tables; the first time, and where more must be made again, as Django does."""
        if self.made is None or self.made != _made():
            super().handle(**options)
            self.made = _made()
            return
        if _is_superuser():
            _delete_rows()
        else:
            _truncate_tables_with_rows()


def flush_by_emptying() -> None:
    """Let every flush of this process work this way."""
    get_commands()["flush"] = EmptyingFlush()  # type: ignore[assignment]  # as call_command takes it


def _made() -> str:
    """Return a digest of all that migrating makes."""
    rows = " UNION ALL ".join(f"SELECT '{table}' || t::text FROM {table} t" for table in MADE)
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT md5(string_agg(r, '|' ORDER BY r)) FROM ({rows}) made (r)")
        [digest] = cursor.fetchone()
    return str(digest)


@cache
def _is_superuser() -> bool:
    """Return whether we may leave out triggers: those that refuse, and those of foreign keys."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT rolsuper FROM pg_roles WHERE rolname = current_user")
        [(is_superuser,)] = cursor.fetchall()
    return bool(is_superuser)


def _delete_rows() -> None:
    """Delete all rows in one go: to ask first which tables have some takes longer."""
    tables = _tables()
    deletions = "; ".join(f"DELETE FROM {table}" for table in tables)
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(
            "SET LOCAL session_replication_role = replica;"
            # As TRUNCATE does: wait for who still writes.
            f"LOCK TABLE {', '.join(tables)} IN SHARE ROW EXCLUSIVE MODE; {deletions}"
        )


def _truncate_tables_with_rows() -> None:
    asked = (f"SELECT '{table}' WHERE EXISTS (SELECT 1 FROM {table})" for table in _tables())
    with connection.cursor() as cursor:
        cursor.execute(" UNION ALL ".join(asked))
        if with_rows := [table for (table,) in cursor.fetchall()]:
            cursor.execute(f"TRUNCATE {', '.join(with_rows)} CASCADE")


@cache
def _tables() -> list[str]:
    """Return the tables that tests fill."""
    models = apps.get_models(include_auto_created=True)
    tables = {model._meta.db_table for model in models if model._meta.managed}
    return sorted(tables.difference(MADE))
