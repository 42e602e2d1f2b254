"""Moves the people of a space to another model, while the space is searched and grows.

The next version of the space is filled beside the current one, which answers until then. What is
still to be done is in the database alone: the people of the current version that the next one does
not have. So a move goes on after a kill where it was, people who come meanwhile are part of it,
and no deleted person comes back.
"""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from uuid import UUID

import numpy as np
from psycopg_pool import ConnectionPool

from vision.faces.face_model import Embedding, FaceModel
from vision.gallery.search import Search
from vision.gallery.space_rows import Connected
from vision.gallery.versions import (
    LOCK_SPACE,
    State,
    Version,
    add_version,
    drop_version,
    set_state,
    versions_of,
)

PORTION = 5_000  # people of an old version, deleted in one transaction

_RUN_ALONE = "SELECT pg_try_advisory_lock(hashtextextended('vision reembed ' || %s, 0))"
_UNMOVED = """
    SELECT number, id, first_image, embedding::real[] FROM vision.persons
    WHERE space = %(current)s AND number > %(after)s AND NOT EXISTS (
        SELECT 1 FROM vision.persons moved WHERE moved.space = %(next)s AND moved.id = persons.id
    ) ORDER BY number LIMIT %(limit)s
"""
_UNMOVED_IDS = """
    SELECT id FROM vision.persons WHERE space = %(current)s
    EXCEPT SELECT id FROM vision.persons WHERE space = %(next)s
"""
_ADDABLE = """
    SELECT id, first_image FROM vision.persons
    WHERE space = %(current)s AND id = ANY(%(people)s) AND NOT EXISTS (
        SELECT 1 FROM vision.persons moved WHERE moved.space = %(next)s AND moved.id = persons.id
    )
"""
_COUNT = """
    UPDATE vision.spaces SET people = (SELECT count(*) FROM vision.persons WHERE space = name)
    WHERE name = %s
"""
_OLD = """
    SELECT name FROM vision.spaces WHERE coalesce(version_of, name) = %s AND state = 'Old'
"""
_DELETE_PORTION = """
    DELETE FROM vision.persons WHERE space = %(key)s AND number IN (
        SELECT number FROM vision.persons WHERE space = %(key)s ORDER BY number LIMIT %(portion)s
    )
"""


class CannotMove(Exception):
    """A space cannot be moved; the text says why."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Unmoved:
    """A person that the next version does not have, with the embedding by the current model."""

    number: int
    person_id: UUID
    image_id: str | None
    embedding: Embedding


@dataclass(frozen=True, slots=True, kw_only=True)
class Progress:
    """How many people a space has, and how many of them have been moved."""

    people: int
    moved: int


class Move:
    """One space's move to a model. Each method is a transaction, or some, and may be repeated."""

    def __init__(
        self, pool: ConnectionPool[Connected], search: Search, space: str, model: FaceModel
    ) -> None:
        self._pool = pool
        self._search = search
        self._space = space
        self._model = model

    @contextmanager
    def alone(self) -> Iterator[None]:
        """Keep other processes from moving the space until the end of the block.

        :raises CannotMove: another process moves it.
        """
        with self._pool.connection() as connection:
            connection.autocommit = True
            try:
                if connection.execute(_RUN_ALONE, [self._space]).fetchone() != (True,):
                    raise CannotMove("Another process is moving this space.")
                yield
            finally:
                connection.execute("SELECT pg_advisory_unlock_all()")
                connection.autocommit = False

    def current(self) -> Version:
        """Return the version that answers now.

        :raises CannotMove: there is no such space.
        """
        with self._pool.connection() as connection:
            return self._required(versions_of(connection, self._space).get(State.CURRENT))

    def begin(self) -> bool:
        """Begin, or go on; return False if the space has the model already.

        :raises CannotMove: there is no such space, or it is moving to a third model.
        """
        with self._pool.connection() as connection:
            connection.execute(LOCK_SPACE, [self._space])
            versions = versions_of(connection, self._space)
            following = versions.get(State.NEXT)
            if following is not None and following.digest != self._model.digest:
                raise CannotMove(
                    f"The space is moving to {following}; finish that, or --cancel it."
                )
            if self._required(versions.get(State.CURRENT)).digest == self._model.digest:
                return False
            if following is None:
                add_version(connection, self._space, self._model, State.NEXT)
            return True

    def progress(self) -> Progress:
        with self._pool.connection() as connection:
            current, following = self._both(connection)
        return Progress(people=current.people, moved=following.people)

    def unmoved(self, *, after: int, limit: int) -> list[Unmoved]:
        """Return people that are to be moved, in the order of their numbers, above `after`."""
        with self._pool.connection() as connection:
            rows = connection.execute(
                _UNMOVED, self._keys(connection) | {"after": after, "limit": limit}, binary=True
            ).fetchall()
        return [
            Unmoved(
                number=int(str(number)),
                person_id=UUID(str(person_id)),
                image_id=None if image_id is None else str(image_id),
                embedding=np.array(embedding, np.float32),
            )
            for number, person_id, image_id, embedding in rows
        ]

    def add(self, faces: Mapping[UUID, Embedding]) -> None:
        """Add people to the next version; not those who were deleted, or added, meanwhile."""
        with self._pool.connection() as connection:
            connection.execute(LOCK_SPACE, [self._space])
            keys = self._keys(connection)
            addable = connection.execute(_ADDABLE, keys | {"people": list(faces)}).fetchall()
            for person_id, image_id in addable:
                face = self._search.written(faces[UUID(str(person_id))])
                connection.execute(self._search.insert, [person_id, keys["next"], image_id, face])
            count = "UPDATE vision.spaces SET people = people + %s WHERE name = %s"
            connection.execute(count, [len(addable), keys["next"]])

    def finish(self) -> set[UUID]:
        """Let the next version answer from now on, if it has everybody; return who is missing.

        The lock of the space keeps new people from coming in between.
        """
        with self._pool.connection() as connection:
            connection.execute(LOCK_SPACE, [self._space])
            current, following = self._both(connection)
            rows = connection.execute(_UNMOVED_IDS, self._keys(connection)).fetchall()
            if not rows:
                connection.execute(_COUNT, [following.key])
                set_state(connection, current, State.OLD)
                set_state(connection, following, State.CURRENT)
        return {UUID(str(person_id)) for (person_id,) in rows}

    def cancel(self) -> bool:
        """Give up what was moved; return whether the space was moving. The current one stays."""
        with self._pool.connection() as connection:
            connection.execute(LOCK_SPACE, [self._space])
            following = versions_of(connection, self._space).get(State.NEXT)
            if following is not None:
                set_state(connection, following, State.OLD)
        self.delete_old()
        return following is not None

    def delete_old(self) -> None:
        """Delete versions that no one searches any more, in portions."""
        with self._pool.connection() as connection:
            keys = [str(key) for (key,) in connection.execute(_OLD, [self._space]).fetchall()]
        for key in keys:
            deleted = PORTION
            while deleted == PORTION:
                with self._pool.connection() as connection:
                    portion = {"key": key, "portion": PORTION}
                    deleted = connection.execute(_DELETE_PORTION, portion).rowcount
            with self._pool.connection() as connection:
                drop_version(connection, key)
            self._search.forget(key)

    def _both(self, connection: Connected) -> tuple[Version, Version]:
        versions = versions_of(connection, self._space)
        following = versions.get(State.NEXT)
        if following is None or following.digest != self._model.digest:
            raise CannotMove("The move was cancelled, or finished, by another process.")
        return self._required(versions.get(State.CURRENT)), following

    def _keys(self, connection: Connected) -> dict[str, object]:
        current, following = self._both(connection)
        return {"current": current.key, "next": following.key}

    def _required(self, current: Version | None) -> Version:
        if current is None:
            raise CannotMove(f"There is no space {self._space!r}.")
        return current
