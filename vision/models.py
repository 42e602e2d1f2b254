"""Finds and loads the models of installed packages."""

from importlib.util import find_spec
from pathlib import Path
from typing import Any

import onnxruntime


def packaged_model(package: str, name: str) -> Path:
    """Find a file in the `models` folder of an installed package, without importing the package.

    (The import of rapidocr or face_recognition_models takes time, and the latter needs
    pkg_resources.)
    """
    spec = find_spec(package)
    if spec is None or spec.origin is None:
        raise ModuleNotFoundError(f"No module named '{package}'", name=package)
    return Path(spec.origin).parent / "models" / name


def inference_session(path: Path, *, threads: int) -> Any:
    """Load an ONNX model for the CPU.

    All models get inputs of few fixed shapes, so that the memory arena grows once and then stays;
    without an arena, page faults cost a third of the time. Waiting threads do not spin, because
    this server shares its machine.
    """
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = threads
    options.inter_op_num_threads = 1
    options.log_severity_level = 3
    options.add_session_config_entry("session.intra_op.allow_spinning", "0")
    return onnxruntime.InferenceSession(str(path), options, providers=["CPUExecutionProvider"])
