"""GET client-api/…/albums/{albumId}/customTags and …/taggingHint…"""

from typing import Any
from uuid import uuid4

import pytest
from rest_framework.test import APIClient

from foundation.rest.tests.conftest import Caller
from recognition.models import Album, AlbumCustomTag
from recognition.tests.factories import AlbumFactory

pytestmark = pytest.mark.django_db

BOTH = pytest.mark.parametrize("version", [1, 2])
EACH = pytest.mark.parametrize("what", ["customTags", "taggingHint"])


@pytest.fixture
def tagger(caller: Caller) -> APIClient:
    return caller("tagging.tag")


@pytest.fixture
def album(db: None) -> Album:
    """An album with two custom tags."""
    album = AlbumFactory.create()
    for name in ("podium", "finish"):
        AlbumCustomTag.objects.create(album=album, name=name)
    return album


def path(album: Any, what: str, version: int = 2) -> str:
    return f"/client-api/api/v{version}/albums/{getattr(album, 'pk', album)}/{what}"


@BOTH
def test_custom_tags_are_listed_by_name(tagger, album, version):
    AlbumCustomTag.objects.create(album=AlbumFactory.create(), name="other")

    answer = tagger.get(path(album, "customTags", version))

    assert answer.status_code == 200
    assert answer.json() == {"customTags": [{"name": "finish"}, {"name": "podium"}]}


def test_an_album_without_custom_tags_has_none(tagger):
    answer = tagger.get(path(AlbumFactory.create(), "customTags"))

    assert answer.json() == {"customTags": []}


@BOTH
def test_the_hint_says_what_the_settings_ask(tagger, album, version):
    answer = tagger.get(path(album, "taggingHint", version))

    assert answer.status_code == 200
    assert answer.json() == {
        "albumId": str(album.pk),
        "text": "Type every start number that can be read, of up to 5 digits. "
        "Leading zeros may be left out.",
        "startNumberCapacity": 5,
        "normalizationPolicy": "StripLeadingZeros",
        "numberFormat": "Digits",
        "customTags": [{"name": "finish"}, {"name": "podium"}],
    }


@pytest.mark.parametrize(
    ("policy", "capacity", "said"),
    [
        ("None", 1, "one digit. Leading zeros count"),
        ("StripLeadingZeros", 2, "up to 2 digits. Leading zeros may be left out."),
        ("PadLeadingZeros", 9, "up to 9 digits. Leading zeros may be left out: they are filled in"),
    ],
)
def test_the_hint_follows_policy_and_capacity(tagger, policy, capacity, said):
    album = AlbumFactory.create(normalization_policy=policy, start_number_capacity=capacity)

    assert said in tagger.get(path(album, "taggingHint")).json()["text"]


@pytest.mark.parametrize(
    ("language", "said"),
    [("de", "höchstens 5 Ziffern"), ("ru", "не длиннее 5 цифр"), ("nl", "of up to 5 digits")],
)
def test_the_hint_is_in_the_language_of_the_request(tagger, album, language, said):
    answer = tagger.get(path(album, "taggingHint"), headers={"accept-language": language})

    assert said in answer.json()["text"]


def test_staff_s_own_words_come_first(tagger):
    album = AlbumFactory.create(tagging_hint="Only the yellow bibs.")

    assert tagger.get(path(album, "taggingHint")).json()["text"] == "Only the yellow bibs."


@BOTH
@EACH
def test_an_album_that_is_not_there_is_404(tagger, what, version):
    answer = tagger.get(path(uuid4(), what, version))

    assert (answer.status_code, answer.json()["code"]) == (404, "album-not-found")


@BOTH
@EACH
def test_tagging_hint_opens_to_taggers_and_recognition_managers_only(
    caller, anybody, album, what, version
):
    address = path(album, what, version)
    others = ("tagging.manage", "recognition.selfie", "internal.call")

    assert anybody.get(address).status_code == 401
    assert caller(*others, username="other").get(address).status_code == 403
    for role in ("tagging.tag", "recognition.manage"):
        assert caller(role, username=role).get(address).status_code == 200


@EACH
def test_calls_are_throttled_as_taggers_are(tagger, album, what, settings):
    settings.THROTTLE_RATES = {**settings.THROTTLE_RATES, "tagger": "1/d"}

    answers = [tagger.get(path(album, what)) for _ in range(2)]

    assert [answer.status_code for answer in answers] == [200, 429]
    assert answers[1]["Retry-After"]
