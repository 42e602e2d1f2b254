"""Statements that every request carries out: written once a process, planned once a connection.

The ORM writes a query's SQL again each time, and PostgreSQL reads and plans it again; for a few
rows found by their key, both take longer than finding them. Here PostgreSQL keeps the plan, which
it may make without the values. So use this only where every value leads to the same plan: rows
found by a key. A partial index is used only where the statement itself has its condition.
"""

import re
from typing import Any

from django.db import DEFAULT_DB_ALIAS, connections
from psycopg import RawCursor

_NAMED = re.compile(r"%\((\w+)\)s|%%")


class Statement:
    """A statement with values named `%(name)s`."""

    def __init__(self, sql: str) -> None:
        names: dict[str, int] = {}

        def numbered(found: re.Match[str]) -> str:
            return f"${names.setdefault(found[1], len(names) + 1)}" if found[1] else "%"

        self._sql = _NAMED.sub(numbered, sql)
        self._names = tuple(names)

    def execute(self, **values: Any) -> int:
        """Carry it out; return how many rows it changed or found."""
        with _cursor() as cursor:
            cursor.execute(self._sql, [values[name] for name in self._names])
            return int(cursor.rowcount)

    def rows(self, **values: Any) -> list[tuple[Any, ...]]:
        """Carry it out; return the rows that it gives."""
        with _cursor() as cursor:
            cursor.execute(self._sql, [values[name] for name in self._names])
            found: list[tuple[Any, ...]] = cursor.fetchall()
        return found


def _cursor() -> Any:
    """Return a cursor whose values PostgreSQL binds, with Django's errors and counts."""
    database: Any = connections[DEFAULT_DB_ALIAS]
    if database.connection is None:
        database.ensure_connection()
    return database._prepare_cursor(RawCursor(database.connection))  # noqa: SLF001
