"""What the number provider calls back is stored and used, or refused…"""

import json
from collections.abc import Callable
from datetime import timedelta
from typing import Any
from unittest.mock import Mock

import pytest
import time_machine
from django.core import signing
from django.utils import timezone
from rest_framework.test import APIClient
from standardwebhooks import Webhook

from recognition.models import Callback, CallbackState, NumberRequest, Photo
from recognition.numbers.start_lists import NotAtHand
from recognition.photos.history import explain_photo
from recognition.processing import storing
from recognition.tests.calls.callbacks import PATH, address, payload_of, post
from recognition.tests.calls.processes import sweep_in
from recognition.tests.factories import NumberRequestFactory
from recognition.wire.signed_addresses import callback_url

pytestmark = pytest.mark.django_db


@pytest.fixture
def request_made() -> NumberRequest:
    return NumberRequestFactory.create(photo__state="AwaitingCallback")


def test_an_answer_is_stored_as_it_came_and_once(anybody, request_made):
    payload = payload_of(request_made.photo, more={"a": [1]}, tags=[{"value": "12", "odd": 1}])
    turned = dict(reversed(list(payload.items())))

    for body in (payload, turned, payload):
        assert post(anybody, address(request_made), body).status_code == 202

    callback = Callback.objects.get()
    assert (callback.payload, callback.request) == (payload, request_made)
    assert callback.state == CallbackState.APPLIED
    with time_machine.travel(timezone.now() + timedelta(days=6)):
        assert post(anybody, address(request_made), payload).status_code == 202
    assert Callback.objects.get().state == CallbackState.APPLIED
    url = address(request_made)
    request_made.delete()
    assert post(anybody, url, payload).status_code == 404


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
        (b"\xff", 400),
        (b'{"persons": [], "tags": ["\x00"]}', 400),
        (b'{"persons": [], "tags": ["\xed\xa0\x80"]}', 400),
        (b"[" * 5000 + b"]" * 5000, 400),
        ([], 422),
        ({"persons": []}, 422),
        ({"tags": []}, 422),
        ({"persons": {}, "tags": []}, 422),
        ({"persons": [{"id": " "}], "tags": []}, 422),
        ({"persons": [{"id": {"a": 1}}], "tags": []}, 422),
        ({"persons": [], "tags": "154"}, 422),
    ],
)
def test_what_is_no_callback_is_refused_and_not_stored(anybody, request_made, body, status):
    assert post(anybody, address(request_made), body).status_code == status

    persons = [{"id": "p1"}, {"id": True}]
    answer = post(anybody, address(request_made), {"persons": persons, "tags": []})
    [error] = answer.json()["errors"]
    assert (error["field"], error["code"]) == ("persons.1", "no-id")
    assert not Callback.objects.exists()


@pytest.mark.parametrize(
    "name", ["0d4b7c2e-5a4f-4a3b-9d1e-1f2a3b4c5d6e;x", "\0", {}, 10**31, ["x"], "x" * 501]
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


SECRET = "whsec_" + "c2VjcmV0" * 4


def signature(body: bytes, secret: str = SECRET, minutes: int = 0) -> dict[str, str]:
    now = timezone.now() - timedelta(minutes=minutes)
    return {
        "HTTP_WEBHOOK_ID": "msg_1",
        "HTTP_WEBHOOK_TIMESTAMP": str(int(now.timestamp())),
        "HTTP_WEBHOOK_SIGNATURE": Webhook(secret).sign("msg_1", now, body.decode()),
    }


def test_while_a_secret_is_replaced_both_are_taken(anybody, request_made, settings):
    new = "whsec_" + "bmV3" * 8
    body = json.dumps(payload_of(request_made.photo)).encode()

    def answered(secret: str, minutes: int = 0) -> int:
        headers = signature(body, secret, minutes)
        return int(post(anybody, address(request_made), body, **headers).status_code)

    settings.NUMBER_PROVIDER_WEBHOOK_SECRETS = [new, SECRET]
    assert [answered(SECRET), answered(new), answered(SECRET, minutes=10)] == [202, 202, 401]
    settings.NUMBER_PROVIDER_WEBHOOK_SECRETS = [new]
    assert answered(SECRET) == 401


@pytest.mark.parametrize(
    "change",
    [
        {},
        {"HTTP_WEBHOOK_SIGNATURE": "v1,AAAA"},
        {"HTTP_WEBHOOK_SIGNATURE": "nonsense"},
        {"HTTP_WEBHOOK_SIGNATURE": "v1,é"},
        {"HTTP_WEBHOOK_ID": "msg_2"},
        {"HTTP_WEBHOOK_TIMESTAMP": "soon"},
        signature(b"other"),
        signature(b"", secret="whsec_" + "b3RoZXI=" * 4),
    ],
)
def test_without_its_signature_it_is_401_and_nothing_is_stored(
    anybody, request_made, settings, change
):
    settings.NUMBER_PROVIDER_WEBHOOK_SECRETS = [SECRET]
    body = json.dumps(payload_of(request_made.photo)).encode()

    headers = {**signature(body), **change} if change else {}

    assert post(anybody, address(request_made), body, **headers).status_code == 401
    assert not Callback.objects.exists()


@pytest.mark.parametrize("secret", ["a passphrase", "whsec_", "whsec_not-base64"])
def test_where_our_secret_is_malformed_it_is_our_fault_and_no_refusal(
    anybody: APIClient, request_made: NumberRequest, settings: Any, secret: str
) -> None:
    settings.NUMBER_PROVIDER_WEBHOOK_SECRETS = [secret]
    body = json.dumps(payload_of(request_made.photo)).encode()

    assert post(anybody, address(request_made), body).status_code == 500
    assert not Callback.objects.exists()


def test_a_body_in_another_encoding_is_400_and_says_so(anybody, request_made, settings):
    settings.NUMBER_PROVIDER_WEBHOOK_SECRETS = [SECRET]
    body = json.dumps(payload_of(request_made.photo)).encode("utf-16")

    answer = post(anybody, address(request_made), body, **signature(b""))

    assert (answer.status_code, answer.json()["detail"]) == (400, "The body is not UTF-8.")
    assert not Callback.objects.exists()


@pytest.fixture
def asked(db: None) -> NumberRequest:
    """A request whose photo waits for the callback."""
    due = timezone.now() + timedelta(minutes=30)
    return NumberRequestFactory.create(
        photo__state="AwaitingCallback", photo__callback_due_on=due, photo__album__strategy="Number"
    )


# As they are written: no JSON library writes all of them.
UNSTORABLE = {
    "none": "null",
    "null value": '{"value": null}',
    "nested": '{"value": {"a": 1}}',
    "long text": '{"value": "' + "x" * 5000 + '"}',
    "NUL": '{"value": "15\\u00004"}',
    "surrogate": '{"value": "154\\ud800"}',
    "digits": '{"value": ' + "9" * 5000 + "}",
    "NaN": "NaN",
    "Infinity": '{"value": -Infinity}',
    "deep": '{"value": ' + "[" * 100 + "]" * 100 + "}",
    "name": '{"value": "155", "name": 5}',
    "long name": '{"value": "155", "name": "' + "x" * 5000 + '"}',
    "confidence": '{"value": "155", "confidence": NaN}',
    "full-width": '{"value": "155", "confidence": "\\uff17"}',
    "true": '{"value": "155", "confidence": true}',
}


@pytest.fixture(params=["here", "worker"])
def way(request: Any, monkeypatch: pytest.MonkeyPatch) -> Callable[[], int]:
    """Apply the callback in the process that receives it, or later, from what is stored."""
    if request.param == "worker":
        monkeypatch.setattr(storing, "_apply_at_once", Mock(side_effect=NotAtHand))
    return lambda: sweep_in(seconds=31)


@pytest.mark.parametrize("item", UNSTORABLE.values(), ids=UNSTORABLE.keys())
def test_odd_callback_loses_only_the_item_that_no_column_could_hold(anybody, asked, way, item):
    tags = f'{{"value": "154"}}, {item}, {{"value": "156", "confidence": 0.9}}'

    body = f'{{"name": "{asked.photo_id}", "persons": [], "tags": [{tags}]}}'
    answer = post(anybody, callback_url(asked.pk), body.encode())
    way()

    assert answer.status_code == 202, answer.content
    photo = Photo.objects.get()
    accepted = photo.numbers.filter(rejection="").order_by("value")
    assert [number.value for number in accepted] == ["154", "156"]
    [rejected] = photo.numbers.exclude(rejection="")
    assert rejected.rejection in ("NotANumber", "TooLong", "LowConfidence")
    assert photo.state == "Processed"


def history_of(photo: Photo) -> str:
    """Return what the photo's history says of its callbacks."""
    entries = explain_photo(photo.pk).entries
    return "\n".join(entry.text for entry in entries if entry.kind == "CallbackReceived")


def test_odd_callback_says_in_the_history_what_could_not_be_used(anybody, asked):
    tags = [{"value": "154"}, None, {"value": "155", "name": 5}, *[{}] * 1000, {"value": "156"}]

    assert post(anybody, address(asked), payload_of(asked.photo, tags=tags)).status_code == 202
    photo = Photo.objects.get()

    said = "numbers 154, None, 155"
    assert said in history_of(photo)
    assert "tags[1]: it is no object. tags[2]: its name" in history_of(photo)
    accepted = photo.numbers.filter(rejection="").order_by("value")
    assert [number.value for number in accepted] == ["154", "156"]
