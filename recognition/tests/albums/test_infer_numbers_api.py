"""`inferNumbers` of an album's recognition settings…"""

from dataclasses import replace
from typing import Any

import pytest
from django.test import Client
from rest_framework.test import APIClient

from foundation.records.models import AuditEntry
from foundation.staff.tests.staff_pages import save
from recognition.commands.albums.previewing import preview_change
from recognition.models import Album, AlbumRejudging, Strategy
from recognition.tests.album_changes import settings_of
from recognition.tests.calls.api import fields_of
from recognition.tests.calls.judging import album_of, judge_again, read, tag
from recognition.tests.calls.settings import BOTH, album_to_change, is_unchanged, patch
from recognition.tests.calls.staff_forms import album_form
from recognition.tests.photos.test_infer_numbers import ANNA, HIDDEN, see, shot

pytestmark = pytest.mark.django_db


@pytest.fixture
def album(db: None) -> Album:
    return album_to_change()


def is_on(album: Album) -> bool:
    album.refresh_from_db()
    return album.infer_numbers


@BOTH
def test_infer_numbers_is_stored_and_in_the_audit(manager, album, version):
    answer = patch(manager, album, version, inferNumbers=True)

    assert (answer.status_code, answer["ETag"]) == (204, '"2"')
    assert is_on(album)
    assert AlbumRejudging.objects.get().album == album
    assert AuditEntry.objects.get().changes["infer_numbers"] == [False, True]


@BOTH
@pytest.mark.parametrize("fields", [{}, {"inferNumbers": None}])
def test_infer_numbers_stays_where_it_is_left_out(manager, album, version, fields):
    album.store(infer_numbers=True)

    patch(manager, album, version, **fields)

    assert is_on(album)


@BOTH
@pytest.mark.parametrize("value", ["true", 1, 0, "", [], {}])
def test_infer_numbers_is_refused_where_it_is_neither_true_nor_false(
    manager: APIClient, album: Album, version: int, value: Any
) -> None:
    answer = patch(manager, album, version, inferNumbers=value)

    assert (answer.status_code, fields_of(answer)) == (422, {"inferNumbers": "invalid"})
    assert is_unchanged(album)


@pytest.mark.parametrize(
    ("base", "role"), [("admin-api", "recognition.manage"), ("internal-api", "internal.call")]
)
def test_infer_numbers_is_in_the_answer_of_version_2(caller, album, base, role):
    client = caller(role)

    first, second = (
        client.get(f"/{base}/api/v{version}/albums/{album.pk}").json() for version in (1, 2)
    )

    assert second["inferNumbers"] is False
    assert "inferNumbers" not in first


def test_a_preview_counts_what_is_judged_again() -> None:
    album = album_of()
    read(album, tag("12"))

    command = settings_of(album.pk, Strategy(album.strategy))
    said = preview_change(replace(command, infer_numbers=True))

    assert (said.judged_again, said.processed) == (1, 0)


def test_a_preview_says_which_numbers_are_inferred_and_withdrawn() -> None:
    album = album_of(infer_numbers=True)
    see(shot(album), ANNA)
    hidden = see(shot(album, 2), HIDDEN)
    command = settings_of(album.pk, Strategy(album.strategy))

    album.store(infer_numbers=False)
    added = preview_change(replace(command, infer_numbers=True))
    album.store(infer_numbers=True)
    judge_again()
    withdrawn = preview_change(replace(command, infer_numbers=False))

    assert (added.gained_for_example, added.numbers_lost) == ([(hidden.pk, "101")], 0)
    assert (withdrawn.lost_for_example, withdrawn.numbers_gained) == ([(hidden.pk, "101")], 0)


def test_staff_set_it_on_the_albums_page(admin_client: Client, album: Album) -> None:
    asked = save(admin_client, album, **album_form(album, infer_numbers="on"))
    assert "Infer numbers: no → yes" in asked.content.decode()

    save(admin_client, album, **album_form(album, infer_numbers="on", confirmed="yes"))
    assert is_on(album)
