"""Counts the messages on the event bus, also those that a consumer is processing."""

import redis
from django.conf import settings

from foundation.messaging.bus import broker

UNACKNOWLEDGED = "events.unacked"


def messages_on_the_bus() -> int:
    """Count the messages of our queue and of the dead letters.

    On RabbitMQ, messages that a consumer is processing are not counted.
    """
    with broker.connection() as connection:
        declared = broker.declare(connection.channel())
    ours = (broker.QUEUE, broker.DEAD_LETTERS)
    return sum(queue.waiting for queue in declared if queue.name in ours) + _in_hand()


def _in_hand() -> int:
    if settings.EVENT_BUS_URL.startswith("amqp"):
        return 0
    with redis.Redis.from_url(settings.EVENT_BUS_URL) as client:
        return int(client.hlen(UNACKNOWLEDGED))
