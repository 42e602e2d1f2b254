"""Models of faces for tests: a random projection of an aligned face's pixels.

Nobody is recognised by them on another photo, but the same picture gives the same embedding. The
ONNX file is written field by field (protocol buffers, onnx.proto), so that no package is needed.
"""

from collections.abc import Iterable
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

SIDE = 24
FLOAT = 1

DESCRIPTION = """
[input]
width = {side}
height = {side}
colours = "RGB"
mean = 127.5
scale = 0.0078125
landmarks = "arcface"

[output]
dimension = {dimension}
normalise = true

[distances]
largest = 1.0
near = 0.9
share = 0.01
step = 0.05
"""


def write_model(
    folder: Path, name: str = "projection", *, dimension: int = 64, seed: int = 1
) -> Path:
    """Write an ONNX file, and its description; return the path of the file."""
    drawn = np.random.default_rng(seed).normal(size=(3 * SIDE * SIDE, dimension))
    path = folder / f"{name}.onnx"
    path.write_bytes(projection(drawn.astype(np.float32)))
    path.with_suffix(".toml").write_text(DESCRIPTION.format(side=SIDE, dimension=dimension))
    return path


def projection(values: NDArray[np.float32]) -> bytes:
    """Return a model that flattens its input (1, 3, SIDE, SIDE) and multiplies it by a matrix."""
    flatten = b"".join(
        [_text(1, "faces"), _text(2, "flat"), _text(4, "Flatten")]  # inputs, outputs, type
    )
    multiply = b"".join(
        [_text(1, "flat"), _text(1, "matrix"), _text(2, "embeddings"), _text(4, "MatMul")]
    )
    matrix = b"".join(
        [*(_number(1, size) for size in values.shape), _number(2, FLOAT), _text(8, "matrix")]
    ) + _bytes(9, values.astype("<f4").tobytes())
    graph = b"".join(
        [
            _bytes(1, flatten),
            _bytes(1, multiply),
            _text(2, "projection"),
            _bytes(5, matrix),
            _bytes(11, _tensor("faces", (1, 3, SIDE, SIDE))),
            _bytes(12, _tensor("embeddings", (1, values.shape[1]))),
        ]
    )
    return _number(1, 8) + _bytes(7, graph) + _bytes(8, _number(2, 13))  # versions


def _tensor(name: str, shape: Iterable[int]) -> bytes:
    sizes = b"".join(_bytes(1, _number(1, size)) for size in shape)
    return _text(1, name) + _bytes(2, _bytes(1, _number(1, FLOAT) + _bytes(2, sizes)))


def _number(field: int, value: int) -> bytes:
    return _whole(field << 3) + _whole(value)


def _text(field: int, value: str) -> bytes:
    return _bytes(field, value.encode())


def _bytes(field: int, value: bytes) -> bytes:
    return _whole(field << 3 | 2) + _whole(len(value)) + value


def _whole(value: int) -> bytes:
    """Write seven bits a byte, the lowest first; all but the last byte have the highest bit."""
    written = bytearray()
    while value > 127:
        written.append(value & 127 | 128)
        value >>= 7
    return bytes([*written, value])
