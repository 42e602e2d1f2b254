"""The other side of every wire, and clients of the API."""

import pytest

from config.tests.frames import frame, without_frame
from foundation.rest.tests.conftest import _no_counts_of_other_tests, anybody, caller
from foundation.rest.tests.staff import signed_in
from recognition.tests.conftest import web, web_server
from tagging.tests.factories import new_tagator
from tools.sandbox.fixtures import sandbox, sandbox_server

__all__ = [
    "_no_counts_of_other_tests",
    "anybody",
    "caller",
    "frame",
    "sandbox",
    "sandbox_server",
    "web",
    "web_server",
    "without_frame",
]


@pytest.fixture
def tagators(caller, settings):
    """The outside tagator service, which receives tasks and calls back."""
    settings.TAGATOR_SERVICE = "recognition.wire.tagator_service.HttpTagatorService"
    return caller("tagging.callback", username="tagators")


@pytest.fixture
def manager(caller):
    """A client that may manage tagging."""
    return caller("tagging.manage", username="manager")


@pytest.fixture
def meg(db, client):
    """A client signed in as Meg, staff of the group "Tagging managers"."""
    return signed_in(client, "tagging.manage", name="meg")


@pytest.fixture
def lead(db, client):
    """A client signed in as the lead of the tagging, who has no other role."""
    return signed_in(client, "tagging.manage")


@pytest.fixture
def kim(db):
    """A tagator with a phone and a rate."""
    return new_tagator(email="kim@example.org", phone="1", rate_per_task=1)
