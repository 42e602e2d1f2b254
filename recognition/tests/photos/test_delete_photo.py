"""The deletion of a photo takes back what the photo service has not been sent of it."""

from collections.abc import Iterator
from functools import partial
from typing import Any
from uuid import uuid4

import pytest
from django.db import transaction
from django.utils import timezone

from foundation.messaging import outbox
from foundation.messaging.models import OutboxMessage
from foundation.messaging.outbox.drain import drain
from foundation.messaging.tests.play.consumers import wait_until
from foundation.messaging.tests.play.peer_server import PeerServer, peer_server
from foundation.messaging.tests.play.racing import in_thread, race
from recognition.models import Photo, PhotoState, Strategy
from recognition.photos.history import explain_photo
from recognition.processing.callbacks import apply_callback
from recognition.processing.reported import FinishTaggingCommand, finish_tagging
from recognition.records.photo_state import DELETED
from recognition.tests.calls.processes import consume
from recognition.tests.factories import (
    AccountSpaceFactory,
    AlbumFactory,
    CallbackFactory,
    PhotoFactory,
    published,
)
from recognition.wire.photo_service import PEER, persons_message, tags_message
from tools.sandbox.client import SandboxClient

pytestmark = pytest.mark.usefixtures("transactional_db")

LANE = f"peer:{PEER}"


@pytest.fixture
def photo_service(settings: Any) -> Iterator[PeerServer]:
    """A photo service that answers as the test says."""
    with peer_server() as server:
        settings.PEERS = {PEER: {"url": server.url, "token": ""}}
        yield server


def sent(photo: Photo) -> list[OutboxMessage]:
    """Post the photo's persons and tags, and return the messages."""
    with transaction.atomic():
        outbox.post(persons_message(photo, []), tags_message(photo, []))
    return list(OutboxMessage.objects.filter(key__startswith=f"{photo.pk}/").order_by("pk"))


def delete(photo: Photo) -> None:
    """Consume PhotoDeleted."""
    consume("photos.photo-deleted", {"photoId": str(photo.pk), "albumId": str(photo.album_id)})


def ends(messages: list[OutboxMessage]) -> list[str]:
    for message in messages:
        message.refresh_from_db()
    return [
        "withdrawn" if message.withdrawn_on else "delivered" if message.delivered_on else "waiting"
        for message in messages
    ]


def test_deletion_withdraws_them_with_the_reason(photo_service):
    photo, other = PhotoFactory.create(), PhotoFactory.create()
    messages, others = sent(photo), sent(other)

    delete(photo)

    drain(LANE)
    assert ends(messages) == ["withdrawn", "withdrawn"]
    assert {message.reason for message in messages} == {DELETED}
    assert ends(others) == ["delivered", "delivered"]
    assert all(str(other.pk) in asked.path for asked in photo_service.asked)
    history = explain_photo(photo.pk).entries
    withdrawn = [entry for entry in history if entry.kind == "DeliveryWithdrawn"]
    first = f"No longer to be sent to the photo service: persons. {DELETED}"
    assert withdrawn[0].text == first
    assert [entry.details["reason"] for entry in withdrawn] == [DELETED] * 2
    assert not any("waits" in entry.text for entry in history)


def test_deletion_keeps_what_comes_later_from_being_sent(photo_service):
    callback = CallbackFactory.create(payload={"persons": [], "tags": [{"value": "1"}]})
    task_id = uuid4()
    tagged = PhotoFactory.create(tagging_task_id=task_id, state=PhotoState.AWAITING_TAGGING)
    for photo in (callback.request.photo, tagged):
        delete(photo)

    now = timezone.now()
    apply_callback(callback.pk, now)
    finish_tagging(
        FinishTaggingCommand(photo_id=tagged.pk, task_id=task_id, numbers=["7"], now=now)
    )

    assert not OutboxMessage.objects.filter(destination=PEER).exists()


def test_deletion_sees_what_is_sent_in_a_transaction_that_it_waits_for(photo_service):
    task_id = uuid4()
    photo = PhotoFactory.create(tagging_task_id=task_id, state=PhotoState.AWAITING_TAGGING)
    command = FinishTaggingCommand(
        photo_id=photo.pk, task_id=task_id, numbers=["7"], now=timezone.now()
    )

    race(lambda: finish_tagging(command), lambda: delete(photo))

    assert ends(list(OutboxMessage.objects.filter(destination=PEER))) == ["withdrawn"]


def test_deletion_while_faces_are_recognised_leaves_nothing_to_send(peers: SandboxClient) -> None:
    space = AccountSpaceFactory.create(account__base_url=peers.url("face-provider"))
    album = AlbumFactory.create(strategy=Strategy.DISABLED, face_space=space)
    data = published(album, imageUrl=peers.url("album") + "/pixel.jpg")
    peers.behave("face-provider", latency=1)
    publishing = in_thread(partial(consume, "photos.photo-published", data))
    wait_until(lambda: peers.stats("face-provider")["requests"] == 1, "the provider to be asked")

    delete(Photo.objects.get())
    publishing.join()

    photo = Photo.objects.get()
    assert (photo.state, photo.face_recognized) == (PhotoState.DELETED, False)
    assert not OutboxMessage.objects.filter(destination=PEER).exists()
