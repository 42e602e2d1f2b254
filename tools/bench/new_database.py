"""A database for one bench: made for it, filled quickly, dropped afterwards."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from urllib.parse import urlsplit

import django
import psycopg
from psycopg import sql

from tools.local.environment import prepare

_INDEXES = """
SELECT pg_get_indexdef(indexrelid), indexrelid::regclass::text FROM pg_index
WHERE indrelid = %s::regclass AND NOT indisunique
"""
_KEYS = """
SELECT conname FROM pg_constraint WHERE conrelid = %s::regclass AND contype = 'f'
"""


@contextmanager
def database(name: str) -> Iterator[str]:
    """Create a database on the server of DATABASE_URL; drop it at the end of the block."""
    server = os.environ["DATABASE_URL"]
    drop = sql.SQL("DROP DATABASE IF EXISTS {} WITH (FORCE)").format(sql.Identifier(name))
    with psycopg.connect(server, autocommit=True) as connection:
        connection.execute(drop)
        connection.execute(sql.SQL("CREATE DATABASE {}").format(sql.Identifier(name)))
    try:
        yield urlsplit(server)._replace(path=f"/{name}").geturl()
    finally:
        with psycopg.connect(server, autocommit=True) as connection:
            connection.execute(drop)


@contextmanager
def django_with(name: str, **settings: str) -> Iterator[None]:
    """Start the servers that are missing, and set Django up with such a database and settings."""
    os.environ.setdefault("LOG_LEVEL", "WARNING")
    prepare()
    with database(name) as url:
        os.environ.update(
            {"DATABASE_URL": url, "DJANGO_SETTINGS_MODULE": "config.settings", **settings}
        )
        django.setup()
        yield


@contextmanager
def without_indexes(table: str) -> Iterator[None]:
    """Drop a table's foreign keys, and its indexes until the end of the block.

    To check every row, and to insert into each index row by row, would take most of the time.
    """
    for (name,) in run(_KEYS, [table]):
        run(f'ALTER TABLE {table} DROP CONSTRAINT "{name}"')
    indexes = run(_INDEXES, [table])
    for _, name in indexes:
        run(f"DROP INDEX {name}")
    yield
    for definition, _ in indexes:
        run(definition.replace(" ON ONLY ", " ON "))  # of a divided table: of its partitions too


def run(statement: str, given: Any = None) -> list[tuple[Any, ...]]:
    """Execute a statement; return its rows, if it has some."""
    from django.db import connection

    with connection.cursor() as cursor:
        cursor.execute(statement, given)
        return cursor.fetchall() if cursor.description else []
