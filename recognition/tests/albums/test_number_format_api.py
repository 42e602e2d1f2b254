"""`numberFormat` of an album's recognition settings…"""

from dataclasses import replace

import pytest
from django.test import Client
from rest_framework.test import APIClient

from foundation.records.models import AuditEntry
from foundation.staff.tests.staff_pages import save
from recognition.commands.albums.previewing import preview_change
from recognition.models import (
    Album,
    AlbumPhotosProcessingJob,
    AlbumRejudging,
    NumberFormat,
    Strategy,
)
from recognition.tests.album_changes import settings_of
from recognition.tests.calls.api import fields_of
from recognition.tests.calls.judging import album_of, read, tag
from recognition.tests.calls.settings import BOTH, album_to_change, body, is_unchanged, patch, path
from recognition.tests.calls.staff_forms import album_form

pytestmark = pytest.mark.django_db

LETTERS = NumberFormat.LETTERS_AND_DIGITS


@pytest.fixture
def album(db: None) -> Album:
    return album_to_change()


def format_of(album: Album) -> str:
    album.refresh_from_db()
    return album.number_format


@BOTH
def test_number_format_is_stored_and_in_the_audit(manager, album, version):
    answer = patch(manager, album, version, numberFormat="LettersAndDigits")

    assert (answer.status_code, answer["ETag"]) == (204, '"2"')
    assert format_of(album) == LETTERS
    assert AlbumRejudging.objects.get().album == album
    changes = AuditEntry.objects.get().changes
    assert changes["number_format"] == ["Digits", "LettersAndDigits"]


@BOTH
@pytest.mark.parametrize("fields", [{}, {"numberFormat": None}])
def test_number_format_stays_where_it_is_left_out(manager, album, version, fields):
    album.store(number_format=LETTERS)

    patch(manager, album, version, **fields)

    assert format_of(album) == LETTERS


def test_number_format_alone_processes_no_photo_again(manager: APIClient, album: Album) -> None:
    patch(manager, album)
    AlbumPhotosProcessingJob.objects.all().delete()

    patch(manager, album, numberFormat="LettersAndDigits")

    assert AlbumRejudging.objects.exists()
    assert not AlbumPhotosProcessingJob.objects.exists()


@BOTH
@pytest.mark.parametrize("value", ["Letters", "digits", "", 1, True, [], {}])
def test_number_format_is_refused_where_it_is_none(manager, album, version, value):
    answer = patch(manager, album, version, numberFormat=value)

    assert (answer.status_code, fields_of(answer)) == (422, {"numberFormat": "invalid-choice"})
    assert is_unchanged(album)
    assert format_of(album) == "Digits"


def test_number_format_of_a_stale_version_is_refused(manager: APIClient, album: Album) -> None:
    given, headers = body(numberFormat="LettersAndDigits"), {"If-Match": '"7"'}

    answer = manager.patch(path(album, 2), given, format="json", headers=headers)

    assert (answer.status_code, format_of(album)) == (409, "Digits")


def test_version_1_ignores_it_without_a_strategy(manager: APIClient, album: Album) -> None:
    answer = patch(manager, album, 1, startNumbersRecognitionStrategy=None, numberFormat="Roman")

    assert (answer.status_code, format_of(album)) == (204, "Digits")


@pytest.mark.parametrize(
    ("base", "role"), [("admin-api", "recognition.manage"), ("internal-api", "internal.call")]
)
def test_number_format_is_in_the_answer_of_version_2(caller, album, base, role):
    album.store(number_format=LETTERS)
    client = caller(role)

    first, second = (
        client.get(f"/{base}/api/v{version}/albums/{album.pk}").json() for version in (1, 2)
    )

    assert second["numberFormat"] == "LettersAndDigits"
    assert "numberFormat" not in first


def test_a_preview_counts_what_is_judged_again() -> None:
    album = album_of()
    read(album, tag("T12"))

    command = settings_of(album.pk, Strategy(album.strategy))
    said = preview_change(replace(command, number_format=LETTERS))

    counts = (said.judged_again, said.numbers_changed, said.unchanged)
    assert counts == (1, 1, 0)
    assert (said.numbers_gained, said.photos_gaining) == (1, 1)


def test_staff_set_it_on_the_albums_page(admin_client: Client, album: Album) -> None:
    asked = save(admin_client, album, **album_form(album, number_format=LETTERS))
    assert "Number format: Digits → LettersAndDigits" in asked.content.decode()

    save(admin_client, album, **album_form(album, number_format=LETTERS, confirmed="yes"))
    assert format_of(album) == LETTERS
