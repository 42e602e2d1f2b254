"""Switching recognition on and off over the AdminApi, for an album and for a tenant."""

from typing import Any

import pytest
from rest_framework.test import APIClient

from recognition.models import Album
from recognition.tests.factories import AlbumFactory, TenantFactory

FACTORIES: dict[str, Any] = {"album": AlbumFactory, "tenant": TenantFactory}

EACH = pytest.mark.parametrize("kind", FACTORIES)


def put(client: APIClient, kind: str, key: Any, state: Any = "Off", **more: Any) -> Any:
    given = state if isinstance(state, dict) else {"state": state}
    address = f"/admin-api/api/v2/{kind}s/{key}/recognition"
    return client.put(address, given, format="json", **more)


def state_of(record: Any) -> tuple[str, int]:
    record.refresh_from_db()
    state = record.state if isinstance(record, Album) else record.recognition_state
    return state, record.version


@EACH
def test_state_is_switched_off_and_on_again(manager, kind):
    record = FACTORIES[kind].create()

    off = put(manager, kind, record.pk)
    states = [state_of(record)]
    on, again = (put(manager, kind, record.pk, "On") for _ in range(2))

    assert (off.status_code, off.content, off["ETag"]) == (204, b"", '"2"')
    assert (on.status_code, on["ETag"], again["ETag"]) == (204, '"3"', '"3"')
    assert [*states, state_of(record)] == [("Off", 2), ("On", 3)]


def test_a_tenant_is_shown(manager):
    tenant = TenantFactory.create()
    address = f"/admin-api/api/v2/tenants/{tenant.pk}"

    answer = manager.get(address)

    assert (answer.status_code, answer["ETag"]) == (200, '"1"')
    assert manager.get(address, headers={"If-None-Match": '"1"'}).status_code == 304
    assert answer.json() == {
        "tenantId": str(tenant.pk),
        "recognitionState": "On",
        "createdOn": tenant.created_on.isoformat().replace("+00:00", "Z"),
        "updatedOn": tenant.updated_on.isoformat().replace("+00:00", "Z"),
    }
