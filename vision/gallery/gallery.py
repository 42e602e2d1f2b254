from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from types import TracebackType
from typing import Self
from uuid import UUID, uuid4

import numpy as np
from psycopg import connect
from psycopg_pool import ConnectionPool

from vision.faces.face_model import DLIB, Embedding, FaceModel
from vision.gallery.deletions import delete_people, delete_person
from vision.gallery.large_spaces import LargeSpaces
from vision.gallery.matching import (
    DEFAULT_FALSE_MATCH,
    MOST_POSSIBLE,
    Bounds,
    Candidate,
    Identified,
    assign,
    bounds_of,
    possible,
)
from vision.gallery.moving import Move
from vision.gallery.schema import keeps_vectors, make_tables, set_search_path
from vision.gallery.search import CopySearch, Search, VectorSearch
from vision.gallery.space_rows import Connected
from vision.gallery.versions import (
    LOCK_SPACE,
    SNAPSHOT,
    SpaceHasOtherModel,
    State,
    Version,
    keys_of,
    versions_of,
    versions_to_enrol,
)

Others = Mapping[str, Embedding]  # of one face, by the digests of other models

COUNT_NEW = """
    UPDATE vision.spaces SET people = coalesce(
        people + %s, (SELECT count(*) FROM vision.persons WHERE space = name)
    ) WHERE name = %s
"""
_EMBEDDINGS = """
    SELECT id, embedding::real[] FROM vision.persons WHERE space = %s AND id = ANY(%s)
"""
LARGE_SPACE = 60_000
SKETCH_BYTES = 1_000_000_000


class Gallery:
    """The people of all spaces. Safe to use from many threads and processes.

    Embeddings are those of `model`. What `others` of a face has, by the digests of models, is used
    where a space is of another model; such a space refuses where it is not among them.

    :raises psycopg.OperationalError: from every method, while the database cannot be reached.
    """

    def __init__(
        self,
        database_url: str,
        *,
        model: FaceModel = DLIB,
        others: Sequence[FaceModel] = (),
        false_match: float = DEFAULT_FALSE_MATCH,
        large_space: int = LARGE_SPACE,
        sketch_bytes: int = SKETCH_BYTES,
        sketches: Path | None = None,
    ) -> None:
        """Create missing tables.

        :param model: new spaces are of this one.
        :param others: models that embed the faces, too, for spaces that are of them, or move there.
        :param false_match: the share of strangers' faces that may be taken for a known person.
        :param large_space: spaces of more people are searched by sketches.
        :param sketch_bytes: memory for these.
        :param sketches: the folder of their files; None: only in memory.
        """
        self._own = model.digest
        self._models = {each.digest: each for each in (model, *others)}
        self._false_match = false_match
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

    def known(
        self, space: str, embeddings: Sequence[Embedding], *, others: Sequence[Others] = ()
    ) -> list[Identified | None]:
        """Find the persons of one photo's faces; None if no known person is near.

        Who a face may be is left out: a search by a selfie delivers photos.

        :raises SpaceHasOtherModel: the faces are not embedded by the model of the space.
        """
        if not embeddings:
            return []
        with self._pool.connection() as connection:
            connection.execute(SNAPSHOT)
            version = versions_of(connection, space).get(State.CURRENT)
            if version is None:
                return [None] * len(embeddings)
            faces = self._faces(space, version, embeddings, others)
            bounds = self._bounds(version)
            near = self._search.nearest(connection, version.key, faces, bounds.known, len(faces))
            return [_identified(each, bounds) for each in assign(near, bounds.known)]

    def known_or_new(
        self,
        space: str,
        embeddings: Sequence[Embedding],
        *,
        others: Sequence[Others] = (),
        image_id: str | None = None,
    ) -> list[Identified]:
        """Find the persons of one photo's faces; an unknown face becomes a new person.

        Search and insert share one lock of the space: if two photos have the same new face, the
        second finds the person of the first. The same photo again finds its own faces at distance 0
        and adds no person. `image_id`, stored with new persons, is an image's URL or what its
        caller names it by: `vision.reembed` needs it. Where the space moves to another model, new
        persons are stored by that model too, if it is among `others`; else the move does it.

        :raises SpaceHasOtherModel: the faces are not embedded by the model of the space.
        """
        if not embeddings:
            return []
        with self._pool.connection() as connection:
            connection.execute(LOCK_SPACE, [space])
            versions = versions_to_enrol(connection, space, self._models)
            version = versions[State.CURRENT]
            faces = self._faces(space, version, embeddings, others)
            bounds, limit = self._bounds(version), len(faces) + MOST_POSSIBLE
            near = self._search.nearest(connection, version.key, faces, bounds.possible, limit)
            people = assign(near, bounds.known)
            found = [_identified(person, bounds) or _new() for person in people]
            self._store(connection, version, found, faces, image_id)
            following = versions.get(State.NEXT)
            if following is not None and self._has_faces(following, others):
                again = self._faces(space, following, embeddings, others)
                self._store(connection, following, found, again, image_id)
        possibly = possible(near, people, bounds)
        return [replace(each, possible=some) for each, some in zip(found, possibly, strict=True)]

    def embeddings(self, space: str, people: Sequence[UUID]) -> dict[UUID, Embedding]:
        """Return the embeddings of those of these people who are in a space.

        :raises SpaceHasOtherModel: they are not of this gallery's model.
        """
        with self._pool.connection() as connection:
            version = versions_of(connection, space).get(State.CURRENT)
            if version is None:
                return {}
            rows = connection.execute(_EMBEDDINGS, [version.key, list(people)]).fetchall()
        if rows and version.digest != self._own:
            raise SpaceHasOtherModel(version, self._models.values())
        return {UUID(str(pk)): np.array(embedding, np.float32) for pk, embedding in rows}

    def enrol(self, space: str, faces: Mapping[UUID, tuple[Embedding, str | None]]) -> int:
        """Add people with these ids, embeddings and images; return how many were not there.

        :raises SpaceHasOtherModel: the space is not of this gallery's model.
        """
        with self._pool.connection() as connection:
            connection.execute(LOCK_SPACE, [space])
            version = versions_to_enrol(connection, space, self._models)[State.CURRENT]
            if version.digest != self._own:
                raise SpaceHasOtherModel(version, self._models.values())
            known = {UUID(str(pk)) for pk, _ in connection.execute(
                _EMBEDDINGS, [version.key, list(faces)])}  # fmt: skip
            for pk in faces.keys() - known:
                face, image_id = faces[pk]
                values = [pk, version.key, image_id, self._search.written(face)]
                connection.execute(self._search.insert, values)
            connection.execute(COUNT_NEW, [len(faces.keys() - known), version.key])
        return len(faces.keys() - known)

    def delete_person(self, space: str, person_id: UUID) -> bool:
        """Delete a person of a space, of all its versions; return whether there was one."""
        with self._pool.connection() as connection:
            connection.execute(LOCK_SPACE, [space])
            keys = keys_of(connection, space)
            deleted = [delete_person(connection, key, person_id) for key in keys]
        return any(deleted)

    def delete_space(self, space: str) -> bool:
        """Delete all persons of a space, of all its versions; return whether there were any.

        Their rows stay with their counts, so that copies in memory notice the deletion.
        """
        with self._pool.connection() as connection:
            connection.execute(LOCK_SPACE, [space])
            keys = keys_of(connection, space)
            deleted = sum(delete_people(connection, key) for key in keys)
        for key in keys:
            self._search.forget(key)
        return deleted > 0

    def move(self, space: str, model: FaceModel) -> Move:
        """Return the move of a space to another model, begun or not."""
        return Move(self._pool, self._search, space, model)

    def _bounds(self, version: Version) -> Bounds:
        model = self._models[version.digest]
        return bounds_of(
            version.people,
            largest=model.largest,
            false_match=self._false_match,
            strangers=model.strangers,
        )

    def _has_faces(self, version: Version, others: Sequence[Others]) -> bool:
        """Return whether the faces are embedded by the model of a version."""
        if version.digest == self._own:
            return True
        return version.digest in self._models and any(version.digest in each for each in others)

    def _faces(
        self,
        space: str,
        version: Version,
        embeddings: Sequence[Embedding],
        others: Sequence[Others],
    ) -> Sequence[Embedding]:
        if not self._has_faces(version, others):
            raise SpaceHasOtherModel(version, self._models.values())
        if version.digest == self._own:
            return embeddings
        return [each[version.digest] for each in others]

    def _store(
        self,
        connection: Connected,
        version: Version,
        people: Sequence[Identified],
        faces: Sequence[Embedding],
        image_id: str | None,
    ) -> None:
        """Store the new ones of the people of a photo's faces, and count them."""
        new = [each for each in zip(people, faces, strict=True) if each[0].is_new]
        for person, face in new:
            values = [person.person_id, version.key, image_id, self._search.written(face)]
            connection.execute(self._search.insert, values)
        connection.execute(COUNT_NEW, [len(new), version.key])


def _new() -> Identified:
    return Identified(person_id=uuid4(), confidence=1.0, is_new=True)


def _identified(near: Candidate | None, bounds: Bounds) -> Identified | None:
    if near is None:
        return None
    confidence = bounds.confidence(near.distance)
    return Identified(person_id=near.person_id, confidence=confidence, is_new=False)
