"""Calls of the API with a role, if necessary over a database connection of their own."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

from django.contrib.auth.models import User
from django.db import connection
from rest_framework.test import APIClient

from foundation.messaging.tests.play.racing import race
from foundation.rest.roles import grant_role
from foundation.rest.tokens import issue

MANAGE = "recognition.manage"
NIL = "00000000-0000-0000-0000-000000000000"


def client_of(role: str) -> APIClient:
    """Return a client of a committed user with the role."""
    user, _ = User.objects.get_or_create(username=f"with {role}")
    grant_role(user, role)
    client = APIClient(raise_request_exception=False)
    client.credentials(HTTP_AUTHORIZATION=f"Bearer {issue(user, timedelta(minutes=5))}")
    return client


def forget_users() -> None:
    """Delete the users that were committed."""
    with connection.cursor() as cursor:
        cursor.execute("DELETE FROM auth_user_groups; DELETE FROM auth_user")


def raced(first: Callable[[], Any], second: Callable[[], Any]) -> tuple[Any, Any]:
    """Make two calls, the second of which runs into the first; return both answers."""
    answers: list[Any] = []
    late = race(lambda: answers.append(first()), second)
    return answers[0], late


def fields_of(answer: Any) -> dict[str, str]:
    """Return what is wrong with which field."""
    assert answer["Content-Type"] == "application/problem+json"
    return {error["field"]: error["code"] for error in answer.json()["errors"]}


def faults_in(answer: Any) -> dict[str, str]:
    """Return what is wrong with which field, in words."""
    return {error["field"]: error["detail"] for error in answer.json()["errors"]}
