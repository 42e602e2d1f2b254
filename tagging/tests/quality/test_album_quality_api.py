"""GET and PATCH admin-api/…/albums/{albumId}/taggingQuality…"""

from decimal import Decimal
from typing import Any
from uuid import UUID

import pytest

from recognition.models import Album
from tagging.models import AlbumQuality
from tagging.tests.factories import manual_album
from tagging.tests.quality.checks import checked_album

pytestmark = pytest.mark.django_db

BODY = {"secondReadingShare": "0.05", "knownAnswerShare": 0.02}


def address(album_id: UUID | str) -> str:
    return f"/admin-api/api/v2/albums/{album_id}/taggingQuality"


def shares(album: Album) -> tuple[Decimal, Decimal] | None:
    found = AlbumQuality.objects.filter(pk=album.pk)
    return found.values_list("second_reading_share", "known_answer_share").first()


def test_returns_the_shares_with_their_version(manager):
    album = checked_album(second="0.1")

    answer = manager.get(address(album.pk))

    assert (answer.status_code, answer["ETag"]) == (200, '"2"')
    assert answer.json() == {
        "albumId": str(album.pk),
        "secondReadingShare": "0.1000",
        "knownAnswerShare": "0.0000",
        "wantedCertainty": None,
    }


def test_changes_the_shares_once_and_returns_the_next_version(manager):
    album = manual_album()
    before = manager.get(address(album.pk))
    assert (before.status_code, before["ETag"]) == (200, '"1"')
    assert before.json()["secondReadingShare"] == "0.0000"
    assert shares(album) is None

    answer = manager.patch(address(album.pk), BODY, format="json", headers={"If-Match": '"1"'})
    again = manager.patch(address(album.pk), BODY, format="json")

    assert (answer.status_code, answer.content, answer["ETag"]) == (204, b"", '"2"')
    assert again["ETag"] == '"2"'
    assert shares(album) == (Decimal("0.05"), Decimal("0.02"))


def test_leaves_what_is_left_out(manager):
    album = checked_album(second="0.1", known="0.2")

    manager.patch(address(album.pk), {"knownAnswerShare": 1}, format="json")

    assert shares(album) == (Decimal("0.1"), Decimal(1))


def test_changes_the_wanted_certainty_and_ends_it_with_null(manager):
    album = manual_album()

    manager.patch(address(album.pk), {"wantedCertainty": "0.995"}, format="json")
    wanted: str = manager.get(address(album.pk)).json()["wantedCertainty"]
    manager.patch(address(album.pk), BODY, format="json")
    kept = AlbumQuality.objects.get().wanted_certainty
    answer = manager.patch(address(album.pk), {"wantedCertainty": None}, format="json")

    assert (wanted, kept) == ("0.9950", Decimal("0.995"))
    assert (answer.status_code, answer["ETag"]) == (204, '"4"')
    assert AlbumQuality.objects.get().wanted_certainty is None


def test_refuses_what_no_photo_can_be_sure_to(manager):
    album = manual_album()

    refused: list[Any] = [0, 0.5, "0.50", 1, "0.99999", -1, "x", True, [], {}]
    for wanted in refused:
        answer = manager.patch(address(album.pk), {"wantedCertainty": wanted}, format="json")
        assert answer.status_code == 422, wanted
        assert [wrong["field"] for wrong in answer.json()["errors"]] == ["wantedCertainty"]

    assert not AlbumQuality.objects.exists()


def test_at_another_version_is_409(manager):
    album = checked_album(second="0.1")

    answer = manager.patch(address(album.pk), BODY, format="json", headers={"If-Match": '"1"'})

    assert answer.status_code == 409
    assert shares(album) == (Decimal("0.1"), Decimal(0))


@pytest.mark.parametrize(
    "share", [-0.1, 1.1, "1.0001", "0.00001", "x", "NaN", "Infinity", None, True, [], {}]
)
@pytest.mark.parametrize("name", ["secondReadingShare", "knownAnswerShare"])
def test_refuses_what_is_no_share(manager, name, share):
    album = manual_album()

    answer = manager.patch(address(album.pk), {name: share}, format="json")

    assert answer.status_code == 422
    assert [wrong["field"] for wrong in answer.json()["errors"]] == [name]
    assert shares(album) is None
