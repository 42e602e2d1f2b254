"""Numbers of a callback, judged by how sure the provider was…"""

import pytest
from django.test import Client

from foundation.rest.tests.conftest import Caller
from recognition.commands import jobs
from recognition.commands.albums.settings import change_album_recognition_settings
from recognition.models import (
    Album,
    AlbumPhotosProcessingJob,
    AlbumRejudging,
    NumberRequest,
    Photo,
    Strategy,
)
from recognition.queries.photos.history.entries import explain_photo
from recognition.tests.album_changes import settings_of
from recognition.tests.calls.judging import album_of, judge_again, read, sent, tag, verdicts
from recognition.tests.calls.staff_pages import page_of, signed_in

pytestmark = pytest.mark.django_db

UNREADABLE = {"alternatives": [{"value": "123", "confidence": 0.81}]}


def ask_for(album: Album, minimum: float | None) -> None:
    """Change the album's minimum of confidence, and nothing else."""
    album.refresh_from_db()
    command = settings_of(album.pk, Strategy(album.strategy))
    values = {name: getattr(command, name) for name in command.__slots__} | {
        "album_id": album.pk,
        "minimum_confidence": minimum,
    }
    change_album_recognition_settings(type(command)(**values))


def history_of(photo: Photo) -> list[str]:
    return [entry.text for entry in explain_photo(photo.pk).entries]


def test_judged_by_confidence_a_weak_number_is_rejected_and_not_sent() -> None:
    photo = read(album_of(), tag("123", 0.43), tag("456", 0.5), tag("789", None))

    assert verdicts(photo) == {"123": "LowConfidence", "456": "accepted", "789": "accepted"}
    assert [sorted(numbers) for numbers in sent(photo)] == [["456", "789"]]
    expected = "confidence 0.43 is below the album's 0.50"
    assert f"“123” rejected, read by the provider: {expected}." in history_of(photo)


def test_judged_by_confidence_an_alternative_is_taken_with_its_own_confidence() -> None:
    photo = read(album_of(), tag("1Z3", 0.55, **UNREADABLE))

    number = photo.numbers.get()
    assert (number.value, number.rejection, number.confidence) == ("123", "", 0.81)
    taken = "read as 1Z3, taken as 123: the only alternative that is a number, confidence 0.81"
    assert f"123 kept, read by the provider: {taken}." in history_of(photo)
    assert sent(photo) == [["123"]]


def test_judged_by_confidence_several_alternatives_are_ambiguous() -> None:
    others = [{"value": "123", "confidence": 0.5}, {"value": "128", "confidence": 0.45}]

    photo = read(album_of(minimum_confidence=0.4), tag("1Z3", 0.55, alternatives=others))

    assert verdicts(photo) == {"123": "LowConfidence Ambiguous"}
    why = "read as 1Z3, may be 123 (0.50) or 128 (0.45): none can be chosen"
    assert f"“123” rejected, read by the provider: {why}." in history_of(photo)
    assert sent(photo) == [[]]


@pytest.mark.parametrize(
    "alternatives",
    [
        None,
        {},
        "123",
        [None, 5, "123", [], {}],
        [{"value": 123, "confidence": 0.9}],
        [{"value": "123"}],
        [{"value": "123", "confidence": True}],
        [{"value": "123", "confidence": "NaN"}],
        [{"value": "1" * 201, "confidence": 0.9}],
        [{"value": "1", "confidence": 0}] * 5 + [{"value": "123", "confidence": 1}],
    ],
)
def test_judged_by_confidence_malformed_alternatives_are_ignored(alternatives: object) -> None:
    photo = read(album_of(), tag("1Z3", 0.9, alternatives=alternatives, phrase=[7]), tag("7"))

    assert verdicts(photo) == {"1Z3": "NotANumber", "7": "accepted"}


@pytest.mark.parametrize(
    ("sure", "verdict"), [(5, "accepted"), (-1, "LowConfidence"), (1e300, "accepted")]
)
def test_judged_by_confidence_a_confidence_outside_0_to_1_is_cut_to_it(sure, verdict):
    photo = read(album_of(), tag("123", sure))

    assert verdicts(photo) == {"123": verdict}
    assert photo.numbers.get().confidence in (0, 1)


def test_judged_by_confidence_of_a_number_read_twice_the_accepted_reading_stays() -> None:
    photo = read(album_of(), tag("123", 0.6), tag("0123", 0.2), tag("123", 0.3))

    assert [(one.value, one.confidence) for one in photo.numbers.all()] == [("123", 0.6)]


def test_judged_by_confidence_a_lower_minimum_accepts_without_asking_again() -> None:
    album = album_of()
    photo, other = read(album, tag("123", 0.43)), read(album_of(), tag("123", 0.43))

    ask_for(album, 0.4)
    judge_again()

    assert verdicts(photo) == {"123": "accepted"}
    assert sent(photo) == [[], ["123"]]
    assert NumberRequest.objects.filter(photo=photo).count() == 1
    assert not AlbumPhotosProcessingJob.objects.exists()
    assert verdicts(other) == {"123": "LowConfidence"}


def test_judged_by_confidence_a_higher_minimum_rejects_it_and_the_default_accepts_it_again():
    album = album_of()
    photo = read(album, tag("123", 0.7), tag("1Z3", 0.2, **UNREADABLE), tag("9", None))

    ask_for(album, 0.9)
    judge_again()
    assert verdicts(photo) == {"123": "LowConfidence Alternative", "9": "accepted"}

    ask_for(album, None)
    judge_again()

    assert verdicts(photo) == {"123": "accepted Alternative", "9": "accepted"}
    assert [sorted(numbers) for numbers in sent(photo)] == [["123", "9"], ["9"], ["123", "9"]]


def test_judged_by_confidence_an_album_of_many_parts_is_judged_whole(monkeypatch):
    monkeypatch.setattr(jobs, "PART", 2)
    album = album_of()
    photos = [read(album, tag("123", 0.43)) for _ in range(5)]

    ask_for(album, 0.4)
    judge_again()

    assert [verdicts(photo) for photo in photos] == [{"123": "accepted"}] * 5
    assert not AlbumRejudging.objects.unfinished().exists()


def test_judged_by_confidence_the_same_minimum_again_changes_nothing() -> None:
    album = album_of(minimum_confidence=0.4)
    photo = read(album, tag("123", 0.43))
    judge_again()
    version = Photo.objects.get(pk=photo.pk).version

    ask_for(album, 0.4)
    judge_again()

    assert Photo.objects.get(pk=photo.pk).version == version
    assert Photo.objects.get(pk=photo.pk).judge_on is None


def test_judged_by_confidence_what_a_person_read_stays() -> None:
    album = album_of(Strategy.NUMBER)
    photo = read(album, tag("123", 0.43))
    photo.numbers.create(value="456", source="Manual")

    ask_for(album, 0.4)
    judge_again()

    assert verdicts(photo) == {"123": "LowConfidence", "456": "accepted"}


def test_judged_by_confidence_the_photos_page_says_it_in_words(client: Client) -> None:
    photo = read(album_of(), tag("1Z3", 0.55, **UNREADABLE), tag("456", 0.43))

    page = page_of(signed_in(client), Photo, photo.pk)

    assert "accepted: read as 1Z3, taken as 123: the only alternative that is a number" in page
    assert "rejected: confidence 0.43 is below the album&#x27;s 0.50" in page


def test_judged_by_confidence_the_history_over_the_api_has_the_facts(caller: Caller) -> None:
    photo = read(album_of(), tag("1Z3", 0.55, **UNREADABLE))

    answer = caller("recognition.manage").get(f"/admin-api/api/v2/photos/{photo.pk}/history")

    [kept] = [entry for entry in answer.json()["history"] if entry["kind"] == "NumberKept"]
    assert kept["details"] == {
        "value": "123",
        "source": "Provider",
        "rejection": None,
        "confidence": 0.81,
        "basis": "Alternative",
        "readAs": "1Z3",
        "alternatives": [{"value": "123", "confidence": 0.81}],
        "minimumConfidence": 0.5,
    }
