"""Albums over the APIs: their list, themselves, previews of changes, and hints for taggers…"""

from datetime import UTC, datetime
from typing import Any
from uuid import uuid4

import pytest
from django.core.cache import cache
from django.utils import timezone
from rest_framework.test import APIClient

from foundation.rest.tests.conftest import Caller
from recognition.models import Album, AlbumCustomTag, Strategy
from recognition.tests.factories import (
    AccountFactory,
    AccountSpaceFactory,
    AlbumFactory,
    PhotoFactory,
)

pytestmark = pytest.mark.django_db

COMMON = {
    "name", "startNumbersRecognitionStrategy", "startNumberCapacity", "normalizationPolicy",
    "priority", "eventDate", "createdOn", "updatedOn", "allowedStartNumbersRecognitionStrategies",
    "allowedFaceProviders", "recognition",
}  # fmt: skip

DEPRECATED = {"recognitionStrategy", "taggingStrategy", "allowedStrategies"}
NIL = "00000000-0000-0000-0000-000000000000"


def path(album: Album | Any, version: int = 2, rest: str = "") -> str:
    return f"/admin-api/api/v{version}/albums/{getattr(album, 'pk', album)}{rest}"


def change(client: APIClient, album: Any, priority: Any, **headers: Any) -> Any:
    body = {"priority": priority}
    return client.patch(path(album, 2, "/priority"), body, format="json", **headers)


@pytest.mark.django_db(transaction=True)
def test_stays_with_its_tenant(manager):
    album = AlbumFactory.create(name="City run", told_on=timezone.now())

    answer = manager.put(path(album), {"tenantId": str(uuid4()), "name": "Mine"}, format="json")

    assert (answer.status_code, answer.json()["code"]) == (409, "album-of-another-tenant")
    album.refresh_from_db()
    assert album.name == "City run"


def test_version_2_shows_an_album_without_the_deprecated_fields(manager):
    space = AccountSpaceFactory.create()
    AccountFactory.create(is_active=False)
    album = AlbumFactory.create(face_space=space, event_date=datetime(2026, 5, 17, tzinfo=UTC))

    address = path(album).replace(str(album.pk), str(album.pk).upper())
    answer = manager.get(address, HTTP_IF_NONE_MATCH='"1"')  # no 304: it shows accounts, too

    body = answer.json()
    assert (answer.status_code, answer["ETag"], "Deprecation" in answer) == (200, '"1"', False)
    settings = {"minimumConfidence", "numberFormat", "inferNumbers", "keepDays", "state"}
    assert set(body) == COMMON | settings | {"albumId", "tenantId"}
    assert (body["name"], body["eventDate"]) == (album.name, "2026-05-17T00:00:00Z")
    assert body["allowedStartNumbersRecognitionStrategies"] == list(Strategy.values)
    assert body["allowedFaceProviders"] == [
        {"name": space.account.name, "providerId": str(space.account.pk)}
    ]
    assert body["recognition"] == {
        "faceProviderId": str(space.account.pk),
        "faceProviderSpaceId": str(space.pk),
    }


@pytest.mark.parametrize(
    ("strategy", "recognition", "tagging"),
    [
        ("Disabled", "Disabled", "Disabled"),
        ("Manual", "Disabled", "Manual"),
        ("Number", "Number", "Disabled"),
        ("FaceNumber", "FaceNumber", "Disabled"),
        ("NumberThenManual", "Number", "Manual"),
    ],
)
def test_version_1_takes_the_strategy_apart_and_says_that_it_is_deprecated(
    manager, strategy, recognition, tagging
):
    answer = manager.get(path(AlbumFactory.create(strategy=strategy), version=1))

    body = answer.json()
    assert body["startNumbersRecognitionStrategy"] == strategy
    assert (body["recognitionStrategy"], body["taggingStrategy"]) == (recognition, tagging)
    assert set(body) == COMMON | DEPRECATED
    assert body["allowedStrategies"] == list(Strategy.values)
    assert body["allowedFaceProviders"] == [{"name": "Disabled", "providerId": NIL}]
    assert answer["Deprecation"].startswith("@")
    assert 'rel="successor-version"' in answer["Link"]


@pytest.mark.parametrize(
    ("if_match", "status"),
    [('"1"', 204), ("*", 204), ('"2"', 409), ('W/"1"', 409), ('"x"', 409), ("1", 400)],
)
def test_a_priority_is_changed_unless_if_match_guards_it(manager, if_match, status):
    album = AlbumFactory.create()

    answer = change(manager, album, 5, HTTP_IF_MATCH=if_match)

    album.refresh_from_db()
    assert answer.status_code == status
    assert (album.priority, album.version) == ((5, 2) if status == 204 else (0, 1))
    if status == 204:
        assert (answer.content, answer["ETag"]) == (b"", '"2"')
        assert change(manager, album, 5)["ETag"] == '"2"'


def counter(album: Any) -> str:
    return f"/internal-api/api/v2/albums/{getattr(album, 'pk', album)}/counter/photos"


def test_photos_are_counted_by_state(caller):
    album = AlbumFactory.create()
    for state in ("New", "New", "Deleted"):
        PhotoFactory.create(album=album, state=state)
    PhotoFactory.create()

    answer = caller("internal.call").get(counter(album))

    assert answer.status_code == 200
    assert answer.json() == {
        "albumId": str(album.pk),
        "total": 3,
        "byState": {"New": 2, "Deleted": 1},
    }


LIST = "/admin-api/api/v2/albums"


def listed(client: APIClient, **query: Any) -> list[str]:
    answer = client.get(LIST, query)
    assert answer.status_code == 200, answer.content
    return [row["name"] for row in answer.json()["results"]]


def test_album_list_narrows_and_searches(manager):
    off, manual = {"state": "Off"}, {"strategy": "Manual"}
    album = AlbumFactory.create(name="City Marathon 100%", **off)
    AlbumFactory.create(name="manual", **manual)
    AlbumFactory.create(name="both", **off, **manual)

    tenant = str(album.tenant_id)
    for query in ({"tenantId": tenant}, *({"search": text} for text in (
        "marathon", "100%", "%", str(album.pk), tenant.upper(),
    ))):  # fmt: skip
        assert listed(manager, **query) == [album.name]
    for query in ({"tenantId": str(uuid4())}, {"search": str(uuid4())}):
        assert listed(manager, **query) == []
    assert set(listed(manager, **off)) == {album.name, "both"}
    assert set(listed(manager, **manual)) == {"manual", "both"}
    assert listed(manager, **off, **manual) == ["both"]


def preview_path(album: Any) -> str:
    return f"/admin-api/api/v2/albums/{getattr(album, 'pk', album)}/recognition/preview"


def settings_body(**fields: Any) -> dict[str, Any]:
    given = {
        "providerId": None,
        "startNumbersRecognitionStrategy": "NumberThenManual",
        "normalizationPolicy": "StripLeadingZeros",
        "startNumberCapacity": 5,
    }
    return {"settings": {**given, **fields}}


def test_a_preview_refuses_what_the_change_would_refuse(manager: APIClient) -> None:
    album, unknown = AlbumFactory.create(), str(uuid4())
    space = AccountSpaceFactory.create(is_active=False)
    bodies: tuple[dict[str, Any], ...] = (
        {},
        {"state": "Off", **settings_body()},
        {"state": "off"},
        settings_body(startNumberCapacity=0),
        settings_body(providerId=str(space.account_id)),
    )

    refused = [
        manager.post(preview_path(album), body, format="json").status_code for body in bodies
    ]
    missing = [
        manager.post(preview_path(unknown), {"state": "Off"}, format="json"),
        manager.post(preview_path(album), settings_body(providerId=unknown), format="json"),
    ]

    assert refused == [422] * len(bodies)
    assert [answer.status_code for answer in missing] == [404, 404]


@pytest.fixture
def tagger(caller: Caller) -> APIClient:
    return caller("tagging.tag")


@pytest.fixture
def tagged_album(db: None) -> Album:
    """An tagged_album with two custom tags."""
    tagged_album = AlbumFactory.create()
    for name in ("podium", "finish"):
        AlbumCustomTag.objects.create(album=tagged_album, name=name)
    return tagged_album


def hint_path(tagged_album: Any, what: str) -> str:
    return f"/client-api/api/v2/albums/{getattr(tagged_album, 'pk', tagged_album)}/{what}"


def test_the_hint_says_what_the_settings_ask(tagger, tagged_album, settings):
    AlbumCustomTag.objects.create(album=AlbumFactory.create(), name="other")
    tags = [{"name": "finish"}, {"name": "podium"}]
    answer = tagger.get(hint_path(tagged_album, "taggingHint"))

    assert answer.status_code == 200
    assert answer.json() == {
        "albumId": str(tagged_album.pk),
        "text": "Type every start number that can be read, of up to 5 digits. "
        "Leading zeros may be left out.",
        "startNumberCapacity": 5,
        "normalizationPolicy": "StripLeadingZeros",
        "numberFormat": "Digits",
        "customTags": tags,
    }
    assert tagger.get(hint_path(tagged_album, "customTags")).json() == {"customTags": tags}
    for language, said in (
        ("de", "höchstens 5 Ziffern"),
        ("ru", "не длиннее 5 цифр"),
        ("nl", "of up to 5 digits"),
    ):
        answer = tagger.get(
            hint_path(tagged_album, "taggingHint"), headers={"accept-language": language}
        )
        assert said in answer.json()["text"]
    settings.THROTTLE_RATES = {**settings.THROTTLE_RATES, "tagger": "1/d"}
    tagged_album.store(tagging_hint="Only the yellow bibs.")  # the guide where there is none
    cache.clear()
    last, throttled = (tagger.get(hint_path(tagged_album, "taggingHint")) for _ in range(2))
    assert last.json()["text"] == "Only the yellow bibs."
    assert (throttled.status_code, bool(throttled["Retry-After"])) == (429, True)
