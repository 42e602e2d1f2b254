"""Reads the photos of a folder, and counts the CPU-seconds by their size."""

import os
import sys
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

from PIL import Image

from vision.images import UnreadableImage

# Classes of photos by their long side, in pixels.
SIZES = (720, 1100, 2100, 100_000)
What = TypeVar("What")


@dataclass(frozen=True, slots=True, kw_only=True)
class Cost:
    """CPU-seconds of one photo, and its long side in pixels."""

    side: int
    seconds: float


def read_photos(
    folder: Path, photos: Iterable[str], read: Callable[[Path], What]
) -> tuple[dict[str, What], list[Cost]]:
    """Read photos one by one; those that cannot be read are named and left out."""
    found: dict[str, What] = {}
    costs: list[Cost] = []
    for photo in sorted(photos):
        begun = cpu_seconds()
        try:
            side = _long_side(folder / photo)
            found[photo] = read(folder / photo)
        except (OSError, UnreadableImage) as error:
            sys.stdout.write(f"{photo}: left out: {error}\n")
            continue
        costs.append(Cost(side=side, seconds=cpu_seconds() - begun))
    return found, costs


def costs_by_size(costs: Sequence[Cost]) -> list[tuple[str, int, float]]:
    """Return for each size that occurs its name, the number of photos and their mean seconds."""
    told = []
    for smaller, size in zip((0, *SIZES), SIZES, strict=False):
        seconds = [cost.seconds for cost in costs if smaller < cost.side <= size]
        if seconds:
            name = f"up to {size}" if size != SIZES[-1] else f"over {smaller}"
            told.append((f"{name} pixels", len(seconds), sum(seconds) / len(seconds)))
    return told


def cpu_seconds() -> float:
    times = os.times()
    return times.user + times.system


def _long_side(photo: Path) -> int:
    with Image.open(photo) as image:
        return max(image.size)
