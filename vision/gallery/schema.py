"""The tables of the gallery, created when the server starts if they are missing."""

from typing import LiteralString

from psycopg import Connection, errors, sql

from vision.faces.face_model import DLIB

LOCK = "SELECT pg_advisory_xact_lock(hashtextextended('vision schema', 0))"

# The columns that a search reads come first: PostgreSQL reads a row only up to the last of them.
TABLES: LiteralString = """
-- (`IF NOT EXISTS` asks for the right to make schemas where there is one, too.)
DO $$ BEGIN IF to_regnamespace('vision') IS NULL THEN CREATE SCHEMA vision; END IF; END $$;
CREATE TABLE IF NOT EXISTS vision.spaces (
    name text PRIMARY KEY,
    deletions bigint NOT NULL DEFAULT 0
);
-- How many persons there are; null: they are not counted yet.
ALTER TABLE vision.spaces ADD COLUMN IF NOT EXISTS people bigint;
-- A row is a version of a space: its people by one model. A space that moves to another model has
-- two, and `version_of` names it; null: the row's own name is the space's.
ALTER TABLE vision.spaces
    ADD COLUMN IF NOT EXISTS version_of text,
    ADD COLUMN IF NOT EXISTS state text NOT NULL DEFAULT 'Current',
    ADD COLUMN IF NOT EXISTS model text NOT NULL DEFAULT {model},
    ADD COLUMN IF NOT EXISTS digest text NOT NULL DEFAULT {digest};
CREATE UNIQUE INDEX IF NOT EXISTS spaces_version
    ON vision.spaces (coalesce(version_of, name), state) WHERE state <> 'Old';
CREATE TABLE IF NOT EXISTS vision.persons (
    space text NOT NULL REFERENCES vision.spaces (name) ON DELETE CASCADE,
    embedding {type} NOT NULL,
    id uuid NOT NULL,
    number bigint GENERATED ALWAYS AS IDENTITY,
    first_image text,
    created_on timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (space, id)
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
# What came last to the tables, each by a change of its own: where both are, the rest is.
ARE_MADE = """
SELECT to_regclass('vision.deleted_persons') IS NOT NULL
AND to_regclass('vision.spaces_version') IS NOT NULL
"""

# Of galleries of before: a person was one row, and had 128 values.
_KEY_COLUMNS = """
SELECT cardinality(conkey) FROM pg_constraint
WHERE conrelid = 'vision.persons'::regclass AND contype = 'p'
"""
_KEY_BY_SPACE = """
ALTER TABLE vision.persons DROP CONSTRAINT persons_pkey, ADD PRIMARY KEY (space, id)
"""
_SIZE = """
SELECT atttypmod FROM pg_attribute
WHERE attrelid = 'vision.persons'::regclass AND attname = 'embedding'
"""
_ANY_SIZE = "ALTER TABLE vision.persons ALTER COLUMN embedding TYPE vector"

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
        connection.execute(tables("vector" if has_vector else "real[]"))
        if connection.execute(_KEY_COLUMNS).fetchone() == (1,):
            connection.execute(_KEY_BY_SPACE)
        if connection.execute(_SIZE).fetchone() == (DLIB.dimension,):
            connection.execute(_ANY_SIZE)


def tables(kind: LiteralString) -> sql.Composed:
    """Return the statements that create the tables with this type of embeddings."""
    return sql.SQL(TABLES).format(
        type=sql.SQL(kind), model=sql.Literal(DLIB.name), digest=sql.Literal(DLIB.digest)
    )


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
