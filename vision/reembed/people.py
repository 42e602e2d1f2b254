"""Moves the people of a space, picture by picture, until none is left."""

import asyncio
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Protocol
from uuid import UUID

import numpy as np

from vision.faces.face_model import SAME_PICTURE, Embedding, FaceModel
from vision.faces.finder import Face
from vision.gallery.matching import Candidate, assign
from vision.gallery.moving import Move, Progress, Unmoved
from vision.reembed.pictures import NoPicture

PAGE = 200  # people
AT_ONCE = 8  # pictures that are fetched


class HasFaces(Protocol):
    """Gives the faces of a picture, embedded by the current model and, in `others`, the next."""

    async def faces(self, image_id: str, /) -> Sequence[Face]: ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Left:
    """A person that could not be moved, and why."""

    number: int
    person_id: UUID
    image_id: str | None
    reason: str


class Reembedding:
    """One run of a move."""

    def __init__(
        self,
        move: Move,
        pictures: HasFaces,
        *,
        current: FaceModel,
        model: FaceModel,
        tell: Callable[[Progress], None],
    ) -> None:
        """Move from the model `current` to `model`; `tell` is called after each page."""
        self._move = move
        self._pictures = pictures
        self._bound = current.strangers.distance(SAME_PICTURE)
        self._digest = model.digest
        self._tell = tell
        self._left: dict[UUID, Left] = {}
        self._fetching = asyncio.Semaphore(AT_ONCE)

    async def run(self) -> list[Left]:
        """Move everybody and switch; if some cannot be moved, do not switch, and return them.

        People who come meanwhile have higher numbers, so they come up in the same pass, or the
        next. Only those that could not be moved are not tried again.
        """
        after = 0
        while True:
            after = await self._pass(after)
            missing = await asyncio.to_thread(self._move.finish)
            if missing <= self._left.keys():
                return [self._left[each] for each in self._left if each in missing]

    async def _pass(self, after: int) -> int:
        """Move the people above a number; return the last number."""
        while page := await asyncio.to_thread(self._move.unmoved, after=after, limit=PAGE):
            by_picture = groupby(
                sorted(page, key=lambda one: one.image_id or ""), lambda one: one.image_id
            )
            await asyncio.gather(
                *(self._picture(image_id, list(people)) for image_id, people in by_picture)
            )
            after = page[-1].number
            self._tell(await asyncio.to_thread(self._move.progress))
        return after

    async def _picture(self, image_id: str | None, people: Sequence[Unmoved]) -> None:
        if image_id is None:
            self._leave(people, "it is not known of which picture the face is")
            return
        try:
            async with self._fetching:
                faces = await self._pictures.faces(image_id)
        except NoPicture as error:
            self._leave(people, str(error))
            return
        found = self._found(people, faces)
        await asyncio.to_thread(self._move.add, found)
        others = [each for each in people if each.person_id not in found]
        self._leave(others, "the picture does not show the face any more")

    def _found(self, people: Sequence[Unmoved], faces: Sequence[Face]) -> Mapping[UUID, Embedding]:
        """Return the new embeddings of the people on a picture, known by their current ones."""
        near = [
            [
                Candidate(
                    person_id=one.person_id,
                    distance=float(np.linalg.norm(one.embedding - face.embedding)),
                )
                for one in people
            ]
            for face in faces
        ]
        return {
            whose.person_id: face.others[self._digest]
            for whose, face in zip(assign(near, self._bound), faces, strict=True)
            if whose is not None
        }

    def _leave(self, people: Iterable[Unmoved], reason: str) -> None:
        for one in people:
            self._left[one.person_id] = Left(
                number=one.number, person_id=one.person_id, image_id=one.image_id, reason=reason
            )
