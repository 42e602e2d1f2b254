"""Where the number provider answers: what is stored, and what is refused."""

from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest
import time_machine
from django.core import signing
from django.utils import timezone
from rest_framework.test import APIClient

from recognition.commands.photos.callbacks import apply_callback
from recognition.models import Callback, CallbackState, NumberRequest, Photo
from recognition.tests.calls.callbacks import PATH, address, payload_of, post
from recognition.tests.calls.processes import sweep_in
from recognition.tests.factories import NumberRequestFactory, PhotoFactory

pytestmark = pytest.mark.django_db


@pytest.fixture
def request_made() -> NumberRequest:
    return NumberRequestFactory.create(photo__state="AwaitingCallback")


def test_an_answer_is_stored_as_it_came(anybody: APIClient, request_made: NumberRequest) -> None:
    payload = payload_of(request_made.photo, more={"a": [1]}, tags=[{"value": "12", "odd": 1}])

    assert post(anybody, address(request_made), payload).status_code == 202

    callback = Callback.objects.get()
    assert callback.payload == payload
    assert callback.state == CallbackState.APPLIED
    assert callback.request == request_made


@pytest.mark.parametrize("version", [1, 2])
def test_both_versions_take_it(anybody, request_made, version):
    url = address(request_made).replace("/v2/", f"/v{version}/")

    assert post(anybody, url, payload_of(request_made.photo)).status_code == 202


def expired(request: NumberRequest) -> str:
    with time_machine.travel(timezone.now() - timedelta(days=8)):
        return address(request)


@pytest.mark.parametrize(
    "url",
    [
        lambda request: PATH,
        lambda request: f"{PATH}?token=",
        lambda request: f"{PATH}?token=%00",
        lambda request: f"{PATH}?token={request.pk}",
        lambda request: address(request)[:-1] + "?",
        lambda request: f"{PATH}?token={signing.dumps(str(request.pk), salt='another')}",
        lambda request: f"{PATH}?token={signing.dumps('x', salt='recognition.callback')}",
        expired,
    ],
    ids=["none", "empty", "NUL", "bare", "changed", "other salt", "no id", "expired"],
)
def test_without_a_token_of_ours_it_is_401_and_nothing_is_stored(anybody, request_made, url):
    answer = post(anybody, url(request_made), payload_of(request_made.photo))

    assert answer.status_code == 401
    assert answer.json()["detail"] == "The signature is missing, forged or expired."
    assert not Callback.objects.exists()


@pytest.mark.parametrize(
    ("body", "status"),
    [
        (b"", 422),
        (b"{", 400),
        (b"\xff", 400),
        (b'{"persons": [], "tags": ["\x00"]}', 400),
        (b'{"persons": [], "tags": ["\xed\xa0\x80"]}', 400),
        (b"[" * 5000 + b"]" * 5000, 400),
        ([], 422),
        ({}, 422),
        ({"persons": []}, 422),
        ({"tags": []}, 422),
        ({"persons": None, "tags": []}, 422),
        ({"persons": {}, "tags": []}, 422),
        ({"persons": [{}], "tags": []}, 422),
        ({"persons": ["p1"], "tags": []}, 422),
        ({"persons": [{"id": " "}], "tags": []}, 422),
        ({"persons": [{"id": {"a": 1}}], "tags": []}, 422),
        ({"persons": [{"id": "p1"}, {"id": True}], "tags": []}, 422),
        ({"persons": [{"id": 1.5}], "tags": []}, 422),
        ({"persons": [], "tags": "154"}, 422),
    ],
)
def test_what_is_no_callback_is_refused_and_not_stored(anybody, request_made, body, status):
    answer = post(anybody, address(request_made), body)

    assert answer.status_code == status
    assert not Callback.objects.exists()


def test_a_huge_body_is_413(anybody: APIClient, request_made: NumberRequest, settings: Any) -> None:
    settings.DATA_UPLOAD_MAX_MEMORY_SIZE = 1000
    answer = post(anybody, address(request_made), payload_of(request_made.photo, more="x" * 2000))

    assert answer.status_code == 413
    assert not Callback.objects.exists()


def test_a_repeat_is_stored_once_and_answered_the_same(anybody, request_made):
    payload = payload_of(request_made.photo)
    turned = dict(reversed(list(payload.items())))

    for body in (payload, turned, payload):
        assert post(anybody, address(request_made), body).status_code == 202

    assert Callback.objects.count() == 1


def test_a_repeat_long_after_is_stored_once_too(anybody, request_made):
    payload = payload_of(request_made.photo)
    post(anybody, address(request_made), payload)
    apply_callback(Callback.objects.get().pk, timezone.now())

    with time_machine.travel(timezone.now() + timedelta(days=6)):
        assert post(anybody, address(request_made), payload).status_code == 202

    assert Callback.objects.get().state == CallbackState.APPLIED


def test_a_person_without_an_id_is_named(anybody: APIClient, request_made: NumberRequest) -> None:
    persons = [{"id": "p1"}, {"id": ""}]

    answer = post(anybody, address(request_made), {"persons": persons, "tags": []})

    [error] = answer.json()["errors"]
    assert (error["field"], error["code"]) == ("persons.1", "no-id")


@pytest.mark.parametrize(
    "name",
    [
        "0d4b7c2e-5a4f-4a3b-9d1e-1f2a3b4c5d6e;x",
        "nothing",
        ";",
        "\0",
        {},
        7,
        10**31,
        ["x"],
        "x" * 501,
    ],
)
def test_an_unknown_photo_is_404_and_kept_as_rejected(anybody, request_made, name):
    payload = payload_of(request_made.photo, name=name)
    Photo.objects.update(callback_due_on=timezone.now() + timedelta(minutes=30))

    for _ in range(2):
        assert post(anybody, address(request_made), payload).status_code == 404

    callback = Callback.objects.get()
    assert callback.state == CallbackState.REJECTED
    assert callback.reason_description
    assert request_made.photo is not None
    [attempt] = request_made.photo.attempts.all()
    assert attempt.reason == "The callback did not speak of this photo."
    assert Photo.objects.get().numbers_next_attempt_on


def test_a_photo_of_another_album_is_unknown_to_the_request(anybody, request_made):
    stranger = PhotoFactory.create(state="AwaitingCallback")

    answer = post(anybody, address(request_made), payload_of(stranger))

    assert answer.status_code == 404


def test_a_request_that_is_gone_is_404(anybody: APIClient, request_made: NumberRequest) -> None:
    url, payload = address(request_made), payload_of(request_made.photo)
    request_made.delete()

    assert post(anybody, url, payload).status_code == 404


def test_the_answer_for_a_deleted_photo_is_stored_and_ignored(anybody, request_made):
    Photo.objects.update(state="Deleted")
    tags = [{"value": "12"}]

    answer = post(anybody, address(request_made), payload_of(request_made.photo, tags=tags))
    sweep_in(seconds=31)

    assert answer.status_code == 202
    assert Callback.objects.get().state == CallbackState.IGNORED
    photo = Photo.objects.get()
    assert photo.state == "Deleted"
    assert not photo.numbers.exists()


def test_one_answer_may_speak_of_several_photos_of_the_album(anybody, request_made):
    other = PhotoFactory.create(album=request_made.photo.album)
    stranger = PhotoFactory.create(state="AwaitingCallback")
    tags = [
        {"value": "1", "name": f"{request_made.photo_id};x"},
        {"value": "2", "name": f"{other.pk};x"},
        {"value": "3", "name": f"{stranger.pk};x"},
        {"value": "4", "name": f"{uuid4()};x"},
    ]

    answer = post(anybody, address(request_made), {"persons": [], "tags": tags})
    sweep_in(seconds=31)

    assert answer.status_code == 202
    assert list(request_made.photo.numbers.values_list("value", flat=True)) == ["1"]
    assert list(other.numbers.values_list("value", flat=True)) == ["2"]
    assert not stranger.numbers.exists()
    waiting = Photo.objects.exclude(state="Processed")
    assert [photo.pk for photo in waiting] == [stranger.pk]


@pytest.mark.parametrize(
    "odd",
    [
        {"confidence": "0.5"},
        {"confidence": True},
        {"value": 13},
        {"name": 5},
        {"value": "9" * 200},
        {"value": "\u200b12"},
    ],
)
def test_an_odd_item_does_not_stop_the_answer(anybody, request_made, odd):
    tags = [{"value": "12", "confidence": 0.9}, {"value": "12", "confidence": 0.8, **odd}]

    answer = post(anybody, address(request_made), payload_of(request_made.photo, tags=tags))
    sweep_in(seconds=31)

    assert answer.status_code == 202
    photo = Photo.objects.get()
    assert photo.state == "Processed"
    assert "12" in photo.numbers.filter(rejection="").values_list("value", flat=True)
