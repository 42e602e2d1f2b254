"""Numbers of an answer for which the album's strategy does not ask…"""

from typing import Any

import pytest
from django.utils import timezone

from recognition.models import Album, Callback, CallbackState, Photo, RecognitionType, Strategy
from recognition.photos.history import explain_photo
from recognition.processing.callbacks import NOTHING_NEEDED, ONLY_SUGGESTIONS, apply_callback
from recognition.tests.album_changes import change, known, late_answer, waiting
from recognition.tests.calls.processes import process_photos_in
from recognition.tests.factories import (
    CallbackFactory,
    CompetitorInstanceFactory,
    NumberRequestFactory,
    PhotoFactory,
)
from tools.sandbox.client import SandboxClient

BOX = {"left": 0.1, "top": 0.2, "width": 0.3, "height": 0.1}


def tagged_photo(strategy: Strategy = Strategy.MANUAL, **fields: Any) -> Photo:
    """Return a photo of an album whose strategy does not ask the number provider."""
    return PhotoFactory.create(album__strategy=strategy, **fields)


def answer(photo: Photo, *tags: Any, kind: RecognitionType = RecognitionType.NUMBER) -> Callback:
    """Apply an answer with these tags, or values of tags, to a request about the photo."""
    items = [tag if isinstance(tag, dict) else {"value": tag} for tag in tags]
    callback: Callback = CallbackFactory.create(
        request=NumberRequestFactory.create(photo=photo, type=kind),
        payload={"name": str(photo.pk), "persons": [{"id": "p1"}], "tags": items},
    )
    apply_callback(callback.pk, timezone.now())
    callback.refresh_from_db()
    return callback


def suggested(photo: Photo) -> dict[str, str]:
    """Return the suggested values with their rejections."""
    return dict(photo.suggested_numbers.order_by("value").values_list("value", "rejection"))


@pytest.mark.usefixtures("transactional_db")
def test_suggestions_are_kept_after_a_change_to_people_and_never_sent(wires: SandboxClient) -> None:
    photo = waiting(wires, Strategy.NUMBER)
    change(photo.album, Strategy.MANUAL)

    late_answer(photo)
    process_photos_in(seconds=1)

    assert suggested(photo) == {"101": ""}
    assert known(photo) == ("AwaitingTagging", "", "")
    assert wires.photo_service_counts().puts == 0
    change(photo.album, Strategy.NUMBER)
    answer(photo, "202")
    change(photo.album, Strategy.NUMBER_THEN_MANUAL)
    assert wires.photo_service_state().tags(photo.pk) == ["202"]
    assert suggested(photo) == {"101": ""}


@pytest.mark.django_db
@pytest.mark.parametrize("strategy", [Strategy.MANUAL, Strategy.DISABLED])
def test_suggestions_are_checked_and_kept_as_they_were_read(strategy: Strategy) -> None:
    photo = tagged_photo(strategy)

    callback = answer(
        photo,
        {"value": "0101", "confidence": 0.7, "box": BOX},
        {"value": "102", "confidence": 0.4},
        "1O1",
        {"value": "123456"},
    )

    kept = photo.suggested_numbers.get(value="101")
    assert (kept.rejection, kept.confidence, kept.box) == ("", 0.7, BOX)
    assert suggested(photo) == {
        "101": "",
        "102": "LowConfidence",
        "123456": "TooLong",
        "1O1": "NotANumber",
    }
    assert (callback.state, callback.reason_description) == (
        CallbackState.APPLIED,
        ONLY_SUGGESTIONS,
    )


@pytest.mark.django_db
def test_suggestions_are_kept_once_each_until_the_next_answer() -> None:
    photo = tagged_photo()

    answer(photo, {"value": "101", "confidence": 0.2}, {"value": "0101", "confidence": 0.9}, "1O1")
    assert [each.confidence for each in photo.suggested_numbers.order_by("value")] == [0.9, None]
    texts = [entry.text for entry in explain_photo(photo.pk).entries]
    assert "“101” kept as a suggestion for taggers." in texts
    assert "“1O1” kept as a suggestion for taggers: not a number." in texts
    assert f"The answer was used. {ONLY_SUGGESTIONS}" in texts

    answer(photo, "103")
    assert suggested(photo) == {"103": ""}
    none = answer(photo)
    assert (none.state, none.reason_description) == (CallbackState.IGNORED, NOTHING_NEEDED)


@pytest.mark.usefixtures("transactional_db")
def test_suggestions_are_compared_with_the_start_list_if_it_can_be_had(peers):
    photo, without, asking = (listed_photo(peers) for _ in range(3))
    peers.set_start_list(photo.album_id, ["101"])
    answer(photo, "101", "999")
    assert suggested(photo) == {"101": "", "999": "NotInStartList"}

    peers.behave("competitor-service", failureRate=1)
    callback = answer(without, "101", "A12")
    assert suggested(without) == {"101": "", "A12": "NotANumber"}
    assert (callback.state, callback.next_attempt_on) == (CallbackState.APPLIED, None)
    assert callback.settled_on is not None

    Album.objects.update(strategy=Strategy.NUMBER)  # which asks, so it waits for the list
    assert answer(asking, "101").state == CallbackState.STORED
    assert suggested(asking) == {}


def listed_photo(peers: SandboxClient) -> Photo:
    """Return a photo to be tagged, of a tenant with a competitor service."""
    instance = CompetitorInstanceFactory.create(base_url=peers.url("competitor-service"))
    return tagged_photo(album__tenant__competitor_instance=instance)
