"""PATCH admin-api/…/albums/{albumId}/recognition/settings…"""

import pytest

from recognition.models import AccountSpace, Album, AlbumPhotosProcessingJob
from recognition.tests.calls.settings import (
    BOTH,
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


@BOTH
def test_settings_are_changed_and_the_photos_follow(manager, album, space, version):
    answer = patch(
        manager, album, version, providerId=str(space.account_id), providerSpaceId=str(space.pk)
    )

    assert (answer.status_code, answer.content, answer["ETag"]) == (204, b"", '"2"')
    assert settings_of(album) == ("Number", "PadLeadingZeros", 6, space.account_id, space.pk)
    assert AlbumPhotosProcessingJob.objects.get().album == album


@BOTH
@pytest.mark.parametrize("given", [{}, {SPACE: None}])
def test_settings_without_a_space_take_the_default_space(manager, album, space, version, given):
    AccountSpaceFactory.create(account=space.account, is_default=False)

    answer = patch(manager, album, version, providerId=str(space.account_id), **given)

    assert answer.status_code == 204
    assert settings_of(album)[3:] == (space.account_id, space.pk)


@BOTH
def test_settings_take_the_space_that_is_named(manager, album, space, version):
    other = AccountSpaceFactory.create(account=space.account, is_default=False)
    ids = {"providerId": str(space.account_id), SPACE: str(other.pk)}

    assert patch(manager, album, version, **ids).status_code == 204
    assert settings_of(album)[4] == other.pk


@BOTH
def test_settings_with_provider_null_switch_faces_off(manager, space, version):
    album = AlbumFactory.create(face_account=space.account, face_space=space)

    answer = patch(manager, album, version, providerId=None, providerSpaceId=str(space.pk))

    assert answer.status_code == 204
    assert settings_of(album)[3:] == (None, None)


@BOTH
def test_the_same_settings_again_change_nothing(manager, album, version):
    patch(manager, album, version)
    AlbumPhotosProcessingJob.objects.all().delete()

    answer = patch(manager, album, version)

    assert (answer.status_code, answer["ETag"]) == (204, '"2"')
    assert not AlbumPhotosProcessingJob.objects.exists()


@BOTH
@pytest.mark.parametrize(("tag", "status"), [('"1"', 204), ('"7"', 409), ("1", 400)])
def test_settings_of_another_version_are_refused(manager, album, version, tag, status):
    answer = manager.patch(path(album, version), body(), format="json", headers={"If-Match": tag})

    assert answer.status_code == status
    assert is_unchanged(album) == (status != 204)


@BOTH
@pytest.mark.parametrize("text", ["{", "[]", '"x"'])
def test_settings_that_are_no_object_are_refused(manager, album, version, text):
    answer = manager.patch(path(album, version), text, content_type="application/json")

    assert answer.status_code in (400, 422)
    assert is_unchanged(album)


@BOTH
def test_settings_need_a_recognition_manager(caller, anybody, album, version):
    stranger = caller("tagging.manage", "recognition.selfie", username="stranger")

    assert patch(anybody, album, version).status_code == 401
    assert patch(stranger, album, version).status_code == 403
    assert is_unchanged(album)
