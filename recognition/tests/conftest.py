"""The sandbox and the addresses that lead to it, clients, and a database that commits."""

from collections.abc import Iterator
from typing import Any

import pytest
from django.apps import apps
from django.contrib.auth.models import User
from django.core.cache import cache
from django.db import connection
from django.test import Client
from pytest_django.live_server_helper import LiveServer
from pytest_django.plugin import DjangoDbBlocker
from rest_framework.test import APIClient

from config.tests.contracts.documents import faults_of
from config.tests.frames import frame, without_frame
from config.tests.serving import door_to
from foundation.records.database import rewriting
from foundation.rest.tests.conftest import Caller, anybody, caller
from recognition.jobs import commands as jobs
from recognition.numbers.start_lists import forget_lists
from recognition.tests.calls.api import MANAGE, client_of, forget_users
from recognition.tests.calls.staff_pages import signed_in
from tools.sandbox.client import SandboxClient
from tools.sandbox.fixtures import sandbox, sandbox_server

__all__ = ["anybody", "caller", "frame", "sandbox", "sandbox_server", "without_frame"]
WRITTEN_BY_TESTS = ("records", "messaging", "recognition")


def delete_all() -> None:
    """Delete every row that a test of recognition writes."""
    models = [m for app in WRITTEN_BY_TESTS for m in apps.get_app_config(app).get_models()]
    statements = [f'DELETE FROM "{model._meta.db_table}"' for model in models]
    with rewriting("audit"), connection.cursor() as cursor:
        # One transaction: foreign keys are checked at its end, so the order does not matter.
        cursor.execute("; ".join(statements))


@pytest.fixture(autouse=True)
def _nothing_kept_in_redis() -> Iterator[None]:
    """Delete start lists, throttles and wake-ups between tests."""
    cache.clear()
    forget_lists()
    yield
    cache.clear()


@pytest.fixture
def transactional_db(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[None]:
    """Give a database whose commits other connections see; its rows are deleted afterwards.

    Replaces pytest-django's fixture: of recognition's tables alone, without a lock.
    """
    with django_db_blocker.unblock():
        yield
        delete_all()
        connection.close()


@pytest.fixture
def manager(caller: Caller) -> APIClient:
    """A client that may manage recognition."""
    return caller("recognition.manage")


@pytest.fixture
def participant(caller: Caller) -> APIClient:
    """A participants' client, which may send selfies."""
    return caller("recognition.selfie")


@pytest.fixture
def committed_manager(transactional_db: None) -> Iterator[APIClient]:
    """A client that may manage recognition; its user is committed."""
    yield client_of(MANAGE)
    forget_users()


@pytest.fixture
def committed_staff(transactional_db: None, client: Client) -> Iterator[Client]:
    """A client of staff; its user is committed."""
    client.force_login(User.objects.create_superuser("staff"))
    yield client
    client.logout()
    User.objects.all().delete()


@pytest.fixture
def staff(client: Client, db: None) -> Client:
    """A client of a superuser."""
    return signed_in(client)


@pytest.fixture
def small_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let jobs take three photos at a time."""
    monkeypatch.setattr(jobs, "PART", 3)


@pytest.fixture(scope="session")
def web_server(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[LiveServer]:
    """Serve the project for the whole session."""
    with django_db_blocker.unblock():
        server = LiveServer("127.0.0.1")
    yield server
    server.stop()


@pytest.fixture
def web(web_server: LiveServer, request: pytest.FixtureRequest) -> Iterator[str]:
    """Return the server's address; a callback that comes late meets neither deletion nor a test."""
    if "transactional_db" in request.fixturenames:
        request.getfixturevalue("transactional_db")  # so that its rows are deleted afterwards
    with door_to(web_server).opened():
        yield web_server.url


@pytest.fixture
def peers(sandbox: SandboxClient, settings: Any) -> Iterator[SandboxClient]:
    """Point everything that is called at the sandbox, the tagator service included.

    Whatever a test sends there is what the contracts of these services say.
    """
    settings.NUMBER_PROVIDER_URL = sandbox.url("number-provider")
    settings.ALLOW_PRIVATE_IMAGE_URLS = True
    settings.PROCESSING_MAX_ATTEMPTS = 3
    settings.TAGATOR_SERVICE = "recognition.wire.tagator_service.HttpTagatorService"
    settings.PEERS = {
        name: {"url": sandbox.url(name), "token": ""}
        for name in ("photo-service", "tagator-service")
    }
    yield sandbox
    assert faults_of(sandbox.log(limit=2000)) == []


@pytest.fixture
def wires(peers: SandboxClient, settings: Any, web: str) -> SandboxClient:
    """Point the callbacks at us as well."""
    settings.PUBLIC_URL = web
    return peers


@pytest.fixture(autouse=True)
def _half_sure(settings: Any) -> None:
    """Judge confidences by a threshold of the tests, not by the measured default."""
    settings.DEFAULT_MINIMUM_CONFIDENCE = 0.5
