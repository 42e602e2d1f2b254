"""A callback of the number provider with something odd in it…"""

from collections.abc import Callable
from datetime import timedelta
from typing import Any
from unittest.mock import Mock

import pytest
from django.utils import timezone
from rest_framework.test import APIClient

from recognition.models import Callback, NumberRequest, Photo
from recognition.numbers.start_lists import NotAtHand
from recognition.photos.history import explain_photo
from recognition.processing import storing
from recognition.processing.callbacks import apply_callback
from recognition.tests.calls.processes import sweep_in
from recognition.tests.factories import NumberRequestFactory
from recognition.wire.signed_addresses import callback_url

pytestmark = pytest.mark.django_db


@pytest.fixture
def asked(db: None) -> NumberRequest:
    """A request whose photo waits for the callback."""
    due = timezone.now() + timedelta(minutes=30)
    return NumberRequestFactory.create(
        photo__state="AwaitingCallback", photo__callback_due_on=due, photo__album__strategy="Number"
    )


def call_back(anybody: APIClient, asked: NumberRequest, **payload: Any) -> Photo:
    """Send a callback, have it applied, and return the photo."""
    body = {"name": str(asked.photo_id), "persons": [], "tags": [], **payload}
    answer = anybody.post(callback_url(asked.pk), body, format="json")
    assert answer.status_code == 202, answer.content
    callback = Callback.objects.latest("received_on")
    apply_callback(callback.pk, timezone.now())
    return Photo.objects.get(number_requests=asked)


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


def call_back_as_written(anybody: APIClient, asked: NumberRequest, persons: str, tags: str) -> Any:
    body = f'{{"name": "{asked.photo_id}", "persons": [{persons}], "tags": [{tags}]}}'
    return anybody.post(callback_url(asked.pk), body.encode(), content_type="application/json")


@pytest.fixture(params=["here", "worker"])
def way(request: Any, monkeypatch: pytest.MonkeyPatch) -> Callable[[], int]:
    """Apply the callback in the process that receives it, or later, from what is stored."""
    if request.param == "worker":
        monkeypatch.setattr(storing, "_apply_at_once", Mock(side_effect=NotAtHand))
    return lambda: sweep_in(seconds=31)


@pytest.mark.parametrize("item", UNSTORABLE.values(), ids=UNSTORABLE.keys())
def test_odd_callback_loses_only_the_item_that_no_column_could_hold(anybody, asked, way, item):
    tags = f'{{"value": "154"}}, {item}, {{"value": "156", "confidence": 0.9}}'

    answer = call_back_as_written(anybody, asked, "", tags)
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

    photo = call_back(anybody, asked, tags=tags)

    said = "numbers 154, None, 155"
    assert said in history_of(photo)
    assert "tags[1]: it is no object. tags[2]: its name" in history_of(photo)
    accepted = photo.numbers.filter(rejection="").order_by("value")
    assert [number.value for number in accepted] == ["154", "156"]
