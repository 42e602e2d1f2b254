"""What was read on photos, kept in a file: an album can be played again without its reading.

Each line has a picture and what was read on it, so a run that was killed goes on where it was. A
picture is known by its pixels. Delete the file after a change of what reads.
"""

import json
from collections.abc import Mapping
from dataclasses import asdict
from functools import cached_property
from hashlib import sha256
from pathlib import Path
from typing import Any

from vision.boxes import Box
from vision.images import Pixels
from vision.numbers.formats import NumberFormat
from vision.numbers.reading import Alternative, NumberReader, Numbers, Reading
from vision.numbers.unread import Unread


class KeptNumbers:
    """Reads each picture once; the models are loaded for the first one that is not known."""

    def __init__(self, path: Path) -> None:
        self._path = path
        lines = path.read_text(encoding="utf-8").splitlines() if path.exists() else []
        self._known: dict[str, Mapping[str, Any]] = dict(map(json.loads, lines))

    def see(self, pixels: Pixels, number_format: NumberFormat, /) -> Numbers:
        """Return what is on a picture, read now or before."""
        key = sha256(number_format.encode() + pixels.tobytes()).hexdigest()
        if key not in self._known:
            self._keep(key, self._reader.see(pixels, number_format))
        return _numbers(self._known[key])

    def _keep(self, key: str, numbers: Numbers) -> None:
        self._known[key] = asdict(numbers)
        with self._path.open("a", encoding="utf-8") as file:
            file.write(json.dumps([key, self._known[key]]) + "\n")

    @cached_property
    def _reader(self) -> NumberReader:
        return NumberReader()


def _numbers(kept: Mapping[str, Any]) -> Numbers:
    return Numbers(
        readings=[_reading(one) for one in kept["readings"]],
        unread=[
            Unread(box=Box(**one["box"]), confidence=one["confidence"]) for one in kept["unread"]
        ],
    )


def _reading(kept: Mapping[str, Any]) -> Reading:
    return Reading(
        value=kept["value"],
        confidence=kept["confidence"],
        box=Box(**kept["box"]),
        alternatives=tuple(Alternative(**other) for other in kept["alternatives"]),
        phrase=kept["phrase"],
    )
