"""What our own reader finds on a photo, as labels that a person corrects."""

import threading
from pathlib import Path

from vision.evaluate.__main__ import MINIMUM_UNLISTED
from vision.evaluate.faces import wearers
from vision.faces.finder import FaceFinder
from vision.images import decode
from vision.labelled.album import LabelledFace, LabelledNumber, LabelledPhoto
from vision.numbers.formats import NumberFormat
from vision.numbers.reading import NumberReader


class Prefiller:
    """Reads photos one at a time; loads the models at the first."""

    def __init__(self, number_format: NumberFormat = NumberFormat.DIGITS) -> None:
        self._number_format = number_format
        self._reading = threading.Lock()
        self._models: tuple[NumberReader, FaceFinder] | None = None

    def read(self, photo: Path) -> LabelledPhoto:
        """Read a photo: its numbers and faces, and which face a number seems to belong to.

        :raises UnreadableImage: the file is not an image.
        :raises OSError: it cannot be read.
        """
        with self._reading:
            numbers, faces = self._models = self._models or (NumberReader(threads=1), FaceFinder())
            pixels = decode(photo.read_bytes())
            read = numbers.read(pixels, self._number_format)
            found = [one for one in read if one.confidence >= MINIMUM_UNLISTED]
            heads = [face.box for face in faces.find(pixels)]
        worn = {value: at for at, value in enumerate(wearers(heads, found)) if value}
        return LabelledPhoto(
            numbers=tuple(
                LabelledNumber(value=one.value, box=one.box, wearer=worn.get(one.value))
                for one in found
            ),
            faces=tuple(LabelledFace(id=at, box=box) for at, box in enumerate(heads)),
        )
