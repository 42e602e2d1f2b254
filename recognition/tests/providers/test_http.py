"""What the answers of other services mean for a photo; another wire of the number provider…"""

import traceback
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.utils import timezone
from hypothesis import given
from hypothesis import strategies as st

from recognition.checks import check_providers
from recognition.models import NumberRequest, Photo
from recognition.processing.callbacks import apply_callback
from recognition.providers.failures import Away, Busy, FinalFailure, ProcessingFailure
from recognition.providers.http_client import BUSY_WAIT, call, read_json
from recognition.providers.numbers import ADAPTERS, NumberOrder, number_adapter
from recognition.tests.factories import NumberRequestFactory
from recognition.wire.number_provider import request_recognition
from recognition.wire.signed_addresses import callback_url
from tools.sandbox.client import SandboxClient

NOW = datetime(2026, 5, 17, 9, 30, tzinfo=UTC)


def failure_of(sandbox: SandboxClient, status: int, after: float = 0) -> ProcessingFailure:
    sandbox.replace_behaviour(
        "number-provider", {"next": [{"outcome": "fail", "status": status, "retryAfter": after}]}
    )
    with pytest.raises(ProcessingFailure) as raised:
        call("provider", "POST", sandbox.url("number-provider", "/recognitions"), timeout=5)
    return raised.value


@pytest.mark.parametrize(
    ("status", "after", "throttled", "permanent"),
    [
        (429, 0, True, False),
        (429, 7, True, False),
        (503, 7, True, False),
        (503, 0, False, False),
        (500, 7, False, False),
        (400, 0, False, True),
        (413, 0, False, True),
        (404, 0, False, False),
        (408, 0, False, False),
    ],
)
def test_a_status_says_whether_to_wait_to_try_again_or_to_give_up(
    sandbox: SandboxClient, status: int, after: float, throttled: bool, permanent: bool
) -> None:
    failure = failure_of(sandbox, status, after)

    assert isinstance(failure, Busy) is throttled
    assert isinstance(failure, FinalFailure) is permanent
    unsaid = BUSY_WAIT if throttled else None
    assert failure.retry_after == (timedelta(seconds=after) if after else unsaid)
    assert str(status) in failure.reason


def test_a_broken_connection_and_silence_can_be_tried_again(sandbox: SandboxClient) -> None:
    for outcome, words in (
        ("drop", "broke off the connection"),
        ("hang", "did not answer in time"),
    ):
        sandbox.replace_behaviour("face-provider", {"next": [outcome]})
        with pytest.raises(ProcessingFailure, match=words) as raised:
            call("provider", "POST", sandbox.url("face-provider", "/spaces/x/faces"), timeout=0.3)
        assert not isinstance(raised.value, FinalFailure)


def test_an_answer_that_is_not_json_can_be_tried_again(sandbox: SandboxClient) -> None:
    answer = call("host", "GET", sandbox.url("album", "/text"), timeout=5)

    with pytest.raises(ProcessingFailure, match="not JSON"):
        read_json("host", answer)


@given(st.integers(0, 7), st.floats(0, 3600))
def test_the_next_attempt_is_never_before_what_the_other_side_asked_for(attempts, seconds):
    failure = ProcessingFailure("busy", retry_after=timedelta(seconds=seconds))
    again = failure.next_attempt_on(attempts, NOW)

    assert again is not None
    assert again >= NOW + timedelta(seconds=seconds)


def test_the_wait_grows_with_every_attempt_up_to_the_cap() -> None:
    failure = ProcessingFailure("down")
    for attempts in range(1, 8):
        again = failure.next_attempt_on(attempts, NOW)
        assert again is not None
        full = min(5 * 2 ** (attempts - 1), 1800)
        assert timedelta(seconds=full / 2) <= again - NOW <= timedelta(seconds=full)


def test_there_is_no_attempt_after_the_last_one_nor_after_a_permanent_failure() -> None:
    assert ProcessingFailure("down").next_attempt_on(8, NOW) is None
    assert FinalFailure("wrong").next_attempt_on(1, NOW) is None


@pytest.mark.parametrize(
    ("url", "token"),
    [
        ("http://127.0.0.1:9", "S3CRET\n"),
        ("http://127.0.0.1:9", " S3CRET"),
        ("http://127.0.0.1:9", "S3CRET-ключ"),
        ("http://a_b..c/", "S3CRET"),
        ("http://[::1/", "S3CRET"),
        ("gopher://a/", "S3CRET"),
    ],
)
def test_a_request_that_cannot_be_put_together_fails_without_a_word_of_it(url, token):
    with pytest.raises(ProcessingFailure) as raised:
        call("provider", "GET", url, timeout=1, headers={"x-api-key": token})

    assert raised.value.reason.startswith("The provider cannot be asked: ")
    assert not isinstance(raised.value, Away)
    assert "S3CRET" not in "".join(traceback.format_exception(raised.value))


class Bibs:
    """Calls back with `{"photo": id, "bibs": [number]}` and a password in a header."""

    sent: list[NumberOrder] = []

    def request(self, order: NumberOrder) -> str:
        self.sent.append(order)
        return "17"

    def is_signed(self, body: bytes, headers: Mapping[str, str]) -> bool:
        return headers.get("X-Password") == "sesame"

    def callback_of(self, body: Any) -> Any:
        tags = [{"value": bib, "confidence": 0.9} for bib in body["bibs"]]
        return {"name": body["photo"], "persons": [], "tags": tags}

    def forget(self, person_id: str) -> None:
        pass

    def health(self) -> str:
        return "It answers."


@pytest.fixture
def asked(db: None, monkeypatch: pytest.MonkeyPatch, settings: Any) -> NumberRequest:
    monkeypatch.setitem(ADAPTERS, "bibs", Bibs)
    settings.NUMBER_PROVIDER = "bibs"
    due = timezone.now() + timedelta(minutes=30)
    return NumberRequestFactory.create(
        photo__state="AwaitingCallback", photo__callback_due_on=due, photo__album__strategy="Number"
    )


def test_number_wire_is_asked_and_its_callback_is_used(asked, client):
    body = {"photo": str(asked.photo_id), "bibs": ["155"]}
    where = callback_url(asked.pk)

    assert request_recognition(asked, "https://photos.example/1.jpg") == "17"
    assert Bibs.sent.pop().callback_url == where
    assert client.post(where, body, "application/json").status_code == 401
    headers = {"X-Password": "sesame"}
    assert client.post(where, body, "application/json", headers=headers).status_code == 202
    for callback in asked.callbacks.all():
        apply_callback(callback.pk, timezone.now())
    assert [tag.value for tag in Photo.objects.get().numbers.all()] == ["155"]
    assert number_adapter().health() == "It answers."


def test_number_wire_is_reported_if_there_is_none_of_its_name(settings):
    settings.NUMBER_PROVIDER = "bibz"

    assert [error.id for error in check_providers()] == ["recognition.E003"]
