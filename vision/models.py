"""Finds the models of installed packages, and runs them with OpenVINO."""

from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np
import openvino
from numpy.typing import NDArray

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
    """

    def __init__(self, path: Path, shape: tuple[int, ...], *, threads: int) -> None:
        core = openvino.Core()
        model = core.read_model(path)
        model.reshape(list(shape))
        settings = {
            "INFERENCE_NUM_THREADS": threads,
            "PERFORMANCE_HINT": "LATENCY",
            # 32 bits on every processor. Some would calculate with 16: faster, but a little worse,
            # and the same photo would have other readings on another machine.
            "EXECUTION_MODE_HINT": "ACCURACY",
            # This server shares its machine.
            "ENABLE_CPU_PINNING": False,
        }
        self._request: Any = core.compile_model(model, "CPU", settings).create_infer_request()
        self._notes: Any = model.get_rt_info()

    def note(self, name: str) -> str:
        """Return what the model's file notes under a name, such as its characters."""
        return str(self._notes["framework"][name].value)

    def run(self, inputs: Values) -> Values:
        """Return the outputs for a batch of inputs; the next run overwrites them."""
        self._request.infer([inputs], share_inputs=True)
        outputs: Values = self._request.get_output_tensor().data
        return outputs
