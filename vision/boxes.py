from dataclasses import asdict, dataclass

import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True, slots=True, kw_only=True)
class Box:
    """A place in fractions of the image: 0 is left and top, 1 is right and bottom."""

    left: float
    top: float
    width: float
    height: float

    def overlaps(self, other: "Box") -> bool:
        """Return whether the two have a place in common."""
        return (
            self.left < other.left + other.width
            and other.left < self.left + self.width
            and self.top < other.top + other.height
            and other.top < self.top + self.height
        )

    def as_json(self) -> dict[str, float]:
        return {name: round(value, 6) for name, value in asdict(self).items()}


def bounding_box(points: NDArray[np.float32], width: int, height: int) -> Box:
    """Return the box around points (n, 2), in pixels, within an image of `width` x `height`."""
    limits = np.array([width, height], np.float32)
    low = np.clip(points.min(axis=0) / limits, 0.0, 1.0)
    high = np.clip(points.max(axis=0) / limits, 0.0, 1.0)
    return Box(
        left=float(low[0]),
        top=float(low[1]),
        width=float(high[0] - low[0]),
        height=float(high[1] - low[1]),
    )
