"""Calls of the endpoints of spaces, as a test makes them."""

from typing import Any

from rest_framework.test import APIClient

from recognition.models import Account, AccountSpace

NEW = {"name": "Runners", "externalId": "runners"}


def path(account: Any, space: Any = None, rest: str = "", version: int = 2) -> str:
    one = f"/{getattr(space, 'pk', space)}" if space else ""
    of = getattr(account, "pk", account)
    return f"/admin-api/api/v{version}/accounts/{of}/spaces{one}{rest}"


def add(client: APIClient, account: Any, version: int = 2, **fields: Any) -> Any:
    return client.post(path(account, version=version), {**NEW, **fields}, format="json")


def change(client: APIClient, space: AccountSpace, version: int = 2, **fields: Any) -> Any:
    return client.patch(path(space.account_id, space, version=version), fields, format="json")


def switch(
    client: APIClient, space: AccountSpace, is_active: Any, version: int = 2, **more: Any
) -> Any:
    address = path(space.account_id, space, "/active", version)
    return client.put(address, {"isActive": is_active}, format="json", **more)


def defaults(account: Account) -> list[str]:
    return list(account.spaces.filter(is_default=True).values_list("name", flat=True))
