"""Every row of every table as text, as a search for what was erased reads them."""

from collections.abc import Iterator

from django.db import connection

_TABLES = """
SELECT table_schema || '.' || quote_ident(table_name) FROM information_schema.tables
WHERE table_type = 'BASE TABLE' AND table_schema NOT IN ('pg_catalog', 'information_schema')
"""


def tables_with(*marks: str) -> list[str]:
    """Return the tables that have a row with one of the marks, bytes read as text too."""
    return sorted({table for table in _tables() for mark in marks if _has(table, mark)})


def _tables() -> Iterator[str]:
    with connection.cursor() as cursor:
        cursor.execute(_TABLES)
        yield from [name for (name,) in cursor.fetchall()]


def _has(table: str, mark: str) -> bool:
    found = (
        f"SELECT EXISTS (SELECT FROM {table} each WHERE each::text ILIKE %s OR each::text ILIKE %s)"
    )
    with connection.cursor() as cursor:
        cursor.execute(found, [f"%{mark}%", f"%{mark.encode().hex()}%"])
        [(is_there,)] = cursor.fetchall()
    return bool(is_there)
