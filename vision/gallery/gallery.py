from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from types import TracebackType
from typing import Self
from uuid import UUID, uuid4

from psycopg import connect
from psycopg_pool import ConnectionPool

from vision.faces.finder import Embedding
from vision.gallery.bounds import DEFAULT_DISTANCE, DEFAULT_FALSE_MATCH, Bounds, bounds_of
from vision.gallery.large_spaces import LargeSpaces
from vision.gallery.matching import MOST_POSSIBLE, Candidate, Identified, assign, possible
from vision.gallery.schema import keeps_vectors, make_tables, set_search_path
from vision.gallery.search import CopySearch, Search, VectorSearch
from vision.gallery.space_rows import Connected

LOCK_SPACE = "SELECT pg_advisory_xact_lock(hashtextextended('vision space ' || %s, 0))"
KEEP_SPACE = "INSERT INTO vision.spaces (name, people) VALUES (%s, 0) ON CONFLICT DO NOTHING"
COUNT_PEOPLE = """
    UPDATE vision.spaces
    SET people = (SELECT count(*) FROM vision.persons WHERE space = %(space)s)
    WHERE name = %(space)s RETURNING people
"""
COUNT_NEW = "UPDATE vision.spaces SET people = people + %s WHERE name = %s"
COUNT_DELETIONS = """
    UPDATE vision.spaces SET deletions = deletions + %(gone)s, people = people - %(gone)s
    WHERE name = %(space)s
"""
KEEP_NUMBER = """
    INSERT INTO vision.deleted_persons (space, deletion, number)
    SELECT name, deletions, %s FROM vision.spaces WHERE name = %s
"""
FORGET_NUMBERS = "DELETE FROM vision.deleted_persons WHERE space = %s"
LARGE_SPACE = 60_000
SKETCH_BYTES = 1_000_000_000


class Gallery:
    """The people of all spaces. Safe to use from many threads and processes.

    :raises psycopg.OperationalError: from every method, while the database cannot be reached.
    """

    def __init__(
        self,
        database_url: str,
        *,
        distance: float = DEFAULT_DISTANCE,
        false_match: float = DEFAULT_FALSE_MATCH,
        large_space: int = LARGE_SPACE,
        sketch_bytes: int = SKETCH_BYTES,
        sketches: Path | None = None,
    ) -> None:
        """Create missing tables; a face further than `distance` is another person.

        :param false_match: the share of strangers' faces that may be taken for a known person.
        :param large_space: spaces of more people are searched by sketches.
        :param sketch_bytes: memory for these.
        :param sketches: the folder of their files; None: only in memory.
        """
        self._distance, self._false_match = distance, false_match
        self._large_spaces = LargeSpaces(
            above=large_space, most_bytes=sketch_bytes, folder=sketches
        )
        with connect(database_url) as connection:
            make_tables(connection)
            vectors = keeps_vectors(connection)
        self._search: Search = VectorSearch(self._large_spaces) if vectors else CopySearch()
        self._pool: ConnectionPool[Connected] = ConnectionPool(
            database_url,
            min_size=1,
            max_size=4,
            configure=set_search_path,
            check=ConnectionPool.check_connection,
            open=True,
            name="gallery",
        )

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        self._large_spaces.stop()
        self._pool.close()

    @property
    def search_name(self) -> str:
        """Return the name of the search: `VectorSearch` with pgvector, else `CopySearch`."""
        return type(self._search).__name__

    def prepare_large_spaces(self) -> None:
        """Open the files of large spaces, or read these; a million people take ten seconds."""
        if isinstance(self._search, VectorSearch):
            with self._pool.connection() as connection:
                self._large_spaces.refresh(connection)

    def known(self, space: str, embeddings: Sequence[Embedding]) -> list[Identified | None]:
        """Find the persons of one photo's faces; None if no known person is near.

        Who a face may be is left out: a search by a selfie delivers photos.
        """
        with self._pool.connection() as connection:
            bounds = self._bounds(connection, space)
            near = self._search.nearest(
                connection, space, embeddings, bounds.known, len(embeddings)
            )
            return [_identified(each, bounds) for each in assign(near, bounds.known)]

    def known_or_new(
        self, space: str, embeddings: Sequence[Embedding], *, image_id: str | None = None
    ) -> list[Identified]:
        """Find the persons of one photo's faces; an unknown face becomes a new person.

        Search and insert share one lock of the space: if two photos have the same new face, the
        second finds the person of the first. The same photo again finds its own faces at distance 0
        and adds no person. `image_id` is stored with new persons.
        """
        if not embeddings:
            return []
        with self._pool.connection() as connection:
            connection.execute(LOCK_SPACE, [space])
            connection.execute(KEEP_SPACE, [space])
            bounds, limit = self._bounds(connection, space), len(embeddings) + MOST_POSSIBLE
            near = self._search.nearest(connection, space, embeddings, bounds.possible, limit)
            people = assign(near, bounds.known)
            found = [
                _identified(person, bounds) or self._new(connection, space, face, image_id)
                for person, face in zip(people, embeddings, strict=True)
            ]
            connection.execute(COUNT_NEW, [sum(each.is_new for each in found), space])
        others = possible(near, people, bounds)
        return [replace(each, possible=some) for each, some in zip(found, others, strict=True)]

    def delete_person(self, space: str, person_id: UUID) -> bool:
        """Delete a person of a space; return whether there was one."""
        query = "DELETE FROM vision.persons WHERE space = %s AND id = %s RETURNING number"
        with self._pool.connection() as connection:
            connection.execute(LOCK_SPACE, [space])
            row = connection.execute(query, [space, person_id]).fetchone()
            if row is not None:
                connection.execute(COUNT_DELETIONS, {"gone": 1, "space": space})
                connection.execute(KEEP_NUMBER, [row[0], space])
        return row is not None

    def delete_space(self, space: str) -> bool:
        """Delete all persons of a space; return whether there were any.

        The row of the space stays with its count, so that copies in memory notice the deletion.
        """
        query = "DELETE FROM vision.persons WHERE space = %s"
        with self._pool.connection() as connection:
            connection.execute(LOCK_SPACE, [space])
            deleted = connection.execute(query, [space]).rowcount
            connection.execute(COUNT_DELETIONS, {"gone": deleted, "space": space})
            connection.execute(FORGET_NUMBERS, [space])
        self._large_spaces.forget(space)
        return deleted > 0

    def _bounds(self, connection: Connected, space: str) -> Bounds:
        people = _people(connection, space)
        return bounds_of(people, largest=self._distance, false_match=self._false_match)

    def _new(
        self, connection: Connected, space: str, face: Embedding, image_id: str | None
    ) -> Identified:
        person_id = uuid4()
        values = [person_id, space, image_id, self._search.written(face)]
        connection.execute(self._search.insert, values)
        return Identified(person_id=person_id, confidence=1.0, is_new=True)


def _identified(near: Candidate | None, bounds: Bounds) -> Identified | None:
    if near is None:
        return None
    confidence = bounds.confidence(near.distance)
    return Identified(person_id=near.person_id, confidence=confidence, is_new=False)


def _people(connection: Connected, space: str) -> int:
    """Return how many people a space has; count those of a space of an earlier version once."""
    row = connection.execute("SELECT people FROM vision.spaces WHERE name = %s", [space]).fetchone()
    if row is None:
        return 0
    if row[0] is None:
        row = connection.execute(COUNT_PEOPLE, {"space": space}).fetchone()
    return int(str(row[0])) if row else 0
