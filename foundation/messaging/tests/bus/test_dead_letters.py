"""Dead letters and sending them back."""

from typing import Any
from uuid import UUID, uuid4

import pytest
from django.utils import timezone
from kombu import Queue

from foundation.messaging.bus import broker, dead_letters
from foundation.messaging.commands import (
    PutDeadLetterAsideCommand,
    SendBackDeadLetterCommand,
    SendBackOutboxMessageCommand,
    put_dead_letter_aside,
    send_back_dead_letter,
    send_back_outbox_message,
)
from foundation.messaging.models import (
    DeadLetter,
    DeadLetterNotFound,
    OutboxMessage,
    OutboxMessageNotFound,
)
from foundation.messaging.outbox.drain import drain
from foundation.messaging.queries import get_backlog
from foundation.messaging.tests.listener.apps import TOPIC
from foundation.messaging.tests.play.consumers import event
from foundation.records.audit import Actor
from foundation.records.models import AuditEntry

pytestmark = pytest.mark.django_db(transaction=True)


def _store(body: bytes, reason: str = "broken") -> DeadLetter:
    headers = {dead_letters.TOPIC_HEADER: TOPIC, dead_letters.REASON_HEADER: reason}
    dead_letters.store_dead_letter(body, "application/cloudevents+json", headers)
    return DeadLetter.objects.get(pk=dead_letters.letter_id(TOPIC, body))


def _send_back(pk: UUID) -> DeadLetter:
    return send_back_dead_letter(
        SendBackDeadLetterCommand(dead_letter_id=pk, sent_back_on=timezone.now())
    )


def _put_aside(pk: UUID, reason: str) -> DeadLetter:
    return put_dead_letter_aside(
        PutDeadLetterAsideCommand(
            dead_letter_id=pk, reason=reason, put_aside_on=timezone.now(), by=Actor(name="ann")
        )
    )


def test_is_one_row_however_often_it_dies():
    one = event()

    _store(one.to_json(), "first")
    letter = _store(one.to_json(), "second")

    assert (letter.times, letter.reason, letter.event_id) == (2, "second", one.id)
    assert DeadLetter.objects.count() == 1


@pytest.mark.parametrize("body", [b"\xff\x00", b"[]", b'{"id": 7}', b"[" * 100_000])
def test_keeps_what_is_not_even_text_and_has_no_id_where_the_message_names_none(body: bytes):
    letter = _store(body, "\x00 in the reason")

    assert (bytes(letter.body), letter.event_id) == (body, "")


@pytest.mark.parametrize("attribute", [b"source", b"subject", b"time", b"specversion"])
def test_has_the_event_s_id_though_an_attribute_cannot_be_read(attribute: bytes):
    one = event()

    letter = _store(one.to_json().replace(b'"%s":' % attribute, b'"%s": "", "was":' % attribute))

    assert letter.event_id == one.id


@pytest.mark.parametrize("body", [b"\xff\x00 no text", event().to_json()])
def test_goes_back_to_its_topic_byte_for_byte(empty_bus: None, body: bytes):
    letter = _store(body)

    _send_back(letter.pk)
    drain("bus")

    with broker.connection() as opened:
        message: Any = Queue(broker.QUEUE)(opened.channel()).get(no_ack=True)
    assert message.body == body
    assert message.delivery_info["routing_key"] == TOPIC
    letter.refresh_from_db()
    assert letter.sent_back_on is not None


def test_sent_back_is_not_put_aside_and_open_again_when_it_dies_again(empty_bus: None):
    one = event()
    letter = _send_back(_store(one.to_json()).pk)

    _put_aside(letter.pk, "late")
    letter.refresh_from_db()
    assert letter.put_aside_on is None
    assert not AuditEntry.objects.exists()

    letter = _store(one.to_json())
    assert letter.sent_back_on is None
    _send_back(letter.pk)
    assert OutboxMessage.objects.count() == 2


def test_put_aside_keeps_who_when_and_why_and_counts_no_more():
    letter, now = _store(b"no JSON"), timezone.now()
    assert get_backlog(now).dead_letters.count == 1

    _put_aside(letter.pk, "no JSON")
    _put_aside(letter.pk, "another reason")

    letter.refresh_from_db()
    assert (letter.put_aside_by, letter.put_aside_why) == ("ann", "no JSON")
    assert letter.put_aside_on is not None
    assert get_backlog(now).dead_letters.count == 0
    entry = AuditEntry.objects.get()
    assert (entry.actor, entry.action, entry.reason) == ("ann", "Put aside", "no JSON")


def test_refuses_one_that_does_not_exist():
    with pytest.raises(DeadLetterNotFound):
        _send_back(uuid4())
    with pytest.raises(DeadLetterNotFound):
        _put_aside(uuid4(), "why")
    with pytest.raises(OutboxMessageNotFound):
        send_back_outbox_message(SendBackOutboxMessageCommand(outbox_id=1))
