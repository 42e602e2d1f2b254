"""Finds the models of installed packages, and runs them with OpenVINO."""

from collections.abc import Mapping
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np
import openvino
from numpy.typing import NDArray
from openvino import opset13

Values = NDArray[np.float32]


def packaged_model(package: str, name: str) -> Path:
    """Find a file in the `models` folder of an installed package, without importing the package.

    (The import of rapidocr or face_recognition_models takes time, and the latter needs
    pkg_resources.)
    """
    spec = find_spec(package)
    if spec is None or spec.origin is None:
        raise ModuleNotFoundError(f"No module named '{package}'", name=package)
    return Path(spec.origin).parent / "models" / name


class Network:
    """A model with one input and one output, compiled for the CPU.

    The dimensions of `shape` that are -1 may differ between inputs. A network is faster if all are
    known, but then every shape needs a network of its own (50 MB).

    :param in_8_bits: convolutions that are calculated so, and the largest magnitude of their
        inputs; what is larger counts as that.
    """

    def __init__(
        self,
        path: Path,
        shape: tuple[int, ...],
        *,
        threads: int,
        in_8_bits: Mapping[str, float] | None = None,
    ) -> None:
        core = openvino.Core()
        model = core.read_model(path)
        model.reshape(list(shape))
        for name, largest in (in_8_bits or {}).items():
            _calculate_in_8_bits(model, name, largest)
        settings = {
            "INFERENCE_NUM_THREADS": threads,
            "PERFORMANCE_HINT": "LATENCY",
            # Else 32 bits on every processor. Some would calculate with 16: faster, but a little
            # worse, and the same photo would have other readings on another machine.
            "EXECUTION_MODE_HINT": "ACCURACY",
            # This server shares its machine.
            "ENABLE_CPU_PINNING": False,
        }
        self._compiled: Any = core.compile_model(model, "CPU", settings)
        self._request: Any = self._compiled.create_infer_request()
        # Not as OpenVINO gives them: they would keep the model in memory beside the compiled one.
        notes: Any = dict(model.get_rt_info().items()).get("framework", {})
        self._notes = {name: str(note.value) for name, note in notes.items()}

    def note(self, name: str) -> str:
        """Return what the model's file notes under a name, such as its characters."""
        return self._notes[name]

    def run(self, inputs: Values) -> Values:
        """Return the outputs for a batch of inputs; the next run overwrites them."""
        self._request.infer([inputs], share_inputs=True)
        outputs: Values = self._request.get_output_tensor().data
        return outputs

    def release(self) -> None:
        """Return the memory of the last run to the system; its outputs are gone with it."""
        self._compiled.release_memory()


def _calculate_in_8_bits(model: Any, name: str, largest: float) -> None:
    """Round the inputs and the weights of a convolution, so that OpenVINO calculates with bytes.

    Weights have seven bits: without VNNI, products of two whole bytes would overflow when they are
    added, and processors would differ.

    :raises ValueError: the model has no convolution of this name.
    """
    named = [each for each in model.get_ops() if each.get_friendly_name() == name]
    if not named:
        raise ValueError(f"The model has no layer {name}.")
    (node,) = named
    weights = node.input_value(1)
    magnitudes = 2 * np.abs(weights.get_node().data).max(axis=(1, 2, 3), keepdims=True)
    low, high = np.float32(-largest), np.float32(largest * 127 / 128)
    rounded = (
        opset13.fake_quantize(node.input_value(0), low, high, low, high, 256),
        opset13.fake_quantize(weights, -magnitudes, magnitudes, -magnitudes, magnitudes, 255),
    )
    for place, value in enumerate(rounded):
        node.input(place).replace_source_output(value.output(0))
