"""Calls of the endpoints of accounts, as a test makes them."""

from typing import Any

import pytest
from rest_framework.test import APIClient

BOTH = pytest.mark.parametrize("version", [1, 2])
SECRET = "hunter2-hunter2"
NEW = {
    "name": "Faces",
    "provider": "local",
    "baseUrl": "http://faces:8200/api",
    "credentials": {"key": SECRET},
}
OUT_OF_RANGE = pytest.mark.parametrize(
    ("pace", "code"),
    [
        (0, "min-value"),
        (-1, "min-value"),
        (0.001, "min-value"),
        (1e9, "max-value"),
        (10**400, "overflow"),
        ("5", "invalid"),
        ("NaN", "invalid"),
        ("Infinity", "invalid"),
        ("many", "invalid"),
        (True, "invalid"),
        ([5], "invalid"),
    ],
    ids=lambda value: str(value)[:10],
)
"""What no account's requests a second can be."""
AWS: dict[str, Any] = {
    "provider": "rekognition",
    "baseUrl": "",
    "credentials": {"region": "eu-west-1"},
}
NOT_SET_UP = pytest.mark.parametrize(
    ("fields", "wrong"),
    [
        ({"baseUrl": ""}, {"baseUrl": "It needs a base URL."}),
        ({"credentials": {"token": SECRET}}, {"credentials": "token is no credential of local."}),
        (
            {"credentials": {"key": 7}},
            {"credentials": "The credential key must be visible ASCII without spaces."},
        ),
        ({**AWS, "credentials": {}}, {"credentials": "The credential region is missing."}),
        (
            {"provider": "compreface", "baseUrl": "", "credentials": {"similarity": 2}},
            {
                "baseUrl": "It needs a base URL.",
                "credentials": "It needs just one of the credentials key and keys. "
                "The credential similarity must be a number above 0 and at most 1.",
            },
        ),
    ],
)
"""What is given beside `NEW`, and what is then wrong with which field."""


def path(account: Any = None, rest: str = "", version: int = 2) -> str:
    one = f"/{getattr(account, 'pk', account)}" if account else ""
    return f"/admin-api/api/v{version}/accounts{one}{rest}"


def create(client: APIClient, version: int = 2, **fields: Any) -> Any:
    return client.post(path(version=version), {**NEW, **fields}, format="json")


def change(client: APIClient, account: Any, version: int = 2, **fields: Any) -> Any:
    return client.patch(path(account, version=version), fields, format="json")


def switch(client: APIClient, account: Any, is_active: Any, version: int = 2, **more: Any) -> Any:
    body = {"isActive": is_active}
    return client.put(path(account, "/active", version), body, format="json", **more)
