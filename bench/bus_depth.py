"""Counts the messages on the event bus, also those that a consumer is processing."""

from typing import Any

import redis
from django.conf import settings
from kombu import Queue

from messaging.bus import broker

UNACKNOWLEDGED = "events.unacked"


def messages_on_the_bus() -> int:
    """Count the messages of our queue and of the dead letters.

    On RabbitMQ, messages that a consumer is processing are not counted.
    """
    with broker.connection() as connection:
        waiting = sum(
            _depth(connection.channel(), name) for name in (broker.QUEUE, broker.DEAD_LETTERS)
        )
    return waiting + _in_hand()


def _depth(channel: Any, queue: str) -> int:
    declared: Any = Queue(queue, durable=True)(channel).queue_declare()
    return int(declared.message_count)


def _in_hand() -> int:
    if settings.EVENT_BUS_URL.startswith("amqp"):
        return 0
    with redis.Redis.from_url(settings.EVENT_BUS_URL) as client:
        return int(client.hlen(UNACKNOWLEDGED))
