"""The tables of the gallery, created when the server starts if they are missing."""

from psycopg import Connection, errors, sql

LOCK = "SELECT pg_advisory_xact_lock(hashtextextended('vision schema', 0))"

# The columns that a search reads come first: PostgreSQL reads a row only up to the last of them.
TABLES = """
CREATE SCHEMA IF NOT EXISTS vision;
CREATE TABLE IF NOT EXISTS vision.spaces (
    name text PRIMARY KEY,
    deletions bigint NOT NULL DEFAULT 0
);
-- How many persons there are; null: they are not counted yet.
ALTER TABLE vision.spaces ADD COLUMN IF NOT EXISTS people bigint;
CREATE TABLE IF NOT EXISTS vision.persons (
    space text NOT NULL REFERENCES vision.spaces (name) ON DELETE CASCADE,
    embedding {type} NOT NULL,
    id uuid PRIMARY KEY,
    number bigint GENERATED ALWAYS AS IDENTITY,
    first_image text,
    created_on timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX IF NOT EXISTS persons_space_number ON vision.persons (space, number);
-- The rows' numbers of deleted persons, by the space's count of deletions: what copies must forget.
CREATE TABLE IF NOT EXISTS vision.deleted_persons (
    space text NOT NULL REFERENCES vision.spaces (name) ON DELETE CASCADE,
    deletion bigint NOT NULL,
    number bigint NOT NULL,
    PRIMARY KEY (space, deletion)
);
"""
# The last table above: where it is, the others are.
ARE_MADE = "SELECT to_regclass('vision.deleted_persons') IS NOT NULL"

SEARCH_PATH = """
SELECT set_config('search_path', coalesce((
    SELECT 'vision, ' || quote_ident(nspname) FROM pg_extension
    JOIN pg_namespace ON pg_namespace.oid = extnamespace WHERE extname = 'vector'
), 'vision'), false)
"""

TYPE_OF_EMBEDDING = """
SELECT format_type(atttypid, NULL) FROM pg_attribute
WHERE attrelid = 'vision.persons'::regclass AND attname = 'embedding'
"""


def make_tables(connection: Connection[tuple[object, ...]]) -> None:
    """Create the schema `vision`, with pgvector's type if the server has that extension.

    Tables that are complete are left alone. Even `IF NOT EXISTS` locks them, so a server that
    starts and others that add and delete people would wait for each other.
    """
    has_vector = _add_vector(connection)
    with connection.transaction():
        connection.execute(LOCK)
        if connection.execute(ARE_MADE).fetchone() == (True,):
            return
        connection.execute(SEARCH_PATH)
        kind = sql.SQL("vector(128)" if has_vector else "real[]")
        connection.execute(sql.SQL(TABLES).format(type=kind))


def keeps_vectors(connection: Connection[tuple[object, ...]]) -> bool:
    """Return whether the table has pgvector's type; a table without it is not converted."""
    connection.execute(SEARCH_PATH)
    row = connection.execute(TYPE_OF_EMBEDDING).fetchone()
    return row is not None and str(row[0]).endswith("vector")


def set_search_path(connection: Connection[tuple[object, ...]]) -> None:
    """Set the search path of a new connection: the gallery's tables and pgvector."""
    connection.execute(SEARCH_PATH)
    connection.commit()


def _add_vector(connection: Connection[tuple[object, ...]]) -> bool:
    installed = "SELECT 1 FROM pg_extension WHERE extname = 'vector'"
    offered = "SELECT 1 FROM pg_available_extensions WHERE name = 'vector'"
    if connection.execute(installed).fetchone():
        return True
    if not connection.execute(offered).fetchone():
        return False
    try:
        with connection.transaction():
            connection.execute(LOCK)
            connection.execute("CREATE EXTENSION IF NOT EXISTS vector")
    except errors.InsufficientPrivilege:
        return False
    return True
