"""Fills a database with two years of all that the system keeps, in proportion to its photos."""

import time
from collections.abc import Iterator
from contextlib import contextmanager

from django.db import connection

from tools.bench.new_database import run, without_indexes
from tools.bench.scale import people, photos

DAYS = 730
KEPT_DAYS = 60  # of messages
OF_AN_ALBUM = 1000  # photos
TAGGERS = 200
PARTICIPANTS_SHARE = 100  # a participant for so many photos

_KEYS = """
SELECT conname, pg_get_constraintdef(oid) FROM pg_constraint
WHERE conrelid = %s::regclass AND contype = 'f'
"""
# What is right by construction is not checked, and balances have their sums already.
_UNCHECKED = "SET session_replication_role = replica"


def fill(count: int) -> None:
    """Insert so many photos and what belongs to them; nothing where photos are there already."""
    if run("SELECT 1 FROM recognition_photo LIMIT 1"):
        return
    given = {
        "photos": count,
        "days": DAYS,
        "kept": KEPT_DAYS,
        "albums": count // OF_AN_ALBUM + 1,
        "each": OF_AN_ALBUM,
        "taggers": TAGGERS,
        "participants": max(count // PARTICIPANTS_SHARE, 1),
    }
    with connection.cursor() as cursor:
        cursor.execute(_UNCHECKED)
    for table, statement in {**photos.TABLES, **people.TABLES}.items():
        began = time.perf_counter()
        with _later_keys(table), without_indexes(table):
            run(statement, given)
        print(f"{table}: {time.perf_counter() - began:.0f} s", flush=True)
    run("RESET session_replication_role")
    run("VACUUM ANALYZE")


@contextmanager
def _later_keys(table: str) -> Iterator[None]:
    """Add a table's foreign keys again afterwards."""
    keys = run(_KEYS, [table])
    yield
    for name, definition in keys:
        run(f'ALTER TABLE {table} ADD CONSTRAINT "{name}" {definition}')
