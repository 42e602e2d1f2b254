"""The other side of every wire, and the addresses that lead there."""

from collections.abc import Iterator
from typing import Any

import pytest
from django.core.cache import cache
from pytest_django.live_server_helper import LiveServer

from rest.tests.conftest import anybody, caller
from sandbox.client import SandboxClient
from sandbox.fixtures import sandbox, sandbox_server

__all__ = ["anybody", "caller", "sandbox", "sandbox_server"]


@pytest.fixture(autouse=True)
def _nothing_kept_in_redis() -> Iterator[None]:
    """Start lists, throttles and hints of one test are not the next one's."""
    cache.clear()
    yield
    cache.clear()


@pytest.fixture
def peers(sandbox: SandboxClient, settings: Any) -> SandboxClient:
    """Point everything that is called at the sandbox, the tagator service included."""
    settings.NUMBER_PROVIDER_URL = sandbox.url("number-provider")
    settings.ALLOW_PRIVATE_IMAGE_URLS = True
    settings.PROCESSING_MAX_ATTEMPTS = 3
    settings.TAGATOR_SERVICE = "recognition.tagator_service.HttpTagatorService"
    settings.PEERS = {
        name: {"url": sandbox.url(name), "token": ""}
        for name in ("photo-service", "tagator-service")
    }
    return sandbox


@pytest.fixture
def wires(peers: SandboxClient, settings: Any, live_server: LiveServer) -> SandboxClient:
    """Point the callbacks at us as well."""
    settings.PUBLIC_URL = live_server.url
    return peers
