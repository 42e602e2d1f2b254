"""PATCH admin-api/…/albums/{albumId}/recognition/settings, where it cannot be so…"""

from uuid import uuid4

import pytest

from recognition.models import Account, AccountSpace, Album
from recognition.tests.calls.api import fields_of
from recognition.tests.calls.settings import (
    BOTH,
    SPACE,
    album_to_change,
    body,
    is_unchanged,
    patch,
    path,
)
from recognition.tests.factories import AccountSpaceFactory


@pytest.fixture
def space(db: None) -> AccountSpace:
    """A default space of an account."""
    return AccountSpaceFactory.create()


@pytest.fixture
def album(db: None) -> Album:
    return album_to_change()


@BOTH
@pytest.mark.parametrize(
    ("field", "value", "code"),
    [
        ("providerId", "seven", "invalid"),
        ("providerId", False, "invalid"),
        ("providerId", 0, "invalid"),
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
def test_settings_refuse_a_value_by_its_field(manager, album, version, field, value, code):
    answer = patch(manager, album, version, **{field: value})

    assert answer.status_code == 422
    assert fields_of(answer) == {field: code}
    assert is_unchanged(album)


@BOTH
def test_settings_refuse_every_wrong_field_at_once(manager, album, version):
    answer = patch(
        manager, album, version, providerId="x", normalizationPolicy="y", startNumberCapacity=99
    )

    assert set(fields_of(answer)) == {"providerId", "normalizationPolicy", "startNumberCapacity"}


def test_settings_of_version_1_require_the_provider(manager, album):
    given = body()
    del given["providerId"]

    answer = manager.patch(path(album, 1), given, format="json")

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
def test_settings_refuse_a_space_of_another_account(manager, album, space, version):
    other = AccountSpaceFactory.create()
    ids = {"providerId": str(space.account_id), SPACE: str(other.pk)}

    answer = patch(manager, album, version, **ids)

    assert (answer.status_code, fields_of(answer)) == (422, {SPACE: "face-provider-unusable"})
    assert is_unchanged(album)


@BOTH
def test_settings_refuse_a_space_that_is_not_there(manager, album, space, version):
    ids = {"providerId": str(space.account_id), SPACE: str(uuid4())}

    assert patch(manager, album, version, **ids).status_code == 422
    assert is_unchanged(album)


def test_settings_refuse_an_account_without_a_default_space(manager, album):
    account = AccountSpaceFactory.create(is_default=False).account

    answer = patch(manager, album, providerId=str(account.pk))

    assert (answer.status_code, list(fields_of(answer))) == (422, [SPACE])
    assert is_unchanged(album)


def test_settings_refuse_an_account_that_is_switched_off(manager, album, space):
    Account.objects.update(is_active=False)

    answer = patch(manager, album, providerId=str(space.account_id))

    assert (answer.status_code, list(fields_of(answer))) == (422, ["providerId"])
    assert is_unchanged(album)


def test_settings_refuse_a_space_that_is_switched_off(manager, album, space):
    AccountSpace.objects.update(is_active=False)

    answer = patch(manager, album, providerId=str(space.account_id))

    assert (answer.status_code, list(fields_of(answer))) == (422, [SPACE])
    assert is_unchanged(album)
