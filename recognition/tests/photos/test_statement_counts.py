"""How many statements the main job and the busiest endpoints send to the database.

Counted over all connections of the process. BEGIN and COMMIT are not counted, nor the empty query
with which the pool asks whether a connection still lives.
"""

from threading import Event as Flag
from typing import Any

import pytest

from foundation.messaging.bus.intake import Received, TakenIn, take_event
from foundation.messaging.tasks import sweep_outbox
from recognition.models import Callback, Photo, Strategy
from recognition.tests.calls.processes import event, until
from recognition.tests.factories import AlbumFactory, NumberRequestFactory, published
from recognition.tests.statements import Statements, counted
from recognition.wire.number_provider import callback_url
from tools.sandbox.client import SandboxClient


@pytest.mark.usefixtures("transactional_db")
def test_a_photo_takes_as_many_for_much_found_on_it_as_for_little(wires: SandboxClient) -> None:
    little = statements_of_a_photo(wires, persons=["p1"], tags=["101", "x"])
    much = statements_of_a_photo(
        wires,
        persons=[f"p{place}" for place in range(20)],
        tags=[*(str(number) for number in range(20)), "x", "y"],
    )

    assert len(much.sent) == len(little.sent), str(much)
    assert set(Photo.objects.values_list("state", flat=True)) == {"Processed"}
    assert wires.photo_service_counts().accepted == 4


def statements_of_a_photo(
    wires: SandboxClient, *, persons: list[str], tags: list[str]
) -> Statements:
    """Take a photo from its message to its delivered results."""
    data = published(AlbumFactory.create(strategy=Strategy.FACE_NUMBER))
    wires.set_truth(data["photoId"], persons=persons, tags=tags)
    wires.behave("number-provider", callback={"delay": 1.0})  # it does not overtake the 202
    known = wires.stats("number-provider")["callbackAnswers"].get("202", 0)
    with counted() as statements:
        consume(event("photos.photo-published", data).to_json())
        until(lambda: wires.stats("number-provider")["callbackAnswers"].get("202") == known + 1)
        sweep_outbox()
    return statements


def consume(body: bytes) -> None:
    """Take in a message from the bus, as the consumer's threads do."""
    received = Received(
        topic="photos.photo-published", body=body, content_type="application/json", headers={}
    )
    assert take_event(received, Flag()) == TakenIn()


@pytest.mark.django_db
def test_a_callback_of_the_provider_takes_as_many_for_one_number_as_for_twenty(anybody):
    one, twenty = callback(anybody, 1), callback(anybody, 20)

    assert len(one.sent) == len(twenty.sent) == 10 + 2, str(one)  # two of the test's transaction


def callback(anybody: Any, numbers: int) -> Statements:
    """Call back about a new photo."""
    request = NumberRequestFactory.create()
    url = callback_url(request.pk).partition("8000")[2]
    tags = [{"value": str(number)} for number in range(numbers)]

    with counted() as statements:
        answer = anybody.post(
            url, {"name": str(request.photo_id), "persons": [], "tags": tags}, format="json"
        )
    assert answer.status_code == 202
    assert Callback.objects.get(request=request).state == "Applied"
    return statements
