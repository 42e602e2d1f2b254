"""Reads the text of pieces of a photo with PP-OCR's recognisers (CTC), in batches.

Besides the best text, a look keeps what the recogniser said of every digit at every step, so that
later steps can ask how probable any other number is.
"""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.images import Pixels
from vision.models import inference_session, packaged_model
from vision.numbers.detection import network_input

HEIGHT = 48
WIDTH_STEP = 32
WIDEST = 320
BATCH = 4
DIGITS = "0123456789"

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
    digit, and of anything else.
    """

    text: str
    confidence: float
    places: tuple[float, ...]
    steps: Steps


class TextRecogniser:
    """Reads the text of upright pieces of a photo."""

    def __init__(self, model: Model, *, threads: int = 1) -> None:
        path = packaged_model(*model)
        self._session = inference_session(path, threads=threads)
        self._input = self._session.get_inputs()[0].name
        listed = self._session.get_modelmeta().custom_metadata_map["character"].splitlines()
        self._characters = ["", *listed, " "]
        self._digits = [0, *(self._characters.index(digit) for digit in DIGITS)]

    def read(self, pieces: Sequence[Pixels]) -> list[Look]:
        """Read pieces (h, w, 3), in their order.

        Pieces of similar width are read together: the network accepts one width at a time, and its
        memory stays small with few widths.
        """
        by_width = defaultdict(list)
        for index, piece in enumerate(pieces):
            by_width[_network_width(piece)].append(index)
        looks: dict[int, Look] = {}
        for width, indexes in by_width.items():
            for batch in _batches(indexes):
                read = self._read_batch([pieces[index] for index in batch], width)
                looks.update(zip(batch, read, strict=True))
        return [looks[index] for index in range(len(pieces))]

    def _read_batch(self, pieces: Sequence[Pixels], width: int) -> list[Look]:
        inputs = np.zeros((len(pieces), 3, HEIGHT, width), np.float32)
        used = [min(_scaled_width(piece), width) for piece in pieces]
        for row, piece, wide in zip(inputs, pieces, used, strict=True):
            row[:, :, :wide] = network_input(cv2.resize(piece, (wide, HEIGHT)))
        answer: Any = self._session.run(None, {self._input: inputs})
        return [
            self._look(steps, wide / width) for steps, wide in zip(answer[0], used, strict=True)
        ]

    def _look(self, steps: Steps, used: float) -> Look:
        """Take the best character of each step, without blanks and repeats (CTC, greedy)."""
        best, surest = steps.argmax(axis=1), steps.max(axis=1)
        kept = (best != 0) & (best != np.concatenate(([-1], best[:-1])))
        of_digits = steps[:, self._digits]
        others = np.clip(1.0 - of_digits.sum(axis=1, keepdims=True), 0.0, 1.0)
        return Look(
            text="".join(self._characters[index] for index in best[kept]),
            confidence=float(surest[kept].mean()) if kept.any() else 0.0,
            places=tuple(((np.flatnonzero(kept) + 0.5) / len(steps) / used).tolist()),
            steps=np.concatenate((of_digits, others), axis=1),
        )


def _batches(indexes: list[int]) -> list[list[int]]:
    return [indexes[start : start + BATCH] for start in range(0, len(indexes), BATCH)]


def _scaled_width(piece: Pixels) -> int:
    height, width = piece.shape[:2]
    return max(8, -(-HEIGHT * int(width) // int(height)))


def _network_width(piece: Pixels) -> int:
    steps = -(-_scaled_width(piece) // WIDTH_STEP)
    return min(WIDEST, WIDTH_STEP * steps)
