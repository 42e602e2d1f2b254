"""GET client-api/…/albums/{albumId}/customTags and …/taggingHint…"""

from typing import Any

import pytest
from django.core.cache import cache
from rest_framework.test import APIClient

from foundation.rest.tests.conftest import Caller
from recognition.models import Album, AlbumCustomTag
from recognition.tests.factories import AlbumFactory

pytestmark = pytest.mark.django_db


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


def path(album: Any, what: str) -> str:
    return f"/client-api/api/v2/albums/{getattr(album, 'pk', album)}/{what}"


def test_the_hint_says_what_the_settings_ask(tagger, album, settings):
    AlbumCustomTag.objects.create(album=AlbumFactory.create(), name="other")
    tags = [{"name": "finish"}, {"name": "podium"}]
    answer = tagger.get(path(album, "taggingHint"))

    assert answer.status_code == 200
    assert answer.json() == {
        "albumId": str(album.pk),
        "text": "Type every start number that can be read, of up to 5 digits. "
        "Leading zeros may be left out.",
        "startNumberCapacity": 5,
        "normalizationPolicy": "StripLeadingZeros",
        "numberFormat": "Digits",
        "customTags": tags,
    }
    assert tagger.get(path(album, "customTags")).json() == {"customTags": tags}
    for language, said in (
        ("de", "höchstens 5 Ziffern"),
        ("ru", "не длиннее 5 цифр"),
        ("nl", "of up to 5 digits"),
    ):
        answer = tagger.get(path(album, "taggingHint"), headers={"accept-language": language})
        assert said in answer.json()["text"]
    settings.THROTTLE_RATES = {**settings.THROTTLE_RATES, "tagger": "1/d"}
    album.store(tagging_hint="Only the yellow bibs.")  # staff's own words come first
    cache.clear()
    last, throttled = (tagger.get(path(album, "taggingHint")) for _ in range(2))
    assert last.json()["text"] == "Only the yellow bibs."
    assert (throttled.status_code, bool(throttled["Retry-After"])) == (429, True)


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
