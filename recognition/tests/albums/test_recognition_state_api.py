"""Switching recognition on and off over the AdminApi, for an album and for a tenant."""

from dataclasses import dataclass
from typing import Any
from uuid import uuid4

import pytest
from rest_framework.test import APIClient

from recognition.models import Album, AlbumPhotosProcessingJob
from recognition.tests.calls.api import MANAGE, client_of, fields_of, raced
from recognition.tests.factories import AlbumFactory, PhotoFactory, TenantFactory

BOTH = pytest.mark.parametrize("version", [1, 2])


@dataclass(frozen=True, slots=True, kw_only=True)
class Switch:
    """What is switched: the record, the segment of its address and the code of its absence."""

    record: Any
    segment: str

    def path(self, version: int = 2) -> str:
        return f"/admin-api/api/v{version}/{self.segment}s/{self.record.pk}/recognition"

    def put(self, client: APIClient, body: Any = None, version: int = 2, **more: Any) -> Any:
        given = {"state": "Off"} if body is None else body
        return client.put(self.path(version), given, format="json", **more)

    def state(self) -> tuple[str, int]:
        self.record.refresh_from_db()
        record = self.record
        state = record.state if isinstance(record, Album) else record.recognition_state
        return state, record.version


def switch_of(kind: str) -> Switch:
    factory: Any = {"album": AlbumFactory, "tenant": TenantFactory}[kind]
    return Switch(record=factory.create(), segment=kind)


@pytest.fixture(params=["album", "tenant"])
def switch(request: pytest.FixtureRequest, db: None) -> Switch:
    """An album or a tenant whose recognition is on."""
    return switch_of(request.param)


@BOTH
def test_state_is_switched_off_and_on_again(manager, switch, version):
    off = switch.put(manager, version=version)
    states = [switch.state()]
    on = switch.put(manager, {"state": "On"}, version)

    assert (off.status_code, off.content, off["ETag"]) == (204, b"", '"2"')
    assert (on.status_code, on["ETag"]) == (204, '"3"')
    assert [*states, switch.state()] == [("Off", 2), ("On", 3)]


def test_the_same_state_again_changes_nothing(manager, switch):
    assert switch.put(manager, {"state": "On"}).status_code == 204
    assert switch.state() == ("On", 1)
    assert not AlbumPhotosProcessingJob.objects.exists()


def test_the_photos_of_a_tenant_s_albums_follow(manager):
    tenant = TenantFactory.create()
    albums = {PhotoFactory.create(album__tenant=tenant).album_id for _ in range(2)}
    PhotoFactory.create()

    Switch(record=tenant, segment="tenant").put(manager)

    assert set(AlbumPhotosProcessingJob.objects.values_list("album_id", flat=True)) == albums


@BOTH
@pytest.mark.parametrize(
    ("body", "code"),
    [
        ({"state": "on"}, "invalid-choice"),
        ({"state": None}, "null"),
        ({"state": True}, "invalid-choice"),
        ({}, "required"),
    ],
)
def test_state_of_another_name_is_refused(manager, switch, version, body, code):
    answer = switch.put(manager, body, version)

    assert (answer.status_code, fields_of(answer)) == (422, {"state": code})
    assert switch.state() == ("On", 1)


@BOTH
@pytest.mark.parametrize("kind", ["album", "tenant"])
def test_what_is_not_there_is_404(manager, kind, version):
    address = f"/admin-api/api/v{version}/{kind}s/{uuid4()}/recognition"

    answer = manager.put(address, {"state": "On"}, format="json")

    assert (answer.status_code, answer.json()["code"]) == (404, f"{kind}-not-found")


@pytest.mark.parametrize(("tag", "status"), [('"1"', 204), ('"2"', 409), ("x", 400)])
def test_state_of_another_version_is_refused(manager, switch, tag, status):
    answer = switch.put(manager, headers={"If-Match": tag})

    assert answer.status_code == status
    assert switch.state() == (("Off", 2) if status == 204 else ("On", 1))


@BOTH
def test_state_needs_a_recognition_manager(caller, anybody, switch, version):
    stranger = caller("tagging.manage", "internal.call", username="stranger")

    assert switch.put(anybody, version=version).status_code == 401
    assert switch.put(stranger, version=version).status_code == 403
    assert switch.state() == ("On", 1)


@pytest.mark.parametrize("kind", ["album", "tenant"])
def test_of_two_changes_of_one_version_the_later_is_409(committed_manager, kind):
    switch = switch_of(kind)
    clients = [committed_manager, client_of(MANAGE)]
    held = {"If-Match": '"1"'}

    first, second = raced(*[lambda c=client: switch.put(c, headers=held) for client in clients])

    assert (first.status_code, second.status_code) == (204, 409)
    assert second.json()["code"] == "version-conflict"
    assert switch.state() == ("Off", 2)


# --- GET tenants/{tenantId} -----------------------------------------------------------------


@BOTH
def test_a_tenant_is_shown(manager, version):
    tenant = TenantFactory.create()

    answer = manager.get(f"/admin-api/api/v{version}/tenants/{tenant.pk}")

    assert (answer.status_code, answer["ETag"]) == (200, '"1"')
    assert answer.json() == {
        "tenantId": str(tenant.pk),
        "recognitionState": "On",
        "createdOn": tenant.created_on.isoformat().replace("+00:00", "Z"),
        "updatedOn": tenant.updated_on.isoformat().replace("+00:00", "Z"),
    }
    assert "Deprecation" not in answer


def test_a_tenant_that_is_known_is_304(manager):
    address = f"/admin-api/api/v2/tenants/{TenantFactory.create().pk}"

    assert manager.get(address, headers={"If-None-Match": '"1"'}).status_code == 304


@BOTH
def test_a_tenant_is_shown_to_recognition_managers_only(caller, anybody, version):
    address = f"/admin-api/api/v{version}/tenants/{TenantFactory.create().pk}"

    assert anybody.get(address).status_code == 401
    assert caller("tagging.manage").get(address).status_code == 403
