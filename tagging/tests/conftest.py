"""The other side of every wire, and clients of the API."""

import pytest

from recognition.tests.conftest import web
from rest.tests.conftest import _no_counts_of_other_tests, anybody, caller
from sandbox.fixtures import sandbox, sandbox_server

__all__ = ["_no_counts_of_other_tests", "anybody", "caller", "sandbox", "sandbox_server", "web"]


@pytest.fixture
def tagators(caller, settings):
    """The outside tagator service, which receives tasks and calls back."""
    settings.TAGATOR_SERVICE = "recognition.providers.tagator_service.HttpTagatorService"
    return caller("tagging.callback", username="tagators")


@pytest.fixture
def manager(caller):
    """A client that may manage tagging."""
    return caller("tagging.manage", username="manager")
