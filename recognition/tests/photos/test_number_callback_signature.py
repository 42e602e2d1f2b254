"""The Standard Webhooks signature that a provider's answer needs where a secret is agreed."""

import json
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone
from rest_framework.test import APIClient
from standardwebhooks import Webhook

from recognition.models import Callback, NumberRequest
from recognition.tests.calls.callbacks import address, payload_of, post
from recognition.tests.factories import NumberRequestFactory

pytestmark = pytest.mark.django_db

SECRET = "whsec_" + "c2VjcmV0" * 4


@pytest.fixture
def request_made() -> NumberRequest:
    return NumberRequestFactory.create(photo__state="AwaitingCallback")


@pytest.fixture
def _secret(settings: Any) -> None:
    settings.NUMBER_PROVIDER_WEBHOOK_SECRETS = [SECRET]


def signature(body: bytes, secret: str = SECRET, minutes: int = 0) -> dict[str, str]:
    now = timezone.now() - timedelta(minutes=minutes)
    return {
        "HTTP_WEBHOOK_ID": "msg_1",
        "HTTP_WEBHOOK_TIMESTAMP": str(int(now.timestamp())),
        "HTTP_WEBHOOK_SIGNATURE": Webhook(secret).sign("msg_1", now, body.decode()),
    }


@pytest.mark.usefixtures("_secret")
def test_where_a_secret_is_agreed_a_signed_answer_is_taken(anybody, request_made):
    body = json.dumps(payload_of(request_made.photo)).encode()

    assert post(anybody, address(request_made), body, **signature(body)).status_code == 202


def test_while_a_secret_is_replaced_both_are_taken(anybody, request_made, settings):
    new = "whsec_" + "bmV3" * 8
    settings.NUMBER_PROVIDER_WEBHOOK_SECRETS = [new, SECRET]
    body = json.dumps(payload_of(request_made.photo)).encode()
    url = address(request_made)

    taken = [
        post(anybody, url, body, **signature(body, secret)).status_code for secret in (SECRET, new)
    ]
    settings.NUMBER_PROVIDER_WEBHOOK_SECRETS = [new]
    late = post(anybody, url, body, **signature(body, SECRET))

    assert (taken, late.status_code) == ([202, 202], 401)


@pytest.mark.usefixtures("_secret")
def test_a_signed_body_that_is_no_json_is_400(anybody, request_made):
    assert post(anybody, address(request_made), b"{", **signature(b"{")).status_code == 400


@pytest.mark.usefixtures("_secret")
def test_a_body_in_another_encoding_is_400_and_says_so(anybody, request_made):
    body = json.dumps(payload_of(request_made.photo)).encode("utf-16")

    answer = post(anybody, address(request_made), body, **signature(b""))

    assert (answer.status_code, answer.json()["detail"]) == (400, "The body is not UTF-8.")
    assert not Callback.objects.exists()


@pytest.mark.usefixtures("_secret")
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
def test_without_its_signature_it_is_401_and_nothing_is_stored(anybody, request_made, change):
    body = json.dumps(payload_of(request_made.photo)).encode()
    headers = {**signature(body), **change} if change else {}

    assert post(anybody, address(request_made), body, **headers).status_code == 401
    assert not Callback.objects.exists()


@pytest.mark.usefixtures("_secret")
def test_an_old_signature_is_401(anybody: APIClient, request_made: NumberRequest) -> None:
    body = json.dumps(payload_of(request_made.photo)).encode()

    answer = post(anybody, address(request_made), body, **signature(body, minutes=10))

    assert answer.status_code == 401


@pytest.mark.parametrize("secret", ["a passphrase", "whsec_", "whsec_not-base64"])
def test_where_our_secret_is_malformed_it_is_our_fault_and_no_refusal(
    anybody: APIClient, request_made: NumberRequest, settings: Any, secret: str
) -> None:
    settings.NUMBER_PROVIDER_WEBHOOK_SECRETS = [secret]
    body = json.dumps(payload_of(request_made.photo)).encode()

    assert post(anybody, address(request_made), body).status_code == 500
    assert not Callback.objects.exists()
