"""Switching recognition on and off over the AdminApi, for an album and for a tenant."""

from typing import Any
from uuid import uuid4

import pytest
from rest_framework.test import APIClient

from recognition.models import Album, AlbumPhotosProcessingJob
from recognition.tests.calls.api import fields_of
from recognition.tests.factories import AlbumFactory, PhotoFactory, TenantFactory

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


def test_the_photos_of_a_tenant_s_albums_follow(manager):
    tenant = TenantFactory.create()
    albums = {PhotoFactory.create(album__tenant=tenant).album_id for _ in range(2)}
    PhotoFactory.create()
    put(manager, "tenant", tenant.pk, "On")
    assert not AlbumPhotosProcessingJob.objects.exists()

    put(manager, "tenant", tenant.pk)

    assert set(AlbumPhotosProcessingJob.objects.values_list("album_id", flat=True)) == albums


@EACH
@pytest.mark.parametrize(
    ("body", "code"),
    [({"state": "on"}, "invalid-choice"), ({"state": None}, "null"), ({}, "required")],
)
def test_state_of_another_name_is_refused(manager, kind, body, code):
    record = FACTORIES[kind].create()

    answer = put(manager, kind, record.pk, body)

    assert (answer.status_code, fields_of(answer)) == (422, {"state": code})
    assert state_of(record) == ("On", 1)
    assert put(manager, kind, uuid4()).json()["code"] == f"{kind}-not-found"


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
