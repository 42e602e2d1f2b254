"""GET admin-api/…/tagators/{tagatorId}/quality…"""

from datetime import UTC, datetime, timedelta
from decimal import Decimal
from uuid import UUID

import pytest

from recognition.models import Album
from tagging.models import AlbumQuality, Comparison, KnownAnswerReading, TaskPurpose
from tagging.tests.factories import new_tagator, waiting_tasks
from tagging.tests.quality.checks import (
    checked_album,
    disagreement,
    first_reading,
    known_photo,
    read,
    second_reading,
    settle,
    take,
)

pytestmark = pytest.mark.django_db
NONE = {
    "compared": 0,
    "agreed": 0,
    "settled": 0,
    "settledRight": 0,
    "knownAnswers": 0,
    "hits": 0,
    "accuracy": None,
}


def address(tagator_id: UUID | str) -> str:
    return f"/admin-api/api/v2/tagators/{tagator_id}/quality"


def test_has_no_accuracy_where_nothing_was_checked(manager):
    tagator = new_tagator()

    answer = manager.get(address(tagator.pk))

    assert answer.status_code == 200
    assert answer.json() == {"tagatorId": str(tagator.pk), **NONE}


def test_counts_second_readings_on_both_taggers_and_for_whom_staff_decided(manager):
    tagator = new_tagator()
    for number in ("12", "12", "13"):
        second_reading(first_reading("12"), number, tagator=tagator)

    found = manager.get(address(tagator.pk)).json()

    assert (found["compared"], found["agreed"], found["accuracy"]) == (3, 2, "1.0000")
    compared = Comparison.objects.get(agrees=False)
    assert manager.get(address(compared.first_tagator_id)).json()["accuracy"] is None

    settle(compared.pk, "13")

    first, second = (
        manager.get(address(each)).json() for each in (compared.first_tagator_id, tagator.pk)
    )
    assert (first["settled"], first["settledRight"]) == (1, 0)
    assert (second["settled"], second["settledRight"]) == (1, 1)


def test_counts_hits_of_known_answers(manager):
    album = checked_album(known="1")
    waiting_tasks(2, album)
    known_photo(album, "7")
    known_photo(album, "8")
    tagator = new_tagator()
    for task in take(tagator).tasks.filter(purpose=TaskPurpose.KNOWN_ANSWER):
        read(task, "7")

    found = manager.get(address(tagator.pk)).json()

    assert (found["knownAnswers"], found["hits"], found["accuracy"]) == (2, 1, "0.5000")


def test_counts_from_a_moment_on_and_before_another(manager):
    begin = datetime(2026, 5, 1, tzinfo=UTC)
    found = disagreement()
    Comparison.objects.update(compared_on=begin)
    bounds = [
        {"from": begin},
        {"from": begin + timedelta(seconds=1)},
        {"to": begin},
        {"to": begin + timedelta(seconds=1)},
    ]

    counted = [
        manager.get(
            address(found.first_tagator_id),
            {name: moment.isoformat() for name, moment in each.items()},
        ).json()["compared"]
        for each in bounds
    ]

    assert counted == [1, 0, 0, 1]
    assert not KnownAnswerReading.objects.exists()


def album_address(album_id: UUID | str) -> str:
    return f"/admin-api/api/v2/albums/{album_id}/taggingQuality"


def shares(album: Album) -> tuple[Decimal, Decimal] | None:
    found = AlbumQuality.objects.filter(pk=album.pk)
    return found.values_list("second_reading_share", "known_answer_share").first()


def test_of_album_returns_the_shares_with_their_version(manager):
    album = checked_album(second="0.1")

    answer = manager.get(album_address(album.pk))

    assert (answer.status_code, answer["ETag"]) == (200, '"2"')
    assert answer.json() == {
        "albumId": str(album.pk),
        "secondReadingShare": "0.1000",
        "knownAnswerShare": "0.0000",
        "wantedCertainty": None,
        "trialShare": None,
        "noNumberIfAllSkip": False,
    }


def test_of_album_leaves_what_is_left_out(manager):
    album = checked_album(second="0.1", known="0.2")

    manager.patch(album_address(album.pk), {"knownAnswerShare": 1}, format="json")

    assert shares(album) == (Decimal("0.1"), Decimal(1))
