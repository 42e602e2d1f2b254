"""Callers, and the sample API. Models are imported late: Django starts after this import."""

from collections.abc import Callable, Iterator
from datetime import timedelta
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from rest_framework.test import APIClient

Caller = Callable[..., "APIClient"]


@pytest.fixture
def caller(db: None) -> Caller:
    """Return a function that makes a client with these roles."""
    from django.contrib.auth.models import User
    from rest_framework.test import APIClient

    from foundation.rest.roles import grant_role
    from foundation.rest.tokens import issue

    def make(*roles: str, username: str = "ann", **fields: Any) -> APIClient:
        user = User.objects.create_user(username, **fields)
        for role in roles:
            grant_role(user, role)
        client = APIClient(raise_request_exception=False)
        client.credentials(HTTP_AUTHORIZATION=f"Bearer {issue(user, timedelta(minutes=5))}")
        return client

    return make


@pytest.fixture
def anybody() -> "APIClient":
    """Return a client without a token."""
    from rest_framework.test import APIClient

    return APIClient(raise_request_exception=False)


@pytest.fixture(autouse=True)
def _no_counts_of_other_tests() -> Iterator[None]:
    from django.core.cache import cache

    from foundation.rest.throttles import forget_calls

    cache.clear()
    forget_calls()
    yield
    cache.clear()


@pytest.fixture
def sample_api(settings: Any) -> None:
    """Serve the sample API."""
    settings.ROOT_URLCONF = "foundation.rest.tests.sample_api"
