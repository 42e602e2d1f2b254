"""Recognises an image: decodes it, reads numbers, finds and identifies faces.

All heavy work runs in one thread, one image at a time; the libraries use VISION_THREADS threads
in it.
"""

import asyncio
import ctypes
import sys
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from functools import cache, partial
from time import perf_counter
from typing import Any, Protocol

from foundation.fetching.picture_files import lacks_end
from vision.faces.encoders import load_encoder
from vision.faces.face_model import DLIB
from vision.faces.finder import Face, FaceFinder
from vision.gallery.gallery import Gallery
from vision.gallery.matching import Identified
from vision.images import Pixels, decode
from vision.numbers.formats import NumberFormat
from vision.numbers.reading import NumberReader, Numbers, Reading
from vision.numbers.unread import Unread
from vision.requests import RecognitionRequest, RecognitionType
from vision.settings import Settings

LACKS_END = "The picture's file lacks its end; what is there was read."
NO_NUMBERS = Numbers(readings=[], unread=[])


class FacesNotAvailable(Exception):
    """Faces were requested, but there is no database for people."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Seen:
    """Numbers and faces of an image; the faces are not identified yet.

    `note`: what is wrong with the image, which was read all the same; empty: nothing.
    """

    faces: Sequence[Face]
    numbers: Numbers
    note: str
    seconds: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """The data of a callback; `seconds` of recognition, without waiting.

    `regions`: where else a number may stand. `note`: as of `Seen`.
    """

    persons: list[dict[str, Any]]
    tags: list[dict[str, Any]]
    regions: list[dict[str, Any]]
    note: str
    seconds: float


class FindsFaces(Protocol):
    """Finds the faces of a picture."""

    def find(self, pixels: Pixels, /) -> list[Face]: ...


def face_finder(settings: Settings) -> FaceFinder:
    """Load what finds faces, and embeds them by the models that the settings name.

    :raises InvalidFaceModel: one of them cannot be used.
    """
    built_in = replace(DLIB, largest=settings.distance)
    own, *others = (
        load_encoder(name, threads=settings.threads, built_in=built_in)
        for name in dict.fromkeys([settings.face_model, *settings.other_face_models])
    )
    return FaceFinder(own, others)


class ReadsNumbers(Protocol):
    """Reads the numbers of a picture."""

    def see(self, pixels: Pixels, number_format: NumberFormat, /) -> Numbers: ...


class Recogniser:
    """Recognises images. Loads the models; those of faces only with a gallery, and without `faces`.

    `faces` finds them instead: drawn albums have faces that no model finds. `numbers` reads instead
    of the models.
    """

    def __init__(
        self,
        settings: Settings,
        gallery: Gallery | None,
        *,
        faces: FindsFaces | None = None,
        numbers: ReadsNumbers | None = None,
    ) -> None:
        self._settings = settings
        self._gallery = gallery
        self._numbers: ReadsNumbers = numbers or NumberReader(threads=settings.threads)
        self._faces = (faces or FaceFinder()) if gallery is not None else None
        self._processor = ThreadPoolExecutor(max_workers=1, thread_name_prefix="recogniser")

    def close(self) -> None:
        """Wait until the current image is done."""
        self._processor.shutdown()

    @property
    def gallery(self) -> Gallery:
        """Return the gallery.

        :raises FacesNotAvailable: started without DATABASE_URL.
        """
        if self._gallery is None:
            raise FacesNotAvailable
        return self._gallery

    async def answer(self, request: RecognitionRequest, content: bytes, image_id: str) -> Answer:
        """Recognise an image for the number provider: the callback's persons and tags.

        On a photo (`FACE_NUMBER`) an unknown face becomes a new person. A request for faces only is
        for a selfie: unknown faces are ignored and not enrolled.

        :param image_id: what new persons remember: where their picture is.
        :raises UnreadableImage: the bytes are not an image.
        :raises FacesNotAvailable: faces were requested without a gallery.
        :raises SpaceHasOtherModel: the gallery's faces are of a model that is not loaded.
        :raises psycopg.OperationalError: the gallery cannot be reached.
        """
        seen = await self._see(request.type, content, request.number_format)
        people = await self._people(request.type, seen.faces, image_id)
        return Answer(
            persons=[
                {
                    "id": str(person.person_id),
                    **_shown(person.confidence, face),
                    **possible_as_json(person, "id"),
                }
                for face, person in zip(seen.faces, people, strict=True)
                if person is not None
            ],
            tags=[_tag(reading) for reading in seen.numbers.readings],
            regions=[_shown(place.confidence, place) for place in seen.numbers.unread],
            note=seen.note,
            seconds=seen.seconds,
        )

    async def faces(self, content: bytes) -> Sequence[Face]:
        """Find the faces of an image.

        :raises UnreadableImage: the bytes are not an image.
        :raises FacesNotAvailable: started without DATABASE_URL.
        """
        return (await self._see(RecognitionType.FACE, content)).faces

    async def _people(
        self, kind: RecognitionType, faces: Sequence[Face], image_id: str
    ) -> Sequence[Identified | None]:
        if not faces:
            return []
        enrols = kind is not RecognitionType.FACE
        return await asyncio.to_thread(
            self.identify, self._settings.space, faces, enrol=enrols, image_id=image_id
        )

    def identify(
        self, space: str, faces: Sequence[Face], *, enrol: bool, image_id: str | None
    ) -> Sequence[Identified | None]:
        """Find the persons of one photo's faces in a space; enrol unknown ones if so asked.

        :raises SpaceHasOtherModel: the space's faces are of a model that is not loaded.
        """
        embeddings, others = [each.embedding for each in faces], [each.others for each in faces]
        if not enrol:
            return self.gallery.known(space, embeddings, others=others)
        return self.gallery.known_or_new(space, embeddings, others=others, image_id=image_id)

    async def _see(
        self,
        kind: RecognitionType,
        content: bytes,
        number_format: NumberFormat = NumberFormat.DIGITS,
    ) -> Seen:
        if kind.asks_for_faces and self._faces is None:
            raise FacesNotAvailable
        loop = asyncio.get_running_loop()
        look = partial(self._look, kind, content, number_format)
        return await loop.run_in_executor(self._processor, look)

    def _look(self, kind: RecognitionType, content: bytes, number_format: NumberFormat) -> Seen:
        begun = perf_counter()
        pixels = decode(content, max_pixels=self._settings.image_pixels)
        finder = self._faces if kind.asks_for_faces else None
        faces = finder.find(pixels) if finder is not None else []
        reads = kind.asks_for_numbers
        numbers = self._numbers.see(pixels, number_format) if reads else NO_NUMBERS
        _give_back_memory()
        note = LACKS_END if lacks_end(content) else ""
        return Seen(faces=faces, numbers=numbers, note=note, seconds=perf_counter() - begun)


def _give_back_memory() -> None:
    """Return a photo's freed memory to the system, if the allocator is glibc's."""
    trim = _malloc_trim()
    if trim is not None:
        trim(0)


@cache
def _malloc_trim() -> Callable[[int], int] | None:
    if not sys.platform.startswith("linux"):
        return None
    return getattr(ctypes.CDLL(None), "malloc_trim", None)


def _tag(reading: Reading) -> dict[str, Any]:
    alternatives = [
        {"value": other.value, "confidence": round(other.confidence, 4)}
        for other in reading.alternatives
    ]
    return {
        "value": reading.value,
        **_shown(reading.confidence, reading),
        "alternatives": alternatives,
        **({"phrase": reading.phrase} if reading.phrase else {}),
    }


def possible_as_json(person: Identified, name_of_id: str) -> dict[str, Any]:
    """Return who a face may be instead, as JSON; nothing if there is no one."""
    possible = [
        {name_of_id: str(each.person_id), "confidence": round(each.confidence, 4)}
        for each in person.possible
    ]
    return {"possible": possible} if possible else {}


def _shown(confidence: float, where: Face | Reading | Unread) -> dict[str, Any]:
    return {"confidence": round(confidence, 4), "box": where.box.as_json()}
