"""The sketches of large spaces in this process, and how they follow the database.

A large space is read once, in the background; until then it is searched exactly. Before each search
the sketches take in the rows with higher numbers than their last one. New people get their numbers
under the lock of their space, so their rows appear in this order. Deleted people stay among the
sketches until the space is read again, soon, and are found no longer: the database is asked for
the faces of those that sketches propose. After many deletions it is searched exactly until then.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from threading import Event, Lock
from time import perf_counter

import numpy as np
import structlog
from psycopg import Connection

from vision.gallery.sketches import BYTES_A_FACE, Matrix, Sketches

log = structlog.get_logger()

Connected = Connection[tuple[object, ...]]
Rows = list[tuple[object, ...]]

PART = 10_000  # rows
MANY_DELETIONS = 100

# The space that grew last comes first: it is the one that is searched. What a move fills is not
# searched yet, and what it left is searched no longer.
_LARGE = """
    SELECT name, deletions, counted.people FROM vision.spaces, LATERAL (
        SELECT count(*) AS people, max(number) AS last FROM vision.persons WHERE space = name
    ) counted WHERE counted.people > %s AND state <> 'Old' ORDER BY state = 'Next', last DESC
"""
_DELETIONS = "SELECT deletions FROM vision.spaces WHERE name = %s"
_FACES = """
    SELECT number, embedding FROM vision.persons WHERE space = %s AND number > %s ORDER BY number
"""


@dataclass(slots=True, kw_only=True)
class LargeSpace:
    """A space's sketches; `deletions` is the space's count when it was read."""

    sketches: Sketches
    deletions: int
    lock: Lock = field(default_factory=Lock)


class LargeSpaces:
    """The spaces of more than `above` people, as far as `most_bytes` of memory suffice."""

    def __init__(self, *, above: int, most_bytes: int) -> None:
        self._above = above
        self._most_bytes = most_bytes
        self._spaces: dict[str, LargeSpace] = {}
        self._stopping = Event()

    def stop(self) -> None:
        """Make `refresh` return soon; it drops what it is reading."""
        self._stopping.set()

    def refresh(self, connection: Connected) -> None:
        """Read the large spaces that are not known yet, and those with deletions since.

        A space that is no longer large, or does not fit in memory, is searched exactly.
        """
        left, kept = self._most_bytes, dict[str, LargeSpace]()
        for name, deletions, people in connection.execute(_LARGE, [self._above]).fetchall():
            if self._stopping.is_set():
                break
            if int(str(people)) * BYTES_A_FACE > left:
                continue
            left -= int(str(people)) * BYTES_A_FACE
            known = self._spaces.get(str(name))
            if known is None or known.deletions != int(str(deletions)):
                known = self._read(connection, str(name), int(str(deletions)), int(str(people)))
            if known is not None:
                kept[str(name)] = known
        self._spaces = kept

    def up_to_date(self, connection: Connected, space: str) -> Sketches | None:
        """Return the sketches of a space with all its people; None: search it exactly."""
        known = self._spaces.get(space)
        if known is None or _is_stale(known, _deletions(connection, space)):
            return None
        with known.lock:
            last = known.sketches.last_number
            rows = connection.execute(_FACES, [space, last], binary=True).fetchall()
            if rows:
                known.sketches.add(*_numbers_and_faces(rows))
        return known.sketches

    def _read(
        self, connection: Connected, space: str, deletions: int, people: int
    ) -> LargeSpace | None:
        begun, sketches = perf_counter(), None
        for rows in _parts(connection, space):
            numbers, faces = _numbers_and_faces(rows)
            sketches = sketches or Sketches(faces, people)
            sketches.add(numbers, faces)
            if self._stopping.is_set():
                return None
        seconds = round(perf_counter() - begun, 1)
        log.info("large_space_read", space=space, people=people, seconds=seconds)
        return LargeSpace(sketches=sketches, deletions=deletions) if sketches else None


def _parts(connection: Connected, space: str) -> Iterator[Rows]:
    with connection.transaction(), connection.cursor("faces", binary=True) as cursor:
        cursor.execute(_FACES, [space, 0])
        while rows := cursor.fetchmany(PART):
            yield rows


def _is_stale(known: LargeSpace, deletions: int) -> bool:
    return deletions - known.deletions > MANY_DELETIONS


def _deletions(connection: Connected, space: str) -> int:
    row = connection.execute(_DELETIONS, [space]).fetchone()
    return 0 if row is None else int(str(row[0]))


def _numbers_and_faces(rows: Rows) -> tuple[list[int], Matrix]:
    """Return the rows' numbers and faces, of pgvector's wire format.

    That is the size and a reserved number of two bytes each, then big-endian floats of four bytes.
    """
    numbers = [int(str(row[0])) for row in rows]
    wire = np.frombuffer(b"".join(bytes(row[1]) for row in rows), ">f4")  # type: ignore[call-overload]
    return numbers, wire.reshape(len(rows), -1)[:, 1:].astype(np.float32)
