"""What is known of a model that embeds faces: who it is, and how near people are by it."""

from dataclasses import dataclass
from math import exp, expm1, log, log1p

import numpy as np
from numpy.typing import NDArray

Embedding = NDArray[np.float32]

# Two faces are of one picture if two people are so near with this probability at most. The same
# picture has distance 0, one that was written again a little.
SAME_PICTURE = 1e-6


@dataclass(frozen=True, slots=True, kw_only=True)
class Strangers:
    """How near two people are: within `near` with the probability `share`.

    Below, the probability falls by the factor e each `step`. That is the tail of the distances of
    a model's embeddings (peaks over threshold, exponential excess).
    """

    near: float
    share: float
    step: float

    def probability(self, distance: float) -> float:
        """Return how probable it is that two people are within a distance of at most `near`."""
        return self.share * exp((min(distance, self.near) - self.near) / self.step)

    def taken(self, bound: float, people: int) -> float:
        """Return the share of strangers that are within a bound of one of so many people."""
        return -expm1(people * log1p(-self.probability(bound)))

    def distance(self, probability: float) -> float:
        """Return the distance within which two people are with a probability, at most `near`."""
        return min(self.near, self.near + self.step * log(probability / self.share))


@dataclass(frozen=True, slots=True, kw_only=True)
class FaceModel:
    """A model: embeddings of two models, by their digests, are never compared.

    :param digest: of the model's file and of what else decides about an embedding (SHA-256).
    :param largest: the largest distance of two pictures of one person.
    """

    name: str
    digest: str
    dimension: int
    largest: float
    strangers: Strangers

    def __str__(self) -> str:
        return f"{self.name} ({self.digest[:12]})"


# dlib's ResNet, the built-in model. Its own bound of 0.6 is for one pair of faces; a space has
# people who look alike, so ours is narrower. The tail is that of 61,832 pairs of two people of one
# race, six races (docs/vision.md).
DLIB = FaceModel(
    name="dlib",
    digest="55533b28a95800a551ba546ba62fe69625c7e95a7061c338adffead08719da30",
    dimension=128,
    largest=0.5,
    strangers=Strangers(near=0.503, share=0.01, step=0.024),
)
