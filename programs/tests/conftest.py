"""Callers of the API."""

import pytest
from django.contrib.auth.models import User
from django.test import Client

from config.tests.frames import frame, without_frame
from foundation.rest.tests.conftest import _no_counts_of_other_tests, anybody, caller

__all__ = ["_no_counts_of_other_tests", "anybody", "caller", "frame", "without_frame"]


@pytest.fixture
def manager(caller):
    """A client that may manage programs."""
    return caller("programs.manage", username="manager")


@pytest.fixture
def reader(caller):
    """A client that may read programs."""
    return caller("programs.read", username="reader")


@pytest.fixture
def staff(client: Client, db: None) -> Client:
    """A client of a superuser."""
    client.force_login(User.objects.create_superuser("staff"))
    return client
