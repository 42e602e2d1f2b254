"""`minimumConfidence` of an album's recognition settings…"""

from typing import Any

import pytest
from django.test import Client
from rest_framework.test import APIClient

from foundation.staff.tests.staff_pages import save
from recognition.models import Album, AlbumPhotosProcessingJob, AlbumRejudging
from recognition.tests.calls.api import fields_of
from recognition.tests.calls.settings import BOTH, album_to_change, body, is_unchanged, patch, path
from recognition.tests.calls.staff_forms import album_form

pytestmark = pytest.mark.django_db


@pytest.fixture
def album(db: None) -> Album:
    return album_to_change()


def minimum_of(album: Album) -> float | None:
    album.refresh_from_db()
    return album.minimum_confidence


@BOTH
@pytest.mark.parametrize("value", [0, 0.0, 0.35, 1, 1.0])
def test_minimum_confidence_is_stored(manager, album, version, value):
    answer = patch(manager, album, version, minimumConfidence=value)

    assert (answer.status_code, answer["ETag"]) == (204, '"2"')
    assert minimum_of(album) == value
    assert AlbumRejudging.objects.get().album == album


@BOTH
def test_minimum_confidence_stays_where_it_is_left_out(manager, album, version):
    album.store(minimum_confidence=0.7)

    patch(manager, album, version)

    assert minimum_of(album) == 0.7


@BOTH
def test_minimum_confidence_of_null_is_the_default(manager, album, version):
    album.store(minimum_confidence=0.7)

    patch(manager, album, version, minimumConfidence=None)

    assert minimum_of(album) is None
    assert album.required_confidence == 0.5


def test_minimum_confidence_alone_processes_no_photo_again(manager, album):
    patch(manager, album)
    AlbumPhotosProcessingJob.objects.all().delete()

    patch(manager, album, minimumConfidence=0.7)

    assert AlbumRejudging.objects.exists()
    assert not AlbumPhotosProcessingJob.objects.exists()


def test_minimum_confidence_that_is_the_same_changes_nothing(manager, album):
    patch(manager, album, minimumConfidence=0.7)
    AlbumRejudging.objects.all().delete()

    answer = patch(manager, album, minimumConfidence=0.7)

    assert (answer.status_code, answer["ETag"]) == (204, '"2"')
    assert not AlbumRejudging.objects.exists()


@BOTH
@pytest.mark.parametrize(
    ("value", "code"),
    [
        (-0.01, "min-value"),
        (1.01, "max-value"),
        (1e300, "max-value"),
        ("0.5", "invalid"),
        (True, "invalid"),
        (False, "invalid"),
        ([], "invalid"),
        ({}, "invalid"),
        ("", "invalid"),
    ],
)
def test_minimum_confidence_is_refused_where_it_is_no_fraction(
    manager: APIClient, album: Album, version: int, value: Any, code: str
) -> None:
    answer = patch(manager, album, version, minimumConfidence=value)

    assert (answer.status_code, fields_of(answer)) == (422, {"minimumConfidence": code})
    assert is_unchanged(album)
    assert minimum_of(album) is None


def test_minimum_confidence_of_a_stale_version_is_refused(manager: APIClient, album: Album) -> None:
    answer = manager.patch(
        path(album, 2), body(minimumConfidence=0.7), format="json", headers={"If-Match": '"7"'}
    )

    assert answer.status_code == 409
    assert minimum_of(album) is None


@pytest.mark.parametrize(("role", "status"), [("tagging.manage", 403), ("internal.call", 403)])
def test_minimum_confidence_needs_a_recognition_manager(caller, album, role, status):
    assert patch(caller(role), album, minimumConfidence=0.7).status_code == status
    assert minimum_of(album) is None


def test_version_1_ignores_it_without_a_strategy(manager: APIClient, album: Album) -> None:
    answer = patch(
        manager, album, 1, startNumbersRecognitionStrategy=None, minimumConfidence="much"
    )

    assert answer.status_code == 204
    assert minimum_of(album) is None


@pytest.mark.parametrize(
    ("base", "role"), [("admin-api", "recognition.manage"), ("internal-api", "internal.call")]
)
def test_minimum_confidence_is_in_the_answer_of_version_2(caller, album, base, role):
    album.store(minimum_confidence=0.7)
    client = caller(role)

    first, second = (
        client.get(f"/{base}/api/v{version}/albums/{album.pk}").json() for version in (1, 2)
    )

    assert second["minimumConfidence"] == 0.7
    assert "minimumConfidence" not in first


def test_staff_set_it_on_the_albums_page(admin_client: Client, album: Album) -> None:
    save(admin_client, album, **album_form(album, minimum_confidence="0.7", confirmed="yes"))
    assert minimum_of(album) == 0.7

    save(admin_client, album, **album_form(album, minimum_confidence="", confirmed="yes"))
    assert minimum_of(album) is None
