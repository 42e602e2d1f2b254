"""Where the sketches of a space are kept: arrays over a mapped file, or over memory.

The file begins with a page that says what follows, then come the directions and the columns. The
page is written after the rest is on the disk. So it never names rows that are not there.
"""

import json
import mmap
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Self
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

Matrix = NDArray[np.float32]
PAGE = 4096
VERSION = 1


class NotOurs(Exception):
    """A file is damaged, or of another version, space or database."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Geometry:
    """The middle of the faces, the directions, and the step of a byte along each of these."""

    middle: Matrix
    axes: Matrix
    steps: Matrix


@dataclass(frozen=True, slots=True, kw_only=True)
class Shape:
    """Sizes of the columns: numbers of a face, directions, those as floats, and rows."""

    size: int
    directions: int
    first: int
    room: int


class Columns:
    """A space's sketches, column by column; the first `count` rows are in use."""

    def __init__(self, buffer: mmap.mmap, shape: Shape) -> None:
        self.buffer, self.shape, self.count = buffer, shape, 0
        parts = [np.ndarray(size, kind, buffer, place) for size, kind, place in _parts(shape)]
        middle, axes, steps, self.numbers, self.first, self.codes, self.errors = parts
        self.geometry = Geometry(middle=middle, axes=axes, steps=steps)

    @classmethod
    def made(cls, geometry: Geometry, first: int, room: int, path: Path | None) -> Self:
        """Make empty columns in a new file, or in memory."""
        size, directions = geometry.axes.shape
        shape = Shape(size=size, directions=directions, first=min(first, directions), room=room)
        columns = cls(_mapped(path, _bytes(shape)), shape)
        columns.geometry.middle[:] = geometry.middle
        columns.geometry.axes[:] = geometry.axes
        columns.geometry.steps[:] = geometry.steps
        return columns

    @classmethod
    def opened(cls, path: Path, identity: Mapping[str, str]) -> tuple[Self, int]:
        """Open a file; return also how many deletions were applied to it.

        :raises NotOurs: it must be made again.
        """
        try:
            with path.open("r+b") as file:
                head = _head(file.read(PAGE))
                shape = Shape(**head["shape"])
                if head["identity"] != dict(identity) or path.stat().st_size != _bytes(shape):
                    raise NotOurs(path)
                columns = cls(mmap.mmap(file.fileno(), _bytes(shape)), shape)
        except (OSError, ValueError, KeyError, TypeError) as error:
            raise NotOurs(path) from error
        columns.count = head["count"]
        columns._wipe_rest()
        return columns, head["deletions"]

    def save(self, identity: Mapping[str, str], deletions: int) -> None:
        """Write the rows to the disk, then the page that names them."""
        self.buffer.flush()
        shape = asdict(self.shape)
        head = {"identity": dict(identity), "shape": shape, "count": self.count}
        text = json.dumps({**head, "deletions": deletions, "version": VERSION}).encode()
        self.buffer[:PAGE] = (b"%08x" % crc32(text) + text).ljust(PAGE)
        self.buffer.flush(0, PAGE)

    def copy_to(self, other: Self) -> None:
        """Copy the rows to columns with more room."""
        other.first[:, : self.count] = self.first[:, : self.count]
        for name in ("numbers", "codes", "errors"):
            getattr(other, name)[: self.count] = getattr(self, name)[: self.count]
        other.count = self.count

    def _wipe_rest(self) -> None:
        """Overwrite what was added after the page was written: it may be deleted by now."""
        for column in (self.numbers, *self.first, self.codes, self.errors):
            if column[self.count :].any():
                column[self.count :] = 0


def _head(page: bytes) -> dict[str, Any]:
    text = page[8:].rstrip()
    if page[:8] != b"%08x" % crc32(text):
        raise ValueError
    head = json.loads(text)
    if head["version"] != VERSION:
        raise ValueError
    return dict(head)


def _mapped(path: Path | None, size: int) -> mmap.mmap:
    if path is None:
        return mmap.mmap(-1, size)
    with path.open("w+b") as file:
        file.truncate(size)
        return mmap.mmap(file.fileno(), size)


def _parts(shape: Shape) -> list[tuple[tuple[int, ...], type, int]]:
    """Return the size, type and place of each array."""
    sizes: list[tuple[tuple[int, ...], type]] = [
        ((shape.size,), np.float32),
        ((shape.size, shape.directions), np.float32),
        ((shape.directions + 1,), np.float32),
        ((shape.room,), np.int64),
        ((shape.first + 1, shape.room), np.float32),
        ((shape.room, shape.directions + 1), np.int8),
        ((shape.room,), np.float32),
    ]
    parts, place = [], PAGE
    for size, kind in sizes:
        parts.append((size, kind, place))
        place += -(-int(np.prod(size)) * np.dtype(kind).itemsize // PAGE) * PAGE
    return parts


def _bytes(shape: Shape) -> int:
    size, kind, place = _parts(shape)[-1]
    return place + -(-int(np.prod(size)) * np.dtype(kind).itemsize // PAGE) * PAGE
