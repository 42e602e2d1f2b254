"""Staff who look at the pages of tagging."""

import pytest
from django.contrib.auth.models import Permission, User
from django.test import Client

from foundation.rest.tests.staff import signed_in


def _staff(client: Client, name: str) -> User:
    user = User.objects.create_user(name, is_staff=True)
    client.force_login(user)
    return user


@pytest.fixture
def manager(client: Client, db: None) -> Client:
    """A client signed in as staff of the group "Tagging managers"."""
    return signed_in(client, "tagging.manage", name="meg")


@pytest.fixture
def onlooker(db: None) -> Client:
    """A client signed in as staff who may only look at tagging."""
    client = Client()
    own = Permission.objects.filter(content_type__app_label="tagging", codename__startswith="view")
    _staff(client, "lou").user_permissions.add(*own)
    return client


@pytest.fixture
def stranger(db: None) -> Client:
    """A client signed in as staff without a right to tagging."""
    client = Client()
    _staff(client, "sam")
    return client
