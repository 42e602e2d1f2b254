"""Numbers that were read are judged by the rules that stand now…"""

from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import pytest
from django.conf import settings
from django.utils import timezone

from recognition.albums.commands import change_album_recognition_settings
from recognition.models import Album, NormalizationPolicy, Photo, Strategy
from recognition.numbers import list_changes as commands
from recognition.numbers import start_lists
from recognition.numbers.list_changes import check_start_lists
from recognition.numbers.start_lists import forget_list
from recognition.photos.verdicts import verdict_in_words
from recognition.tests.album_changes import settings_of
from recognition.tests.calls.judging import (
    album_of,
    judge_again,
    listed_album,
    read,
    sent,
    tag,
    verdicts,
)
from recognition.tests.factories import AlbumFactory
from tools.sandbox.client import SandboxClient

pytestmark = pytest.mark.django_db

STRIP, PAD = NormalizationPolicy.STRIP_LEADING_ZEROS, NormalizationPolicy.PAD_LEADING_ZEROS


def change(album: Album, **fields: Any) -> None:
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
