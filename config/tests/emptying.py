"""Emptying the database after a test that commits.

Django's own `flush` truncates every table and makes content types, permissions, roles and
schedules again: half a second, after a thousand tests. This one truncates the tables that have
rows, and leaves alone those that hold what migrating makes, as long as no test has changed them.
"""

from typing import Any

from django.apps import apps
from django.core.management import get_commands
from django.core.management.commands.flush import Command
from django.db import connection

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
        with_rows = _tables_with_rows()
        if with_rows:
            with connection.cursor() as cursor:
                cursor.execute(f"TRUNCATE {', '.join(with_rows)} CASCADE")


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


def _tables_with_rows() -> list[str]:
    models = apps.get_models(include_auto_created=True)
    tables = {model._meta.db_table for model in models if model._meta.managed}
    others = sorted(tables.difference(MADE))
    asked = (f"SELECT '{table}' WHERE EXISTS (SELECT 1 FROM {table})" for table in others)
    with connection.cursor() as cursor:
        cursor.execute(" UNION ALL ".join(asked))
        return [table for (table,) in cursor.fetchall()]
