"""What the sketches of a space read from the database."""

from collections.abc import Iterator, Sequence

import numpy as np
from psycopg import Connection

from vision.gallery.columns import Matrix

Connected = Connection[tuple[object, ...]]
Rows = list[tuple[object, ...]]
NumbersAndFaces = tuple[list[int], Matrix]

PART = 10_000  # rows

# The space that grew last comes first: it is the one that is searched.
_LARGE = """
    SELECT name, counted.people FROM vision.spaces, LATERAL (
        SELECT count(*) AS people, max(number) AS last FROM vision.persons WHERE space = name
    ) counted WHERE counted.people > %s ORDER BY last DESC
"""
_DELETIONS = "SELECT deletions FROM vision.spaces WHERE name = %s"
_DELETED = """
    SELECT number FROM vision.deleted_persons
    WHERE space = %s AND deletion > %s AND deletion <= %s
"""
_FACES = """
    SELECT number, embedding FROM vision.persons WHERE space = %s AND number > %s ORDER BY number
"""
_SOME = """
    SELECT number, embedding FROM vision.persons
    WHERE space = %s AND number = ANY(%s) ORDER BY number
"""
_UP_TO = """
    SELECT count(*), coalesce(sum(number), 0) FROM vision.persons WHERE space = %s AND number <= %s
"""
_DATABASE = """
    SELECT (SELECT system_identifier FROM pg_control_system()), oid
    FROM pg_database WHERE datname = current_database()
"""


def database_of(connection: Connected) -> str:
    """Return what tells this database from others."""
    return str(connection.execute(_DATABASE).fetchone())


def large_spaces(connection: Connected, above: int) -> list[tuple[str, int]]:
    """Return the spaces of more people, and how many these are."""
    rows = connection.execute(_LARGE, [above]).fetchall()
    return [(str(row[0]), int(str(row[1]))) for row in rows]


def deletions_of(connection: Connected, space: str) -> int:
    """Return the space's count of deletions."""
    row = connection.execute(_DELETIONS, [space]).fetchone()
    return 0 if row is None else int(str(row[0]))


def deleted_numbers(connection: Connected, space: str, since: int, until: int) -> list[int]:
    """Return the numbers of the people deleted between two counts of deletions."""
    rows = connection.execute(_DELETED, [space, since, until]).fetchall()
    return [int(str(row[0])) for row in rows]


def count_and_sum(connection: Connected, space: str, last: int) -> tuple[int, int]:
    """Return how many people there are up to a number, and the sum of their numbers."""
    [row] = connection.execute(_UP_TO, [space, last]).fetchall()
    return int(str(row[0])), int(str(row[1]))


def all_faces(connection: Connected, space: str) -> Iterator[NumbersAndFaces]:
    """Return the faces in parts."""
    with connection.transaction(), connection.cursor("faces", binary=True) as cursor:
        cursor.execute(_FACES, [space, 0])
        while rows := cursor.fetchmany(PART):
            yield _numbers_and_faces(rows)


def faces_after(connection: Connected, space: str, last: int) -> NumbersAndFaces | None:
    """Return the faces with higher numbers; None: there are none."""
    rows = connection.execute(_FACES, [space, last], binary=True).fetchall()
    return _numbers_and_faces(rows) if rows else None


def faces_of(connection: Connected, space: str, numbers: Sequence[int]) -> NumbersAndFaces | None:
    """Return the faces with these numbers; None: there are none."""
    rows = connection.execute(_SOME, [space, numbers], binary=True).fetchall()
    return _numbers_and_faces(rows) if rows else None


def _numbers_and_faces(rows: Rows) -> NumbersAndFaces:
    """Return the rows' numbers and faces, of pgvector's wire format.

    That is the size and a reserved number of two bytes each, then big-endian floats of four bytes.
    """
    numbers = [int(str(row[0])) for row in rows]
    wire = np.frombuffer(b"".join(bytes(row[1]) for row in rows), ">f4")  # type: ignore[call-overload]
    return numbers, wire.reshape(len(rows), -1)[:, 1:].astype(np.float32)
