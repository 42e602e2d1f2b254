"""Callers of the API."""

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.contrib.auth.models import User
from rest_framework.test import APIClient

from foundation.rest.roles import grant_role
from foundation.rest.tokens import issue

Caller = Callable[..., APIClient]


@pytest.fixture
def caller(db: None) -> Caller:
    """Return a function that makes a client with these roles, or without a token."""

    def make(*roles: str) -> APIClient:
        client = APIClient()
        if roles:
            user = User.objects.create_user("source")
            for role in roles:
                grant_role(user, role)
            client.credentials(HTTP_AUTHORIZATION=f"Bearer {issue(user, timedelta(minutes=5))}")
        return client

    return make
