"""PATCH admin-api/…/albums/{albumId}/recognition/settings, and the same on the album's page…"""

from typing import Any
from uuid import uuid4

import pytest
from rest_framework.test import APIClient

from foundation.records.models import AuditEntry
from foundation.staff.tests.staff_pages import save
from recognition.models import (
    Account,
    AccountSpace,
    Album,
    AlbumPhotosProcessingJob,
    AlbumRejudging,
)
from recognition.tests.calls.api import NIL, fields_of
from recognition.tests.calls.settings import (
    SPACE,
    album_to_change,
    body,
    is_unchanged,
    patch,
    path,
    settings_of,
)
from recognition.tests.calls.staff_forms import album_form
from recognition.tests.factories import AccountSpaceFactory, AlbumFactory, TenantFactory

pytestmark = pytest.mark.django_db
STRATEGY = "startNumbersRecognitionStrategy"


@pytest.fixture
def space(db: None) -> AccountSpace:
    """A default space of an account."""
    return AccountSpaceFactory.create()


@pytest.fixture
def album(db: None) -> Album:
    return album_to_change()


# --- Settings that are judged again: the field, the column, a value, what null leaves, the page
LETTERS = "LettersAndDigits"
JUDGED: list[Any] = [
    ("minimumConfidence", "minimum_confidence", 0.7, None, "0.7"),
    ("numberFormat", "number_format", LETTERS, LETTERS, LETTERS),
    ("inferNumbers", "infer_numbers", True, True, "on"),
]


@pytest.mark.parametrize(("field", "column", "value", "of_null", "typed"), JUDGED)
def test_a_setting_is_stored_kept_and_judged_again_by(
    manager, admin_client, album, field, column, value, of_null, typed
):
    def stored() -> Any:
        album.refresh_from_db()
        return getattr(album, column)

    default = stored()
    patch(manager, album)
    AlbumPhotosProcessingJob.objects.all().delete()

    held = manager.patch(
        path(album, 2), body(**{field: value}), format="json", headers={"If-Match": '"7"'}
    )
    assert (held.status_code, stored()) == (409, default)
    answer = patch(manager, album, **{field: value})
    assert (answer.status_code, answer["ETag"], stored()) == (204, '"3"', value)
    assert AlbumRejudging.objects.get().album == album
    assert AuditEntry.objects.latest("pk").changes[column] == [default, value]
    assert not AlbumPhotosProcessingJob.objects.exists()  # no photo is processed again

    AlbumRejudging.objects.all().delete()
    assert patch(manager, album, **{field: value})["ETag"] == '"3"'
    patch(manager, album)
    assert (stored(), AlbumRejudging.objects.exists()) == (value, False)
    patch(manager, album, 2, **{field: None})
    assert stored() == of_null

    album.store(**{column: default})
    save(admin_client, album, **album_form(album, **{column: typed, "confirmed": "yes"}))
    assert stored() == value


@pytest.mark.parametrize(
    ("base", "role"), [("admin-api", "recognition.manage"), ("internal-api", "internal.call")]
)
def test_what_is_judged_again_by_is_in_the_answer_of_version_2(caller, album, base, role):
    album.store(**{column: value for _, column, value, _, _ in JUDGED})
    client = caller(role)

    first, second = (
        client.get(f"/{base}/api/v{version}/albums/{album.pk}").json() for version in (1, 2)
    )

    for field, _, value, _, _ in JUDGED:
        assert (second[field], field in first) == (value, False)


def test_settings_are_changed_and_the_photos_follow(manager, album, space):
    ids: dict[str, Any] = {"providerId": str(space.account_id), SPACE: str(space.pk)}

    answer = patch(manager, album, **ids)

    assert (answer.status_code, answer.content, answer["ETag"]) == (204, b"", '"2"')
    assert settings_of(album) == ("Number", "PadLeadingZeros", 6, space.account_id, space.pk)
    assert AlbumPhotosProcessingJob.objects.get().album == album
    AlbumPhotosProcessingJob.objects.all().delete()
    assert patch(manager, album, **ids)["ETag"] == '"2"'
    assert not AlbumPhotosProcessingJob.objects.exists()


@pytest.mark.parametrize("version", [1, 2])
@pytest.mark.parametrize(
    ("field", "value", "code"),
    [
        ("providerId", "seven", "invalid"),
        ("providerId", False, "invalid"),
        (SPACE, "seven", "invalid"),
        (STRATEGY, "Magic", "invalid-choice"),
        ("normalizationPolicy", "Backwards", "invalid-choice"),
        ("startNumberCapacity", 0, "min-value"),
        ("startNumberCapacity", 10, "max-value"),
        ("minimumConfidence", -0.01, "min-value"),
        ("minimumConfidence", 1.01, "max-value"),
        ("minimumConfidence", "0.5", "invalid"),
        ("minimumConfidence", True, "invalid"),
        ("numberFormat", "digits", "invalid-choice"),
        ("numberFormat", [], "invalid-choice"),
        ("inferNumbers", 1, "invalid"),
    ],
)
def test_settings_refuse_a_value_by_its_field(manager, album, version, field, value, code):
    answer = patch(manager, album, version, **{field: value})

    assert (answer.status_code, fields_of(answer)) == (422, {field: code})
    assert is_unchanged(album)


@pytest.mark.parametrize(
    ("off", "default", "named", "refused"),
    [
        ({}, True, "other", SPACE),
        ({}, True, "unknown", SPACE),
        ({}, True, "nil", SPACE),
        ({}, False, None, SPACE),
        ({"account": False}, True, None, "providerId"),
        ({"space": False}, True, None, SPACE),
    ],
    ids=["another's", "none there", "nil", "no default", "account off", "space off"],
)
def test_settings_refuse_a_face_provider_that_cannot_be_used(
    manager, album, off, default, named, refused
):
    space = AccountSpaceFactory.create(is_default=default)
    spaces = {"other": AccountSpaceFactory.create().pk, "unknown": uuid4(), "nil": NIL}
    Account.objects.update(is_active=off.get("account", True))
    AccountSpace.objects.update(is_active=off.get("space", True))
    given: dict[str, Any] = {SPACE: str(spaces[named])} if named else {}

    answer = patch(manager, album, providerId=str(space.account_id), **given)

    assert (answer.status_code, fields_of(answer)) == (422, {refused: "face-provider-unusable"})
    assert is_unchanged(album)


@pytest.mark.parametrize("field", body())
def test_version_2_requires_what_it_announced(manager, album, field):
    given = {name: value for name, value in body().items() if name != field}

    answer = manager.patch(path(album, 2), given, format="json")
    preview = path(album, 2).replace("settings", "preview")
    previewed = manager.post(preview, {"settings": given}, format="json")

    assert (answer.status_code, fields_of(answer)) == (422, {field: "required"})
    assert fields_of(previewed) == {f"settings.{field}": "required"}
    if field != "providerId":
        assert fields_of(patch(manager, album, 2, **{field: None})) == {field: "null"}
    assert is_unchanged(album)


@pytest.mark.parametrize("strategy", ["Number", None])
def test_version_1_takes_the_nil_guid_for_null(manager, space, strategy):
    album = AlbumFactory.create(face_space=space)
    given = {"providerId": NIL, SPACE: NIL, STRATEGY: strategy}

    assert patch(manager, album, 1, **given).status_code == 204

    assert settings_of(album)[3:] == (None, None)


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
def test_switched_state_is_switched_off_and_on_again(manager, kind):
    record = FACTORIES[kind].create()

    off = put(manager, kind, record.pk)
    states = [state_of(record)]
    on, again = (put(manager, kind, record.pk, "On") for _ in range(2))

    assert (off.status_code, off.content, off["ETag"]) == (204, b"", '"2"')
    assert (on.status_code, on["ETag"], again["ETag"]) == (204, '"3"', '"3"')
    assert [*states, state_of(record)] == [("Off", 2), ("On", 3)]


def test_switched_a_tenant_is_shown(manager):
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
