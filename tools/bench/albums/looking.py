"""What the number server answers about the photos of a folder."""

import asyncio
from collections.abc import Iterable, Mapping
from pathlib import Path

from tools.bench.albums.kept import KeptNumbers
from tools.bench.bibs.burst_photos import FACES, read_faces
from vision.evaluate.reading import Cost, read_photos
from vision.faces.finder import Face
from vision.gallery.gallery import Gallery
from vision.images import Pixels
from vision.numbers.formats import NumberFormat
from vision.recognising import Answer, Recogniser
from vision.requests import RecognitionRequest, RecognitionType
from vision.settings import Settings

SPACE = "album"


class DrawnFaces:
    """The faces that a drawn album has beside its photos; `photo` is the one that is looked at."""

    def __init__(self, path: Path) -> None:
        self.photo = ""
        self._faces = read_faces(path)

    def find(self, pixels: Pixels, /) -> list[Face]:
        """Return the faces of `photo`."""
        return [Face(box=box, embedding=face) for box, face in self._faces.get(self.photo, ())]


def answers_about(
    folder: Path,
    photos: Iterable[str],
    database_url: str,
    number_format: NumberFormat = NumberFormat.DIGITS,
    *,
    kept: Path | None = None,
) -> tuple[Mapping[str, Answer], list[Cost]]:
    """Recognise photos in the order of their names; the gallery is that of the database.

    :param kept: a file of what was read before; what is read now is added.
    """
    drawn = DrawnFaces(folder / FACES) if (folder / FACES).exists() else None
    settings = Settings(database_url=database_url, space=SPACE)
    with Gallery(database_url) as gallery:
        numbers = KeptNumbers(kept) if kept is not None else None
        recogniser = Recogniser(settings, gallery, faces=drawn, numbers=numbers)
        try:
            return read_photos(
                folder, photos, lambda photo: _answer(recogniser, photo, drawn, number_format)
            )
        finally:
            recogniser.close()


def _answer(
    recogniser: Recogniser, photo: Path, drawn: DrawnFaces | None, number_format: NumberFormat
) -> Answer:
    if drawn is not None:
        drawn.photo = photo.name
    asked = RecognitionRequest(
        name=photo.name,
        type=RecognitionType.FACE_NUMBER,
        image_url="",
        callback_url="",
        number_format=number_format,
    )
    return asyncio.run(recogniser.answer(asked, photo.read_bytes(), photo.name))
