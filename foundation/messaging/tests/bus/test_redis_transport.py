"""Kombu's transport over Redis, as it is changed here…"""

from collections.abc import Iterator
from typing import Any

import pytest
from django.conf import settings

from foundation.messaging.bus import broker


@pytest.fixture
def channel(empty_bus: None) -> Iterator[Any]:
    if settings.EVENT_BUS_URL.startswith("amqp"):
        pytest.skip("the bus is RabbitMQ")
    with broker.connection() as opened:
        yield opened.channel()


def client_of(channel: Any) -> Any:
    with channel.conn_or_acquire() as client:
        return client


def test_uses_one_client_for_all_commands(channel: Any):
    assert client_of(channel) is client_of(channel)


def test_uses_the_given_client(channel: Any):
    with channel.conn_or_acquire(channel.client) as client:
        assert client is channel.client


def test_makes_another_client_when_its_connections_were_replaced(channel: Any):
    old = client_of(channel)

    channel._disconnect_pools()

    assert client_of(channel) is not old
    assert client_of(channel).ping()
