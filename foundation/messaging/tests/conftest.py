"""The servers of messaging's tests, emptied before each."""

from collections.abc import Iterator

import pytest
from django.core.cache import cache
from pytest_django import Settings

from foundation.messaging.bus import broker, events
from foundation.messaging.tests.listener.apps import TOPIC, effect
from foundation.messaging.tests.play.consumers import empty_queues
from foundation.messaging.tests.play.peer_server import PeerServer, peer_server


@pytest.fixture(autouse=True)
def _no_wakeups_left() -> None:
    cache.clear()


@pytest.fixture
def listener() -> None:
    """Subscribe the tests' listener in this process too."""
    events.subscribe(TOPIC, effect)


@pytest.fixture
def empty_bus(listener: None, settings: Settings) -> Iterator[None]:
    """An empty bus, of the kind that EVENT_BUS_URL names."""
    settings.BUS_VISIBILITY_SECONDS = 3
    broker.close_publisher()
    empty_queues()
    yield
    broker.close_publisher()


@pytest.fixture
def peer(settings: Settings) -> Iterator[PeerServer]:
    """A peer under the name `photo-service`."""
    with peer_server() as server:
        settings.PEERS = {
            "photo-service": {"url": server.url, "token": "secret-token"},
            "gone": {"url": "http://127.0.0.1:9", "token": ""},
        }
        yield server
