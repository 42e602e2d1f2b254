"""Another wire of the number provider…"""

from collections.abc import Mapping
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from recognition.checks import check_providers
from recognition.models import NumberRequest, Photo
from recognition.processing.callbacks import apply_callback
from recognition.providers.numbers import ADAPTERS, NumberOrder, number_adapter
from recognition.tests.factories import NumberRequestFactory
from recognition.wire.number_provider import request_recognition
from recognition.wire.signed_addresses import callback_url


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


def test_is_asked_and_its_callback_is_used(asked, client):
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


def test_is_reported_if_there_is_none_of_its_name(settings):
    settings.NUMBER_PROVIDER = "bibz"

    assert [error.id for error in check_providers()] == ["recognition.E003"]
