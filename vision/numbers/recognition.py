"""Reads the text of pieces of a photo with PP-OCR's recogniser (SVTR-LCNet, CTC), in batches."""

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


@dataclass(frozen=True, slots=True, kw_only=True)
class Text:
    """The text of a piece; confidence is the mean probability of its characters."""

    value: str
    confidence: float


class TextRecogniser:
    """Reads the text of upright pieces of a photo."""

    def __init__(self, *, threads: int = 1) -> None:
        path = packaged_model("rapidocr_onnxruntime", "ch_PP-OCRv4_rec_infer.onnx")
        self._session = inference_session(path, threads=threads)
        self._input = self._session.get_inputs()[0].name
        listed = self._session.get_modelmeta().custom_metadata_map["character"].splitlines()
        self._characters = ["", *listed, " "]

    def read(self, pieces: Sequence[Pixels]) -> list[Text]:
        """Read pieces (h, w, 3), in their order.

        Pieces of similar width are read together: the network accepts one width at a time, and its
        memory stays small with few widths.
        """
        by_width = defaultdict(list)
        for index, piece in enumerate(pieces):
            by_width[_network_width(piece)].append(index)
        texts: dict[int, Text] = {}
        for width, indexes in by_width.items():
            for batch in _batches(indexes):
                read = self._read_batch([pieces[index] for index in batch], width)
                texts.update(zip(batch, read, strict=True))
        return [texts[index] for index in range(len(pieces))]

    def _read_batch(self, pieces: Sequence[Pixels], width: int) -> list[Text]:
        inputs = np.zeros((len(pieces), 3, HEIGHT, width), np.float32)
        for row, piece in zip(inputs, pieces, strict=True):
            scaled = cv2.resize(piece, (min(_scaled_width(piece), width), HEIGHT))
            row[:, :, : scaled.shape[1]] = network_input(scaled)
        answer: Any = self._session.run(None, {self._input: inputs})
        return [self._decode(steps) for steps in answer[0]]

    def _decode(self, steps: NDArray[np.float32]) -> Text:
        """Take the best character of each step, without blanks and repeats (CTC, greedy)."""
        best = steps.argmax(axis=1)
        kept = (best != 0) & (best != np.concatenate(([-1], best[:-1])))
        if not kept.any():
            return Text(value="", confidence=0.0)
        value = "".join(self._characters[index] for index in best[kept])
        return Text(value=value, confidence=float(steps.max(axis=1)[kept].mean()))


def _batches(indexes: list[int]) -> list[list[int]]:
    return [indexes[start : start + BATCH] for start in range(0, len(indexes), BATCH)]


def _scaled_width(piece: Pixels) -> int:
    height, width = piece.shape[:2]
    return max(8, -(-HEIGHT * int(width) // int(height)))


def _network_width(piece: Pixels) -> int:
    steps = -(-_scaled_width(piece) // WIDTH_STEP)
    return min(WIDEST, WIDTH_STEP * steps)
