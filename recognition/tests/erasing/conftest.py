"""The file of erasures of a test, and an album with a person to erase."""

from pathlib import Path
from typing import Any

import pytest

from recognition.models import Album, Strategy
from recognition.tests.factories import AlbumFactory
from tools.sandbox.client import SandboxClient


@pytest.fixture(autouse=True)
def erasures_file(settings: Any, tmp_path: Path) -> Path:
    """The file that erasures are written to, which is not there yet."""
    settings.ERASURES_FILE = str(tmp_path / "erasures.jsonl")
    return tmp_path / "erasures.jsonl"


@pytest.fixture
def album(sandbox: SandboxClient, settings: Any) -> Album:
    """An album whose number provider, the sandbox's, recognises faces."""
    settings.NUMBER_PROVIDER_URL = sandbox.url("number-provider")
    return AlbumFactory.create(strategy=Strategy.FACE_NUMBER)
