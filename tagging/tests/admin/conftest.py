"""Staff who look at the pages of tagging."""

import pytest
from django.contrib.auth.models import User
from django.test import Client


@pytest.fixture
def manager(meg: Client) -> Client:
    """Meg, who manages tagging; elsewhere it is a client of the API."""
    return meg


@pytest.fixture
def stranger(db: None) -> Client:
    """A client signed in as staff without a right to tagging."""
    client = Client()
    client.force_login(User.objects.create_user("sam", is_staff=True))
    return client
