"""The file of erasures of a test."""

from pathlib import Path
from typing import Any

import pytest


@pytest.fixture(autouse=True)
def erasures_file(settings: Any, tmp_path: Path) -> Path:
    """The file that erasures are written to, which is not there yet."""
    settings.ERASURES_FILE = str(tmp_path / "erasures.jsonl")
    return tmp_path / "erasures.jsonl"
