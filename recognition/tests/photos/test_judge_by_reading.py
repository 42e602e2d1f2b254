"""Numbers of a callback, judged by the confidence and by the format of the album…"""

from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import pytest
from django.conf import settings
from django.utils import timezone

from foundation.messaging.tests.play.jobs import finish_jobs
from recognition.albums.commands import change_album_recognition_settings
from recognition.jobs import commands as jobs
from recognition.models import (
    Album,
    AlbumPhotosProcessingJob,
    AlbumRejudging,
    NormalizationPolicy,
    NumberFormat,
    NumberRequest,
    Photo,
    Strategy,
)
from recognition.numbers import judging_again as commands
from recognition.numbers import start_lists
from recognition.numbers.judging_again import check_start_lists
from recognition.numbers.start_lists import forget_list
from recognition.photos.history import explain_photo
from recognition.photos.verdicts import verdict_in_words
from recognition.tests.album_changes import settings_of
from recognition.tests.calls.judging import (
    album_of,
    correct,
    history_of,
    judge_again,
    judge_due,
    listed_album,
    read,
    sent,
    tag,
    verdicts,
)
from recognition.tests.factories import AlbumFactory
from tools.sandbox.client import SandboxClient

pytestmark = pytest.mark.django_db


def test_judged_by_confidence_a_weak_number_is_rejected_and_not_sent() -> None:
    twice = [tag("7", 0.6), tag("07", 0.2), tag("7", 0.3)]
    cut = [tag("8", 5), tag("9", -1), tag("10", 1e300)]  # to what is between 0 and 1
    photo = read(album_of(), tag("123", 0.43), tag("456", 0.5), tag("789", None), *twice, *cut)

    found = {"456": 0.5, "789": None, "7": 0.6, "8": 1, "10": 1}
    assert verdicts(photo) == {
        **dict.fromkeys(found, "accepted"),
        **dict.fromkeys(("123", "9"), "LowConfidence"),
    }
    assert dict(photo.numbers.filter(rejection="").values_list("value", "confidence")) == found
    assert [set(numbers) for numbers in sent(photo)] == [set(found)]
    expected = "confidence 0.43 is below the album's 0.50"
    assert f"“123” rejected, read by the provider: {expected}." in history_of(photo)


def test_judged_by_confidence_several_alternatives_are_ambiguous() -> None:
    others = [{"value": "123", "confidence": 0.5}, {"value": "128", "confidence": 0.45}]

    photo = read(album_of(minimum_confidence=0.4), tag("1Z3", 0.55, alternatives=others))

    assert verdicts(photo) == {"123": "LowConfidence Ambiguous"}
    why = "read as 1Z3, may be 123 (0.50) or 128 (0.45): none can be chosen"
    assert f"“123” rejected, read by the provider: {why}." in history_of(photo)
    assert sent(photo) == [[]]


def test_judged_by_confidence_a_lower_minimum_accepts_without_asking_again(monkeypatch):
    monkeypatch.setattr(jobs, "PART", 2)
    album = album_of()
    photos = [read(album, tag("123", 0.43)) for _ in range(5)]
    photos[4].numbers.create(value="456", source="Manual")  # what a person read stays
    other = read(album_of(), tag("123", 0.43))

    change(album, minimum_confidence=0.4)
    judge_again()

    assert [verdicts(photo) for photo in photos[:4]] == [{"123": "accepted"}] * 4
    assert verdicts(photos[4]) == {"123": "LowConfidence", "456": "accepted"}
    assert sent(photos[0]) == [[], ["123"]]
    assert NumberRequest.objects.filter(photo=photos[0]).count() == 1
    assert not AlbumPhotosProcessingJob.objects.exists()
    assert not AlbumRejudging.objects.unfinished().exists()
    assert verdicts(other) == {"123": "LowConfidence"}


LETTERS = NumberFormat.LETTERS_AND_DIGITS


def test_a_reading_without_letters_is_taken_by_the_list_and_explained(sandbox):
    album = listed_album(sandbox, "T2182", "S374", "T374", "T9", number_format=LETTERS)
    unclear = tag("129", 0.6, alternatives=[{"value": "T9", "confidence": 0.55}])
    photo = read(album, tag("2182"), tag("374"), unclear)

    assert verdicts(photo) == {
        "T2182": "accepted",
        "374": "NotInStartList",
        "T9": "accepted Alternative",
    }
    why = "read as 2182: T2182 alone has these digits on the start list"
    assert f"T2182 kept, read by the provider: {why}." in history_of(photo)


def test_what_was_no_number_of_digits_is_one_after_the_format_changed() -> None:
    album = album_of()
    photo, other = read(album, tag("T2182")), read(album_of(), tag("T2182"))
    corrected = read(album, tag("T7"))
    correct(corrected, "7")

    change(album, number_format=LETTERS)
    judge_again()

    assert verdicts(photo) == {"T2182": "accepted"}
    assert sent(photo) == [[], ["T2182"]]
    assert verdicts(other) == {"T2182": "NotANumber"}
    assert verdicts(corrected)["7"] == "accepted"
    assert NumberRequest.objects.filter(photo=photo).count() == 1

    change(album, number_format=NumberFormat.DIGITS)
    judge_again()

    assert verdicts(photo) == {"T2182": "NotANumber"}
    assert sent(photo)[-1] == []


def test_without_the_list_nothing_is_judged_and_later_it_is(sandbox: SandboxClient) -> None:
    album = listed_album(sandbox, "T2182", "9")
    photo = read(album, tag("2182"))
    judge_again()
    change(album, number_format=LETTERS)
    forget_list(album.pk)
    sandbox.remove_start_list(album.pk)
    finish_jobs(AlbumRejudging)
    judge_due()

    photo.refresh_from_db()
    assert verdicts(photo) == {"2182": "NotInStartList"}
    assert photo.judge_on is not None

    sandbox.set_start_list(album.pk, ["T2182"])
    type(photo).objects.update(judge_on=timezone.now())
    judge_again()

    assert verdicts(photo) == {"T2182": "accepted"}


STRIP, PAD = NormalizationPolicy.STRIP_LEADING_ZEROS, NormalizationPolicy.PAD_LEADING_ZEROS


def change(album: Album, **fields: Any) -> None:
    """Change these settings of the album, and nothing else."""
    album.refresh_from_db()
    command = settings_of(album.pk, Strategy(album.strategy))
    as_now = {
        "normalization_policy": NormalizationPolicy(album.normalization_policy),
        "start_number_capacity": album.start_number_capacity,
    }
    change_album_recognition_settings(replace(command, **{**as_now, **fields}))


def said_of(photo: Photo) -> list[str]:
    digits = Album.objects.get(pk=photo.album_id).start_number_capacity
    return [verdict_in_words(number, digits) for number in photo.numbers.all()]


@pytest.mark.parametrize("fields", [{}, {"minimum_confidence": 0.4}, {"infer_numbers": True}])
def test_after_the_capacity_changed_with_or_without_another_field(fields: dict[str, Any]) -> None:
    album = album_of()
    photo = read(album, tag("3268"), tag("12"))

    change(album, start_number_capacity=3, **fields)
    judge_again()
    assert verdicts(photo) == {"3268": "TooLong", "12": "accepted"}
    assert "rejected: more than the album's 3 digits" in said_of(photo)

    change(album, start_number_capacity=5)
    assert "rejected: more digits than the album's numbers had then" in said_of(photo)
    judge_again()

    assert verdicts(photo) == {"3268": "accepted", "12": "accepted"}
    assert [sorted(each) for each in sent(photo)] == [["12", "3268"], ["12"], ["12", "3268"]]


def test_after_the_policy_changed_by_what_was_read(sandbox: SandboxClient) -> None:
    album = album_of(normalization_policy=STRIP)
    photo = read(album, tag("007"))
    assert verdicts(photo) == {"7": "accepted"}

    for policy, value in ((PAD, "00007"), (NormalizationPolicy.NONE, "007"), (STRIP, "7")):
        change(album, normalization_policy=policy)
        judge_again()

        assert verdicts(photo) == {value: "accepted"}


def test_by_the_later_list_though_this_process_keeps_the_earlier_one(sandbox):
    album = listed_album(sandbox, "7")
    photo = read(album, tag("7"), tag("8"))
    kept = dict(start_lists._kept_here)
    sandbox.set_start_list(album.pk, ["8"])
    forget_list(album.pk)
    read(Album.objects.get(pk=album.pk), tag("8"))  # as another process would
    start_lists._kept_here.update(kept)

    judge_again()

    assert verdicts(photo) == {"7": "NotInStartList", "8": "accepted"}


def test_later_where_asking_for_the_lists_of_others_takes_too_long(sandbox, monkeypatch):
    album = listed_album(sandbox, "7")
    for each in (album, AlbumFactory.create(tenant=album.tenant)):
        sandbox.set_start_list(each.pk, ["7"])
        read(each, tag("7"))
    asked = sandbox.stats("competitor-service")["requests"]
    later = timezone.now() + settings.START_LIST_FRESH_FOR
    ticks = iter([0.0, 1.0, 61.0])
    monkeypatch.setattr(commands, "time", SimpleNamespace(monotonic=lambda: next(ticks)))

    check_start_lists(later)

    assert sandbox.stats("competitor-service")["requests"] == asked + 1
    assert Album.objects.filter(start_list_checked_on=later).count() == 1


UNREADABLE = {"alternatives": [{"value": "123", "confidence": 0.81}]}


def test_judged_by_confidence_an_alternative_is_taken_with_its_own_confidence() -> None:
    photo = read(album_of(), tag("1Z3", 0.55, **UNREADABLE))

    number = photo.numbers.get()
    assert (number.value, number.rejection, number.confidence) == ("123", "", 0.81)
    [kept] = [each for each in explain_photo(photo.pk).entries if each.kind == "NumberKept"]
    taken = "read as 1Z3, taken as 123: the only alternative that is a number, confidence 0.81"
    assert kept.text == f"123 kept, read by the provider: {taken}."
    assert kept.details == {
        "value": "123",
        "source": "Provider",
        "rejection": None,
        "confidence": 0.81,
        "basis": "Alternative",
        "readAs": "1Z3",
        "alternatives": [{"value": "123", "confidence": 0.81}],
        "minimumConfidence": 0.5,
    }
    assert sent(photo) == [["123"]]


def test_after_the_competitor_service_has_another_list_without_anybody_asking(sandbox):
    album = listed_album(sandbox, "7", "9")
    photo = read(album, tag("7"), tag("8"))
    judge_again()
    assert verdicts(photo) == {"7": "accepted", "8": "NotInStartList"}
    sandbox.set_start_list(album.pk, ["9", "8"])

    assert check_start_lists(timezone.now()).results == []  # still fresh
    later = timezone.now() + settings.START_LIST_FRESH_FOR
    for at in (later, later + settings.START_LIST_FRESH_FOR):
        check_start_lists(at)
        assert AlbumRejudging.objects.count() == 1
        judge_again()

    assert verdicts(photo) == {"7": "NotInStartList", "8": "accepted"}
    assert [sorted(each) for each in sent(photo)] == [["7"], ["8"]]
