"""Reads the text of pieces of a photo with PP-OCR's recognisers (CTC).

Besides the best text, a look keeps the probability of every digit, and where numbers have letters
of every letter, at every step, so that later steps can calculate how probable any other number is.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from string import ascii_lowercase

import numpy as np
from numpy.typing import NDArray

from vision.images import Pixels, resized
from vision.models import Network, packaged_model
from vision.numbers.detection import network_input
from vision.numbers.formats import LOOK_ALIKES, NumberFormat

HEIGHT = 48
WIDTH_STEP = 64
WIDEST = 320

# The package and the file of a model.
Model = tuple[str, str]
PP_OCR_V4: Model = ("rapidocr_onnxruntime", "ch_PP-OCRv4_rec_infer.onnx")
PP_OCR_V6: Model = ("rapidocr", "PP-OCRv6_rec_small.onnx")

Steps = NDArray[np.float32]


@dataclass(frozen=True, slots=True, kw_only=True)
class Look:
    """What the recogniser saw in a piece.

    `confidence` is the mean probability of the characters, `places` where they stand in parts of
    the piece's width. `steps` (n, 12): from left to right, the probability of no character, of each
    digit, and of anything else; with letters (n, 38): of each digit and of each letter in either
    case.
    """

    text: str
    confidence: float
    places: tuple[float, ...]
    steps: Steps
    number_format: NumberFormat = NumberFormat.DIGITS


class TextRecogniser:
    """Reads the text of upright pieces of a photo."""

    def __init__(self, model: Model, *, threads: int = 1) -> None:
        path = packaged_model(*model)
        self._network = Network(path, (1, 3, HEIGHT, -1), threads=threads)
        listed = self._network.note("character").splitlines()
        self._characters = ["", *listed, " "]
        self._upper = {each: self._columns(each.characters) for each in NumberFormat}
        self._lower = self._columns(ascii_lowercase)[1:]
        self._hyphen = self._characters.index("-")
        self._alike = {
            int(digit) + 1: self._columns(LOOK_ALIKES[digit])[1:] for digit in LOOK_ALIKES
        }

    def _columns(self, characters: str) -> list[int]:
        return [0, *(self._characters.index(character) for character in characters)]

    def read(
        self, pieces: Sequence[Pixels], number_format: NumberFormat = NumberFormat.DIGITS
    ) -> list[Look]:
        """Read pieces (h, w, 3), in their order.

        One at a time: batches are a little faster, but the network keeps memory for each shape.
        """
        looks = [self._read(piece, number_format) for piece in pieces]
        self._network.release()
        return looks

    def _read(self, piece: Pixels, number_format: NumberFormat) -> Look:
        width = _network_width(piece)
        used = min(_scaled_width(piece), width)
        inputs = np.zeros((1, 3, HEIGHT, width), np.float32)
        inputs[:, :, :, :used] = network_input(resized(piece, (used, HEIGHT)))
        return self._look(self._network.run(inputs)[0], used / width, number_format)

    def _look(self, steps: Steps, used: float, number_format: NumberFormat) -> Look:
        """Take the best character of each step, without blanks and repeats (CTC, greedy)."""
        best, surest = steps.argmax(axis=1), steps.max(axis=1)
        kept = (best != 0) & (best != np.concatenate(([-1], best[:-1])))
        of_numbers = steps[:, self._upper[number_format]]
        if number_format is NumberFormat.LETTERS_AND_DIGITS:
            of_numbers[:, -len(self._lower) :] += steps[:, self._lower]
            of_numbers[:, 0] += steps[:, self._hyphen]  # which is dropped
            for digit, alike in self._alike.items():
                of_numbers[:, digit] += steps[:, alike].sum(axis=1)
        others = np.clip(1.0 - of_numbers.sum(axis=1, keepdims=True), 0.0, 1.0)
        return Look(
            text="".join(self._characters[index] for index in best[kept]),
            confidence=float(surest[kept].mean()) if kept.any() else 0.0,
            places=tuple(((np.flatnonzero(kept) + 0.5) / len(steps) / used).tolist()),
            steps=np.concatenate((of_numbers, others), axis=1),
            number_format=number_format,
        )


def _scaled_width(piece: Pixels) -> int:
    height, width = piece.shape[:2]
    return max(8, -(-HEIGHT * int(width) // int(height)))


def _network_width(piece: Pixels) -> int:
    steps = -(-_scaled_width(piece) // WIDTH_STEP)
    return min(WIDEST, WIDTH_STEP * steps)
