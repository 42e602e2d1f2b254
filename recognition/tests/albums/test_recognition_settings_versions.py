"""PATCH admin-api/…/albums/{albumId}/recognition/settings, where the versions differ…"""

from uuid import uuid4

import pytest

from recognition.models import AccountSpace, Album
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
from recognition.tests.factories import AccountSpaceFactory, AlbumFactory


@pytest.fixture
def space(db: None) -> AccountSpace:
    """A default space of an account."""
    return AccountSpaceFactory.create()


@pytest.fixture
def album(db: None) -> Album:
    return album_to_change()


def test_version_1_says_that_it_is_deprecated(manager, album):
    answer = patch(manager, album, 1)

    assert answer["Deprecation"].startswith("@")
    assert answer["Link"] == f'<{path(album, 2)}>; rel="successor-version"'
    assert "Deprecation" not in patch(manager, album, 2)


@pytest.mark.parametrize("given", [{"startNumbersRecognitionStrategy": None}, {}])
def test_version_1_without_a_strategy_changes_the_face_provider_alone(manager, album, space, given):
    ids = {"providerId": str(space.account_id), SPACE: str(space.pk)}

    for policy, capacity in [("PadLeadingZeros", 9), ("Backwards", 0), ([], {})]:
        ignored = {"normalizationPolicy": policy, "startNumberCapacity": capacity}
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


def test_version_2_knows_no_space_of_the_nil_guid(manager, album, space):
    answer = patch(manager, album, 2, providerId=str(space.account_id), **{SPACE: NIL})

    assert (answer.status_code, fields_of(answer)) == (422, {SPACE: "face-provider-unusable"})
    assert is_unchanged(album)


@pytest.mark.parametrize(
    "field", ["startNumbersRecognitionStrategy", "normalizationPolicy", "startNumberCapacity"]
)
def test_version_2_takes_no_null_for_a_setting_that_is_never_null(manager, album, field):
    answer = patch(manager, album, 2, **{field: None})

    assert (answer.status_code, fields_of(answer)) == (422, {field: "null"})
    assert is_unchanged(album)


@pytest.mark.parametrize("field", body())
def test_version_2_requires_what_it_announced(manager, album, field):
    given = {name: value for name, value in body().items() if name != field}

    answer = manager.patch(path(album, 2), given, format="json")

    assert (answer.status_code, fields_of(answer)) == (422, {field: "required"})
    assert is_unchanged(album)


@pytest.mark.parametrize("field", body())
def test_a_preview_of_version_2_requires_the_same(manager, album, field):
    given = {name: value for name, value in body().items() if name != field}
    address = path(album, 2).replace("settings", "preview")

    answer = manager.post(address, {"settings": given}, format="json")

    assert (answer.status_code, fields_of(answer)) == (422, {f"settings.{field}": "required"})


def test_version_2_names_a_wrong_face_provider(manager, album):
    answer = patch(manager, album, 2, providerId="seven")

    assert (answer.status_code, fields_of(answer)) == (422, {"providerId": "invalid"})
    assert is_unchanged(album)
