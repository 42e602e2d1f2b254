"""The staff's first page, counted for each test."""

from collections.abc import Iterator

import pytest
from django.contrib.auth.models import User
from django.core.cache import caches
from django.test import Client


@pytest.fixture(autouse=True)
def _counted_anew() -> Iterator[None]:
    caches["figures"].clear()
    yield
    caches["figures"].clear()


@pytest.fixture
def staff(client: Client) -> Client:
    client.force_login(User.objects.create_superuser("boss"))
    return client
