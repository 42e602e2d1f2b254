"""Clients of the API."""

import pytest

from config.tests.frames import frame, without_frame
from foundation.rest.tests.conftest import anybody, caller

__all__ = ["anybody", "caller", "frame", "without_frame"]


@pytest.fixture
def reader(caller):
    return caller("rewards.read", username="reader")


@pytest.fixture
def editor(caller):
    return caller("rewards.edit", username="editor")


@pytest.fixture
def activator(caller):
    return caller("rewards.activate", username="activator")
