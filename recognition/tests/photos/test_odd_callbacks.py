"""A callback of the number provider with something odd in it…"""

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone
from rest_framework.test import APIClient

from recognition.commands.photos.callbacks.applying import ApplyCallbackCommand, apply_callback
from recognition.models import Callback, NumberRequest, Photo
from recognition.providers.numbers.requests import callback_url
from recognition.tests.factories import NumberRequestFactory, PhotoFactory

pytestmark = pytest.mark.django_db


@pytest.fixture
def asked(db: None) -> NumberRequest:
    """A request whose photo waits for the callback."""
    due = timezone.now() + timedelta(minutes=30)
    return NumberRequestFactory.create(
        photo__state="AwaitingCallback",
        photo__callback_due_on=due,
        photo__album__strategy="Number",
    )


def call_back(anybody: APIClient, asked: NumberRequest, **payload: Any) -> Photo:
    """Send a callback, have it applied, and return the photo."""
    body = {"name": str(asked.photo_id), "persons": [], "tags": [], **payload}
    answer = anybody.post(callback_url(asked.pk), body, format="json")
    assert answer.status_code == 202, answer.content
    callback = Callback.objects.latest("received_on")
    apply_callback(ApplyCallbackCommand(callback_id=callback.pk, now=timezone.now()))
    return Photo.objects.get(number_requests=asked)


@pytest.mark.parametrize(
    "item",
    [
        None,
        "12",
        7,
        [],
        {},
        {"value": None},
        {"value": {"a": 1}},
        {"value": True},
        {"value": "x" * 5000},
        {"value": "9" * 5000},
    ],
    ids=range(10),
)
def test_loses_only_the_item_that_cannot_be_used(
    anybody: APIClient, asked: NumberRequest, item: Any
):
    photo = call_back(anybody, asked, tags=[{"value": "154"}, item])

    accepted = photo.numbers.filter(rejection="")
    assert [number.value for number in accepted] == ["154"]
    [rejected] = photo.numbers.exclude(rejection="")
    assert rejected.rejection in ("NotANumber", "TooLong")
    assert photo.state == "Processed"


@pytest.mark.parametrize(
    ("sent", "kept"),
    [
        (
            {"confidence": 5, "box": {"left": -1, "top": 0.5, "width": 3, "height": 1e300}},
            (1.0, {"left": 0.0, "top": 0.5, "width": 1.0, "height": 0.5}),
        ),
        (
            {"confidence": -1, "box": {"left": 2, "top": 0, "width": 1, "height": 1}},
            (0.0, None),
        ),
        ({"confidence": "much", "box": {"left": 0}}, (None, None)),
        ({"confidence": [], "box": "here"}, (None, None)),
    ],
    ids=["cut", "outside", "half", "other"],
)
def test_has_its_confidence_and_box_cut_to_what_can_be(
    anybody: APIClient, asked: NumberRequest, sent: dict[str, Any], kept: tuple[Any, Any]
):
    photo = call_back(anybody, asked, tags=[{"value": "154", **sent}])

    [number] = photo.numbers.all()
    assert (number.confidence, number.box) == kept


@pytest.mark.parametrize(("retriable", "again"), [(True, True), (None, True), (False, False)])
def test_that_says_what_the_provider_could_not_do_is_a_failed_attempt(
    anybody: APIClient, asked: NumberRequest, retriable: bool | None, again: bool
):
    detail = "The picture cannot be read: it is empty."
    error = {"code": "image-unreadable", "detail": detail, "retriable": retriable}

    photo = call_back(anybody, asked, error=error)

    assert photo.number_attempts == 1
    assert (photo.numbers_next_attempt_on is not None) is again
    assert detail in photo.reason_description
    assert photo.state == ("AwaitingCallback" if again else "Failed")
    assert not photo.number_recognized
    assert Callback.objects.get().state == "Applied"


@pytest.mark.parametrize("error", ["broken", 7, {}, {"code": 5}, {"detail": ["x"]}])
def test_whose_error_is_of_another_shape_is_used_or_counts_as_a_failure(
    anybody: APIClient, asked: NumberRequest, error: Any
):
    photo = call_back(anybody, asked, error=error)

    assert photo.number_recognized is (not error)
    assert photo.number_attempts == (1 if error else 0)


def test_with_results_beside_an_error_has_its_results(anybody: APIClient, asked: NumberRequest):
    photo = call_back(anybody, asked, tags=[{"value": "154"}], error={"code": "half-done"})

    assert photo.number_recognized


def test_that_speaks_of_another_photo_alone_is_a_failed_attempt_of_the_one_asked_for(
    anybody: APIClient, asked: NumberRequest
):
    other = PhotoFactory.create(album=asked.photo.album)

    photo = call_back(anybody, asked, name=str(other.pk), tags=[{"value": "154"}])

    assert photo.number_attempts == 1
    assert "The callback did not speak of this photo." in photo.reason_description
    assert photo.numbers_next_attempt_on is not None
    assert [number.value for number in other.numbers.all()] == ["154"]
