"""GET admin-api/…/albums…, and the album that the InternalApi shows."""

from datetime import UTC, datetime
from typing import Any
from uuid import uuid4

import pytest
from rest_framework.test import APIClient

from recognition.models import RecognitionState
from recognition.tests.factories import AccountSpaceFactory, AlbumFactory, TenantFactory
from recognition.tests.statements import counted

pytestmark = pytest.mark.django_db

LIST = "/admin-api/api/v2/albums"


def listed(client: APIClient, **query: Any) -> list[str]:
    answer = client.get(LIST, query)
    assert answer.status_code == 200, answer.content
    return [row["name"] for row in answer.json()["results"]]


# --- The list -------------------------------------------------------------------------------
def test_album_list_lists_albums_as_they_are(manager):
    space = AccountSpaceFactory.create()
    album = AlbumFactory.create(
        face_account=space.account,
        face_space=space,
        event_date=datetime(2026, 5, 17, tzinfo=UTC),
        created_on=datetime(2026, 5, 1, tzinfo=UTC),
        updated_on=datetime(2026, 5, 2, tzinfo=UTC),
    )

    answer = manager.get(LIST)

    page = answer.json()
    [row] = page.pop("results")
    assert page == {"count": 1, "next": None, "previous": None}
    assert row == {
        "albumId": str(album.pk),
        "tenantId": str(album.tenant_id),
        "name": album.name,
        "eventDate": "2026-05-17T00:00:00Z",
        "state": "On",
        "startNumbersRecognitionStrategy": "Number",
        "startNumberCapacity": 5,
        "normalizationPolicy": "StripLeadingZeros",
        "priority": 0,
        "recognition": {
            "faceProviderId": str(space.account_id),
            "faceProviderSpaceId": str(space.pk),
        },
        "createdOn": "2026-05-01T00:00:00Z",
        "updatedOn": "2026-05-02T00:00:00Z",
    }


def test_album_list_is_the_newest_first_or_ordered_as_asked(manager):
    for day, (name, priority) in enumerate((("b", 1), ("a", 2), ("c", 1)), 1):
        made = datetime(2026, 5, day, tzinfo=UTC)
        AlbumFactory.create(name=name, priority=priority, pk=f"{ord(name):032x}", created_on=made)

    found = {
        ordering: "".join(listed(manager, **({"ordering": ordering} if ordering else {})))
        for ordering in ("", "name", "-name", "priority", "-priority,name")
    }

    assert list(found.values()) == ["cab", "abc", "cba", "bca", "abc"]
    page = manager.get(LIST, {"pageSize": 2, "ordering": "name", "page": 2}).json()
    assert (page["count"], [row["name"] for row in page["results"]]) == (3, ["c"])


def test_album_list_narrows_and_searches(manager):
    off, manual = {"state": "Off"}, {"strategy": "Manual"}
    album = AlbumFactory.create(name="City Marathon 100%", **off)
    AlbumFactory.create(name="manual", **manual)
    AlbumFactory.create(name="both", **off, **manual)

    tenant = str(album.tenant_id)
    for query in ({"tenantId": tenant}, *({"search": text} for text in (
        "marathon", "100%", "%", str(album.pk), tenant.upper(),
    ))):  # fmt: skip
        assert listed(manager, **query) == [album.name]
    for query in ({"tenantId": str(uuid4())}, {"search": str(uuid4())}):
        assert listed(manager, **query) == []
    assert set(listed(manager, **off)) == {album.name, "both"}
    assert set(listed(manager, **manual)) == {"manual", "both"}
    assert listed(manager, **off, **manual) == ["both"]


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("tenantId", "seven"),
        ("state", "Perhaps"),
        ("strategy", "Magic"),
        ("search", "\0"),
        ("ordering", "state"),
        ("page", "0"),
        ("pageSize", "201"),
    ],
)
def test_album_list_refuses_what_it_does_not_understand(manager, name, value):
    answer = manager.get(LIST, {name: value})

    assert answer.status_code == 422
    assert [error["field"] for error in answer.json()["errors"]] == [name]


def test_album_list_takes_3_statements_however_long_the_page(manager):
    tenant = TenantFactory.create()
    for _ in range(5):
        AlbumFactory.create(tenant=tenant)

    with counted() as statements:
        listed(manager)

    assert len(statements.sent) <= 3, str(statements)


# --- InternalApi: albums/{albumId} ----------------------------------------------------------
def internal(album: Any, version: int = 2) -> str:
    return f"/internal-api/api/v{version}/albums/{getattr(album, 'pk', album)}"


@pytest.mark.parametrize("version", [1, 2])
def test_services_see_what_staff_see_and_whose_it_is(caller, version):
    album = AlbumFactory.create(state=RecognitionState.OFF)
    staff = caller("recognition.manage", username="staff")
    service = caller("internal.call")

    seen = service.get(internal(album, version))

    shown = staff.get(f"/admin-api/api/v{version}/albums/{album.pk}")
    more = {"albumId": str(album.pk), "tenantId": str(album.tenant_id), "state": "Off"}
    assert (seen.status_code, seen["ETag"]) == (200, '"1"')
    assert seen.json() == {**shown.json(), **more}
    assert ("Deprecation" in seen) == (version == 1)


@pytest.mark.parametrize("form", ["{{{}}}", "urn:uuid:{}", "１{}"])
def test_album_list_refuses_what_bodies_take_for_no_guid(manager, form):
    album = AlbumFactory.create()
    text = str(album.tenant_id)

    answer = manager.get(LIST, {"tenantId": form.format(text[1:] if form[0] == "１" else text)})

    assert answer.status_code == 422
    assert listed(manager, tenantId=text.upper()) == [album.name]
