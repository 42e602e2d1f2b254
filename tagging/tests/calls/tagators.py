"""Calls of the endpoints of tagators, as a test makes them."""

from typing import Any
from uuid import UUID

import pytest
from django.utils import timezone
from rest_framework.test import APIClient

from foundation.records.audit import Actor
from tagging.models import Tagator, TagatorState
from tagging.tagators.commands import ChangeTagatorCommand
from tagging.tests.factories import PASSWORD

STRONGER = "a longer and better phrase"
NEW = {
    "email": "Kim@Example.org",
    "name": "Kim",
    "phone": "+49 30 12",
    "password": PASSWORD,
    "ratePerTask": "0.15",
}
WRONG_VALUES = pytest.mark.parametrize(
    ("field", "value", "code"),
    [
        ("email", "kim", "invalid"),
        ("email", "", "blank"),
        ("email", None, "null"),
        ("email", f"{'k' * 140}@example.org", "max-length"),
        ("name", "", "blank"),
        ("name", None, "null"),
        ("name", "x" * 201, "max-length"),
        ("phone", "1" * 51, "max-length"),
        ("phone", None, "null"),
        ("password", "", "blank"),
        ("password", None, "null"),
        ("password", "x" * 129, "max-length"),
        ("ratePerTask", "-0.01", "min-value"),
        ("ratePerTask", -1, "min-value"),
        ("ratePerTask", "0.00001", "max-decimal-places"),
        ("ratePerTask", 0.00001, "max-decimal-places"),
        ("ratePerTask", "100000", "max-whole-digits"),
        ("ratePerTask", 10**400, "max-digits"),
        ("ratePerTask", "much", "invalid"),
        ("ratePerTask", "NaN", "invalid"),
        ("ratePerTask", "Infinity", "invalid"),
        ("ratePerTask", "1_0", "invalid"),
        ("ratePerTask", "٣", "invalid"),
        ("ratePerTask", "1e2", "invalid"),
        ("ratePerTask", True, "invalid"),
        ("ratePerTask", [1], "invalid"),
        ("ratePerTask", None, "null"),
        ("state", "blocked", "invalid-choice"),
        ("state", None, "null"),
        ("language", "tlh", "invalid-choice"),
        ("language", None, "null"),
    ],
    ids=lambda value: str(value)[:12],
)
"""What no field of a tagator can be."""
WEAK = pytest.mark.parametrize("password", ["short", "12345678901", "password123", "kim@example"])


def path(tagator: Tagator | UUID | str | None = None, rest: str = "") -> str:
    one = f"/{getattr(tagator, 'pk', tagator)}" if tagator else ""
    return f"/admin-api/api/v2/tagators{one}{rest}"


def settings_path(tagator: Tagator | UUID, name: str = "tagatorSettings") -> str:
    return f"/admin-api/api/v2/settings/{getattr(tagator, 'pk', tagator)}/{name}"


def create(client: APIClient, **fields: Any) -> Any:
    return client.post(path(), {**NEW, **fields}, format="json")


def change(client: APIClient, tagator: Tagator | UUID, **fields: Any) -> Any:
    return client.patch(path(tagator), fields, format="json")


def set_password(client: APIClient, tagator: Tagator | UUID, value: Any) -> Any:
    body = {"password": value}
    return client.post(path(tagator, "/password"), body, format="json")


def change_settings(client: APIClient, tagator: Tagator | UUID, **fields: Any) -> Any:
    address = settings_path(tagator, "changeTagatorSettings")
    return client.patch(address, fields, format="json")


def fields_of(answer: Any) -> dict[str, str]:
    """Return what is wrong with which field."""
    return {error["field"]: error["code"] for error in answer.json()["errors"]}


def ask(client: APIClient) -> int:
    """Return the status that a tagator's own client gets."""
    return client.get("/client-api/api/v2/accounts").status_code


def blocking(tagator: Tagator, **fields: Any) -> ChangeTagatorCommand:
    """Return the command that blocks a tagator, or changes other fields."""
    given = {"now": timezone.now(), "by": Actor("manager"), "state": TagatorState.BLOCKED}
    return ChangeTagatorCommand(tagator_id=tagator.pk, **{**given, **fields})
