"""Calls of the endpoints of accounts, as a test makes them."""

from typing import Any

from rest_framework.test import APIClient

SECRET = "hunter2-hunter2"
NEW = {
    "name": "Faces",
    "provider": "local",
    "baseUrl": "http://faces:8200/api",
    "credentials": {"key": SECRET},
}
AWS: dict[str, Any] = {
    "provider": "rekognition",
    "baseUrl": "",
    "credentials": {"region": "eu-west-1"},
}


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
