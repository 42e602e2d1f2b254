"""PATCH admin-api/…/albums/{albumId}/recognition/settings…"""

from collections.abc import Iterator
from typing import Any
from uuid import uuid4

import pytest
from rest_framework.test import APIClient

from messaging.models import OutboxMessage
from recognition.models import Account, AccountSpace, Album, NormalizationPolicy, Strategy
from recognition.tests.calling import MANAGE, NIL, client_of, fields_of, forget_users, raced
from recognition.tests.factories import AccountSpaceFactory, AlbumFactory
from rest.tests.conftest import Caller

BOTH = pytest.mark.parametrize("version", [1, 2])
SPACE = "providerSpaceId"


@pytest.fixture
def manager(caller: Caller) -> APIClient:
    return caller(MANAGE)


@pytest.fixture
def space(db: None) -> AccountSpace:
    """A default space of an account."""
    return AccountSpaceFactory.create()


@pytest.fixture
def album(db: None) -> Album:
    """An album of other settings than the tests give it."""
    return AlbumFactory.create(
        strategy=Strategy.MANUAL,
        normalization_policy=NormalizationPolicy.NONE,
        start_number_capacity=3,
    )


def path(album: Any, version: int) -> str:
    key = getattr(album, "pk", album)
    return f"/admin-api/api/v{version}/albums/{key}/recognition/settings"


def body(**fields: Any) -> dict[str, Any]:
    given = {
        "providerId": None,
        "startNumbersRecognitionStrategy": "Number",
        "normalizationPolicy": "PadLeadingZeros",
        "startNumberCapacity": 6,
    }
    return {**given, **fields}


def patch(client: APIClient, album: Any, version: int = 2, **fields: Any) -> Any:
    return client.patch(path(album, version), body(**fields), format="json")


def settings_of(album: Album) -> tuple[Any, ...]:
    album.refresh_from_db()
    return (
        album.strategy,
        album.normalization_policy,
        album.start_number_capacity,
        album.face_account_id,
        album.face_space_id,
    )


def is_unchanged(album: Album) -> bool:
    """Say whether the album is as it was, and nothing follows."""
    before = settings_of(album)
    same = before == ("Manual", "None", 3, None, None) and album.version == 1
    return same and not OutboxMessage.objects.exists()


# --- What both versions do ------------------------------------------------------------------


@BOTH
def test_changes_all_settings_and_has_the_photos_follow(manager, album, space, version):
    answer = patch(
        manager, album, version, providerId=str(space.account_id), providerSpaceId=str(space.pk)
    )

    assert (answer.status_code, answer.content, answer["ETag"]) == (204, b"", '"2"')
    assert settings_of(album) == ("Number", "PadLeadingZeros", 6, space.account_id, space.pk)
    assert OutboxMessage.objects.get().key == str(album.pk)


@BOTH
@pytest.mark.parametrize("given", [{}, {SPACE: None}])
def test_takes_the_default_space_where_none_is_named(manager, album, space, version, given):
    AccountSpaceFactory.create(account=space.account, is_default=False)

    answer = patch(manager, album, version, providerId=str(space.account_id), **given)

    assert answer.status_code == 204
    assert settings_of(album)[3:] == (space.account_id, space.pk)


@BOTH
def test_takes_another_space_that_is_named(manager, album, space, version):
    other = AccountSpaceFactory.create(account=space.account, is_default=False)
    ids = {"providerId": str(space.account_id), SPACE: str(other.pk)}

    assert patch(manager, album, version, **ids).status_code == 204
    assert settings_of(album)[4] == other.pk


@BOTH
def test_null_switches_face_recognition_off(manager, space, version):
    album = AlbumFactory.create(face_account=space.account, face_space=space)

    answer = patch(manager, album, version, providerId=None, providerSpaceId=str(space.pk))

    assert answer.status_code == 204
    assert settings_of(album)[3:] == (None, None)


@BOTH
def test_the_same_settings_again_change_nothing(manager, album, version):
    patch(manager, album, version)
    OutboxMessage.objects.all().delete()

    answer = patch(manager, album, version)

    assert (answer.status_code, answer["ETag"]) == (204, '"2"')
    assert not OutboxMessage.objects.exists()


@BOTH
@pytest.mark.parametrize(
    ("field", "value", "code"),
    [
        ("providerId", "seven", "invalid"),
        (SPACE, "seven", "invalid"),
        ("startNumbersRecognitionStrategy", "Magic", "invalid-choice"),
        ("startNumbersRecognitionStrategy", 7, "invalid-choice"),
        ("normalizationPolicy", "Backwards", "invalid-choice"),
        ("startNumberCapacity", 0, "min-value"),
        ("startNumberCapacity", 10, "max-value"),
        ("startNumberCapacity", "many", "invalid"),
        ("startNumberCapacity", 2.5, "invalid"),
    ],
)
def test_refuses_a_value_by_its_field(manager, album, version, field, value, code):
    answer = patch(manager, album, version, **{field: value})

    assert answer.status_code == 422
    assert fields_of(answer) == {field: code}
    assert is_unchanged(album)


@BOTH
def test_refuses_every_wrong_field_at_once(manager, album, version):
    answer = patch(
        manager, album, version, providerId="x", normalizationPolicy="y", startNumberCapacity=99
    )

    assert set(fields_of(answer)) == {"providerId", "normalizationPolicy", "startNumberCapacity"}


@BOTH
def test_wants_the_provider_to_be_said(manager, album, version):
    given = body()
    del given["providerId"]

    answer = manager.patch(path(album, version), given, format="json")

    assert (answer.status_code, fields_of(answer)) == (422, {"providerId": "required"})
    assert is_unchanged(album)


@BOTH
def test_an_album_that_is_not_there_is_404(manager, db, version):
    answer = patch(manager, uuid4(), version)

    assert (answer.status_code, answer.json()["code"]) == (404, "album-not-found")


@BOTH
def test_a_provider_that_is_not_there_is_404(manager, album, version):
    answer = patch(manager, album, version, providerId=str(uuid4()))

    assert (answer.status_code, answer.json()["code"]) == (404, "account-not-found")
    assert is_unchanged(album)


@BOTH
def test_refuses_a_space_of_another_account(manager, album, space, version):
    other = AccountSpaceFactory.create()
    ids = {"providerId": str(space.account_id), SPACE: str(other.pk)}

    answer = patch(manager, album, version, **ids)

    assert (answer.status_code, fields_of(answer)) == (422, {SPACE: "face-provider-unusable"})
    assert is_unchanged(album)


@BOTH
def test_refuses_a_space_that_is_not_there(manager, album, space, version):
    ids = {"providerId": str(space.account_id), SPACE: str(uuid4())}

    assert patch(manager, album, version, **ids).status_code == 422
    assert is_unchanged(album)


def test_refuses_an_account_without_a_default_space(manager, album):
    account = AccountSpaceFactory.create(is_default=False).account

    answer = patch(manager, album, providerId=str(account.pk))

    assert (answer.status_code, list(fields_of(answer))) == (422, [SPACE])
    assert is_unchanged(album)


def test_refuses_an_account_that_is_switched_off(manager, album, space):
    Account.objects.update(is_active=False)

    answer = patch(manager, album, providerId=str(space.account_id))

    assert (answer.status_code, list(fields_of(answer))) == (422, ["providerId"])
    assert is_unchanged(album)


def test_refuses_a_space_that_is_switched_off(manager, album, space):
    AccountSpace.objects.update(is_active=False)

    answer = patch(manager, album, providerId=str(space.account_id))

    assert (answer.status_code, list(fields_of(answer))) == (422, [SPACE])
    assert is_unchanged(album)


@BOTH
@pytest.mark.parametrize(("tag", "status"), [('"1"', 204), ('"7"', 409), ("1", 400)])
def test_holds_to_the_version_named(manager, album, version, tag, status):
    answer = manager.patch(path(album, version), body(), format="json", headers={"If-Match": tag})

    assert answer.status_code == status
    assert is_unchanged(album) == (status != 204)


@BOTH
@pytest.mark.parametrize("text", ["{", "[]", '"x"'])
def test_refuses_what_is_no_object(manager, album, version, text):
    answer = manager.patch(path(album, version), text, content_type="application/json")

    assert answer.status_code in (400, 422)
    assert is_unchanged(album)


@BOTH
def test_opens_to_recognition_managers_only(caller, anybody, album, version):
    stranger = caller("tagging.manage", "recognition.selfie", username="stranger")

    assert patch(anybody, album, version).status_code == 401
    assert patch(stranger, album, version).status_code == 403
    assert is_unchanged(album)


# --- Where the versions differ --------------------------------------------------------------


def test_version_1_says_that_it_is_deprecated(manager, album):
    answer = patch(manager, album, 1)

    assert answer["Deprecation"].startswith("@")
    assert answer["Link"] == f'<{path(album, 2)}>; rel="successor-version"'
    assert "Deprecation" not in patch(manager, album, 2)


@pytest.mark.parametrize("given", [{"startNumbersRecognitionStrategy": None}, {}])
def test_version_1_without_a_strategy_changes_the_face_provider_alone(manager, album, space, given):
    ids = {"providerId": str(space.account_id), SPACE: str(space.pk)}
    ignored = {"normalizationPolicy": "PadLeadingZeros", "startNumberCapacity": 9}

    answer = manager.patch(path(album, 1), {**ids, **ignored, **given}, format="json")

    assert answer.status_code == 204
    assert settings_of(album) == ("Manual", "None", 3, space.account_id, space.pk)


def test_version_1_without_a_strategy_holds_to_the_version_and_knows_404(manager, album):
    given = {"providerId": str(uuid4())}

    stale = manager.patch(path(album, 1), given, format="json", headers={"If-Match": '"2"'})
    unknown = manager.patch(path(album, 1), given, format="json")

    assert (stale.status_code, unknown.status_code) == (409, 404)
    assert unknown.json()["code"] == "account-not-found"
    assert is_unchanged(album)


@pytest.mark.parametrize(
    ("given", "kept"),
    [
        ({"normalizationPolicy": None}, ("Number", "None", 6)),
        ({"startNumberCapacity": None}, ("Number", "PadLeadingZeros", 3)),
        ({"normalizationPolicy": None, "startNumberCapacity": None}, ("Number", "None", 3)),
    ],
)
def test_version_1_leaves_a_policy_or_capacity_of_null_as_it_is(manager, album, given, kept):
    assert patch(manager, album, 1, **given).status_code == 204
    assert settings_of(album)[:3] == kept


def test_version_1_takes_the_strategy_alone(manager, album):
    given = {"providerId": None, "startNumbersRecognitionStrategy": "FaceNumber"}

    assert manager.patch(path(album, 1), given, format="json").status_code == 204
    assert settings_of(album) == ("FaceNumber", "None", 3, None, None)


@pytest.mark.parametrize("strategy", ["Number", None])
def test_version_1_takes_the_nil_guid_for_null(manager, space, strategy):
    album = AlbumFactory.create(face_account=space.account, face_space=space)
    given = {"providerId": NIL, SPACE: NIL, "startNumbersRecognitionStrategy": strategy}

    assert patch(manager, album, 1, **given).status_code == 204
    assert settings_of(album)[3:] == (None, None)


def test_version_2_knows_no_provider_of_the_nil_guid(manager, album):
    assert patch(manager, album, 2, providerId=NIL).status_code == 404
    assert is_unchanged(album)


@pytest.mark.parametrize(
    "field", ["startNumbersRecognitionStrategy", "normalizationPolicy", "startNumberCapacity"]
)
def test_version_2_wants_every_setting(manager, album, field):
    without = body()
    del without[field]

    missing = manager.patch(path(album, 2), without, format="json")
    null = patch(manager, album, 2, **{field: None})

    assert (missing.status_code, fields_of(missing)) == (422, {field: "required"})
    assert (null.status_code, fields_of(null)) == (422, {field: "null"})
    assert is_unchanged(album)


# --- Races, on two real connections ---------------------------------------------------------


@pytest.fixture
def committed(transactional_db: None) -> Iterator[APIClient]:
    """A manager whom every connection sees."""
    yield client_of(MANAGE)
    forget_users()


def test_of_two_changes_of_one_version_the_later_is_409(committed):
    album = AlbumFactory.create()
    other = client_of(MANAGE)

    def change(client: APIClient, capacity: int) -> Any:
        given = body(startNumberCapacity=capacity)
        return client.patch(path(album, 2), given, format="json", headers={"If-Match": '"1"'})

    first, second = raced(lambda: change(committed, 7), lambda: change(other, 8))

    assert (first.status_code, second.status_code) == (204, 409)
    assert second.json()["code"] == "version-conflict"
    assert settings_of(album)[2] == 7


def test_of_two_priorities_of_one_version_the_later_is_409(committed):
    album = AlbumFactory.create()
    address = f"/admin-api/api/v1/albums/{album.pk}/priority"
    other = client_of(MANAGE)

    def change(client: APIClient, priority: int) -> Any:
        headers = {"If-Match": '"1"'}
        return client.patch(address, {"priority": priority}, format="json", headers=headers)

    first, second = raced(lambda: change(committed, 7), lambda: change(other, 8))

    assert (first.status_code, second.status_code) == (204, 409)
    album.refresh_from_db()
    assert (album.priority, album.version) == (7, 2)


def test_an_account_that_is_switched_off_meanwhile_is_not_chosen(committed):
    space = AccountSpaceFactory.create()
    album = AlbumFactory.create()
    off = f"/admin-api/api/v2/accounts/{space.account_id}/active"
    other = client_of(MANAGE)

    first, second = raced(
        lambda: committed.put(off, {"isActive": False}, format="json"),
        lambda: patch(other, album, providerId=str(space.account_id)),
    )

    assert (first.status_code, second.status_code) == (204, 422)
    assert settings_of(album)[3] is None


def test_an_account_that_is_chosen_meanwhile_is_not_switched_off(committed):
    space = AccountSpaceFactory.create()
    album = AlbumFactory.create()
    off = f"/admin-api/api/v2/accounts/{space.account_id}/active"
    other = client_of(MANAGE)

    first, second = raced(
        lambda: patch(committed, album, providerId=str(space.account_id)),
        lambda: other.put(off, {"isActive": False}, format="json"),
    )

    assert (first.status_code, second.status_code) == (204, 409)
    assert Account.objects.get().is_active
