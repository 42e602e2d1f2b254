"""Search for the known people nearest to a face."""

from collections import OrderedDict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from threading import Lock
from typing import Protocol
from uuid import UUID

import numpy as np

from vision.faces.finder import Embedding
from vision.gallery.columns import Matrix
from vision.gallery.large_spaces import LargeSpaces
from vision.gallery.matching import Candidate
from vision.gallery.sketches import Sketches
from vision.gallery.space_rows import Connected

PROPOSED = 300  # people of a large space, compared with each face first
MORE = 4  # times as many, where these do not prove who is nearest


class Search(Protocol):
    """How the gallery searches and inserts faces."""

    insert: str

    def written(self, embedding: Embedding) -> object: ...

    def nearest(
        self,
        connection: Connected,
        space: str,
        embeddings: Sequence[Embedding],
        bound: float,
        limit: int,
    ) -> list[list[Candidate]]:
        """For each embedding find the nearest people within `bound`, at most `limit`."""
        ...


class VectorSearch:
    """Searches with pgvector over the rows of the space; exactly, unless the space is large.

    50,000 faces take 20 to 30 ms. With the bound in the query only few rows have to be sorted. In a
    large space the sketches of `LargeSpaces` propose `PROPOSED` people for each face, and the
    database compares these; and more, until no other person can be nearer. So this is exact too.

    On purpose without an approximate index: of a million people HNSW found the nearest for three in
    four at the same speed (docs/vision.md).
    """

    insert = """
        INSERT INTO vision.persons (id, space, first_image, embedding)
        VALUES (%s, %s, %s, %s::vector)
    """

    _query = """
        SELECT id, embedding <-> %(face)s::vector AS distance
        FROM vision.persons
        WHERE space = %(space)s AND embedding <-> %(face)s::vector <= %(bound)s
        ORDER BY distance LIMIT %(limit)s
    """
    _proposed_query = """
        SELECT id, embedding <-> %(face)s::vector AS distance
        FROM vision.persons
        WHERE space = %(space)s AND number = ANY(%(proposed)s)
        AND embedding <-> %(face)s::vector <= %(bound)s
        ORDER BY distance LIMIT %(limit)s
    """

    def __init__(self, large_spaces: LargeSpaces) -> None:
        self._large_spaces = large_spaces

    def written(self, embedding: Embedding) -> object:
        return "[" + ",".join(map(str, embedding.tolist())) + "]"

    def nearest(
        self,
        connection: Connected,
        space: str,
        embeddings: Sequence[Embedding],
        bound: float,
        limit: int,
    ) -> list[list[Candidate]]:
        asked = {"space": space, "bound": bound, "limit": limit}
        sketches = self._large_spaces.up_to_date(connection, space)
        return [self._near(connection, face, sketches, bound, asked) for face in embeddings]

    def _near(
        self,
        connection: Connected,
        face: Embedding,
        sketches: Sketches | None,
        bound: float,
        asked: Mapping[str, object],
    ) -> list[Candidate]:
        values, count = {**asked, "face": self.written(face)}, PROPOSED
        if sketches is None:
            return _candidates(connection.execute(self._query, values).fetchall())
        while True:
            proposed = sketches.nearest(face, count, bound)
            values["proposed"] = proposed.numbers
            near = _candidates(connection.execute(self._proposed_query, values).fetchall())
            is_full = len(near) == asked["limit"]
            if proposed.beyond > (near[-1].distance if is_full else bound):
                return near
            count *= MORE


@dataclass(slots=True, kw_only=True)
class SpaceCopy:
    """This process's copy of the people of a space."""

    deletions: int
    last_number: int = 0
    people: list[UUID] = field(default_factory=list)
    embeddings: Matrix = field(default_factory=lambda: np.empty((0, 128), np.float32))


class CopySearch:
    """Compares with a copy of the space in memory, for servers without pgvector.

    Before each search the copy reads the rows with higher numbers than its last one. New people get
    their numbers under the lock of their space, so their rows appear in this order. A deletion
    raises a count in `vision.spaces`; the copy is then read again from the start.
    """

    insert = """
        INSERT INTO vision.persons (id, space, first_image, embedding)
        VALUES (%s, %s, %s, %s::real[])
    """
    most_spaces = 16

    def __init__(self) -> None:
        self._copies: OrderedDict[str, SpaceCopy] = OrderedDict()
        self._lock = Lock()

    def written(self, embedding: Embedding) -> object:
        return embedding.tolist()

    def nearest(
        self,
        connection: Connected,
        space: str,
        embeddings: Sequence[Embedding],
        bound: float,
        limit: int,
    ) -> list[list[Candidate]]:
        with self._lock:
            copy = self._caught_up(connection, space)
            people, known = copy.people, copy.embeddings
        return [_near(people, known, face, limit, bound) for face in embeddings]

    def _caught_up(self, connection: Connected, space: str) -> SpaceCopy:
        deletions = _deletions(connection, space)
        copy = self._copies.get(space)
        if copy is None or copy.deletions != deletions:
            copy = self._copies[space] = SpaceCopy(deletions=deletions)
        self._copies.move_to_end(space)
        while len(self._copies) > self.most_spaces:
            self._copies.popitem(last=False)
        _catch_up(connection, space, copy)
        return copy


def _deletions(connection: Connected, space: str) -> int:
    query = "SELECT deletions FROM vision.spaces WHERE name = %s"
    row = connection.execute(query, [space]).fetchone()
    return -1 if row is None else int(str(row[0]))


def _catch_up(connection: Connected, space: str, copy: SpaceCopy) -> None:
    query = """
        SELECT number, id, embedding FROM vision.persons
        WHERE space = %s AND number > %s ORDER BY number
    """
    rows = connection.execute(query, [space, copy.last_number], binary=True).fetchall()
    if not rows:
        return
    fresh = np.array([row[2] for row in rows], np.float32)
    # New objects: another thread may still search in the old ones.
    copy.people = [*copy.people, *(UUID(str(row[1])) for row in rows)]
    copy.embeddings = np.concatenate([copy.embeddings, fresh])
    copy.last_number = int(str(rows[-1][0]))


def _near(
    people: Sequence[UUID], known: Matrix, face: Embedding, limit: int, bound: float
) -> list[Candidate]:
    distances = np.sqrt(np.square(known - face).sum(axis=1))
    within = np.flatnonzero(distances <= bound)
    nearest = within[np.argsort(distances[within])][:limit]
    return [
        Candidate(person_id=people[index], distance=float(distances[index])) for index in nearest
    ]


def _candidates(rows: Sequence[tuple[object, ...]]) -> list[Candidate]:
    return [Candidate(person_id=UUID(str(row[0])), distance=_number(row[1])) for row in rows]


def _number(value: object) -> float:
    return float(str(value))
