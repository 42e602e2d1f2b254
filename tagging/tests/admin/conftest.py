"""Staff who look at the pages of tagging."""

import pytest
from django.contrib.auth.models import User
from django.test import Client

from foundation.rest.tests.staff import signed_in


@pytest.fixture
def manager(client: Client, db: None) -> Client:
    """A client signed in as staff of the group "Tagging managers"."""
    return signed_in(client, "tagging.manage", name="meg")


@pytest.fixture
def stranger(db: None) -> Client:
    """A client signed in as staff without a right to tagging."""
    client = Client()
    client.force_login(User.objects.create_user("sam", is_staff=True))
    return client
