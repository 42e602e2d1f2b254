"""What another reader makes of the same photos: RapidOCR as it comes."""

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cv2
from rapidocr_onnxruntime import RapidOCR

from vision.numbers.formats import NumberFormat


@dataclass(frozen=True, slots=True, kw_only=True)
class RivalReading:
    """A text that is a number, and RapidOCR's confidence."""

    value: str
    confidence: float
    alternatives: tuple[()] = ()


class RapidOcr:
    """RapidOCR with its own settings, but with a number of threads."""

    def __init__(self, *, threads: int, number_format: NumberFormat) -> None:
        self._takes = number_format.takes
        cv2.setNumThreads(threads)
        self._engine: Any = RapidOCR(intra_op_num_threads=threads, inter_op_num_threads=1)

    def read(self, photo: Path) -> list[RivalReading]:
        """Read the texts of a photo's file that are numbers."""
        lines, _ = self._engine(str(photo))
        return [
            RivalReading(value=text.replace("-", "").upper(), confidence=float(confidence))
            for _, text, confidence in lines or ()
            if self._takes(text)
        ]
