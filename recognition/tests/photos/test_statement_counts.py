"""The statements that a photo needs, in order, and why each: over all processes of its way.

What is not listed fails here. BEGIN and COMMIT are not counted, nor the empty query with which the
pool asks whether a connection still lives; those of a delivery are for a whole batch.
"""

from collections.abc import Sequence
from threading import Event as Flag

import pytest

from foundation.messaging.bus.intake import Received, TakenIn, take_event
from foundation.messaging.tasks import drain_lane
from recognition.models import Photo, Strategy
from recognition.tests.calls.processes import event, until
from recognition.tests.factories import AlbumFactory, published
from recognition.tests.statements import Statements, counted
from tools.sandbox.client import SandboxClient

Listed = Sequence[tuple[str, str]]  # how a statement begins, and why it is needed

PUBLISHED: Listed = (
    ("SELECT messaging_take_in_once", "the event counts once, however often it is delivered"),
    ("SELECT album.created_on", "the settings; a change of them waits, or finds the photo"),
    ("INSERT INTO recognition_photo", "the photo, under a claim; a known one is left as it is"),
)
ASKED: Listed = (
    ("SELECT o.id", "whether the provider is paused"),
    ("INSERT INTO recognition_numberrequest", "before it is sent: the callback may overtake it"),
    ("WITH accepted AS", "the request is accepted, and the photo waits, if nothing has changed"),
)
LOCKED: Listed = (
    ("SELECT request.id", "request, photo, settings; what changes the photo or its persons waits"),
    ("SELECT photo.id, EXISTS", "whether there are numbers, persons, merges or texts"),
)
PERSONS: Listed = (("INSERT INTO recognition_photoperson", "the persons"),)
STORED: Listed = (
    ("INSERT INTO recognition_photonumber", "the numbers, accepted and rejected"),
    ("UPDATE recognition_photo", "where the photo stands, and why"),
    ("INSERT INTO messaging_outboxmessage", "what is sent, in the same transaction"),
    ("INSERT INTO recognition_callback", "the callback, unless it is a repeat"),
)
DELIVERED: Listed = (
    ("INSERT INTO messaging_outboxlane", "one worker a lane"),
    ("SELECT messaging_outboxmessage.id", "what is due"),
    ("WITH our_lane AS", "what became of it, if the lane is still ours"),
    ("UPDATE messaging_outboxlane", "the lane is free; whether more is due"),
)
OF_NUMBER = [*PUBLISHED, *ASKED, *LOCKED, *STORED, *DELIVERED]
OF_FACE_NUMBER = [*PUBLISHED, *ASKED, *LOCKED, *PERSONS, *STORED, *DELIVERED]


@pytest.mark.usefixtures("transactional_db")
@pytest.mark.parametrize(
    ("strategy", "persons", "tags", "listed", "most"),
    [
        (Strategy.NUMBER, 0, 2, OF_NUMBER, 16),
        (Strategy.FACE_NUMBER, 2, 2, OF_FACE_NUMBER, 22),
        (Strategy.FACE_NUMBER, 20, 20, OF_FACE_NUMBER, 22),
    ],
)
def test_a_photo_needs_these(wires, strategy, persons, tags, listed, most):
    data = published(AlbumFactory.create(strategy=strategy))
    names = [f"p{place}" for place in range(persons)]
    numbers = [*map(str, range(1, tags)), "x"]
    wires.set_truth(data["photoId"], persons=names, tags=numbers)

    statements = statements_of_a_photo(wires, data)

    found = [" ".join(text.replace('"', "").split()) for text in statements.sent]
    print(*(f"{n:2} {begin:40} {why}" for n, (begin, why) in enumerate(listed, 1)), sep="\n")
    unlike = [
        text for text, (begin, _) in zip(found, listed, strict=False) if not text.startswith(begin)
    ]
    assert (unlike, len(found)) == ([], len(listed)), str(statements)
    assert len(found) <= most
    assert Photo.objects.get().state == "Processed"
    counts = wires.photo_service_counts()
    assert (counts.accepted, counts.tags) == (1 + bool(persons), 1)


def statements_of_a_photo(wires: SandboxClient, data: dict[str, str]) -> Statements:
    """Take a photo from its message to its delivered results."""
    wires.behave("number-provider", callback={"delay": 1.0})  # it does not overtake the 202
    known = wires.stats("number-provider")["callbackAnswers"].get("202", 0)
    with counted() as statements:
        consume(event("photos.photo-published", data).to_json())
        until(lambda: wires.stats("number-provider")["callbackAnswers"].get("202") == known + 1)
        drain_lane(lane="peer:photo-service")
    return statements


def consume(body: bytes) -> None:
    """Take in a message from the bus, as the consumer's threads do."""
    received = Received(
        topic="photos.photo-published", body=body, content_type="application/json", headers={}
    )
    assert take_event(received, Flag()) == TakenIn()
