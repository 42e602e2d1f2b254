"""GET and PATCH admin-api/…/albums/{albumId}/taggingQuality…"""

from decimal import Decimal
from uuid import UUID

import pytest

from recognition.models import Album
from tagging.models import AlbumQuality
from tagging.tests.quality.checks import checked_album

pytestmark = pytest.mark.django_db


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
        "trialShare": None,
        "noNumberIfAllSkip": False,
    }


def test_leaves_what_is_left_out(manager):
    album = checked_album(second="0.1", known="0.2")

    manager.patch(address(album.pk), {"knownAnswerShare": 1}, format="json")

    assert shares(album) == (Decimal("0.1"), Decimal(1))
