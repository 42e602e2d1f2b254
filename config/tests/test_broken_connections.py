"""A POST with an `Idempotency-Key`, sent again after the connection broke, was done once…"""

import json
from collections.abc import Callable, Iterator
from contextlib import suppress
from datetime import timedelta
from threading import Thread
from typing import Any
from uuid import UUID, uuid4
from wsgiref.simple_server import WSGIRequestHandler, WSGIServer

import pytest
import requests
from django.apps import apps
from django.contrib.auth.models import User
from django.core.signals import request_finished, request_started
from django.core.wsgi import get_wsgi_application
from django.db import close_old_connections, connection

from config.tests.audit import orders_of_apis
from config.tests.audit.entrances import Entrance, api_entrances, body_of, filled
from config.tests.audit.test_every_entrance import undone
from config.tests.cutting import SEEN_BY_SERVER, Cut, cutting
from rest.models import KeptAnswer
from rest.operations import operation_of
from rest.roles import ROLES
from rest.tests.conftest import Caller, caller
from rest.tokens import issue
from sandbox.client import SandboxClient
from sandbox.fixtures import sandbox, sandbox_server
from tagging.models import Tagator, TagatorSettings
from tagging.tests.factories import PASSWORD, waiting_tasks

__all__ = ["caller", "sandbox", "sandbox_server"]

pytestmark = [pytest.mark.slow, pytest.mark.django_db]

# Those that only compute an answer, and those whose bodies name what they are about.
READ_OR_NAMED = {
    "ActivityCallbacks.create",
    "AlbumViews.preview",
    "AssignmentViews.preview",
    "ExaminationViews.examine",
    "FormulaViews.check",
    "SporadicActivityCallbacks.accepted",
    "SporadicActivityCallbacks.rejected",
    "SportActivityCallbacks.accepted",
    "SportActivityCallbacks.rejected",
    "TagatorStatisticViews.report",
    "TaggingTaskViews.add_tags",
    "TaskCallbackViews.receive",
    "TryingViews.create",
}


def tagger_with_work() -> dict[str, Any]:
    user = User.objects.get(username="ann")
    # The same id as in the scenarios: which tagger a user is, is remembered.
    tagger = Tagator.objects.create(id=UUID(int=7), user=user, email="ann@example.org")
    TagatorSettings.objects.create(tagator=tagger)
    return {"body": {"albumId": str(waiting_tasks(1)[0].album_id)}}


SCENARIOS = {**orders_of_apis.API, "WorkViews.create": tagger_with_work}


class Server(WSGIServer):
    """Serves in the test's own thread, so in its transaction; waits a second for a caller."""

    timeout = 1

    def handle_error(self, *_: Any) -> None:
        """Say nothing: that callers are gone is what is tried."""


class Silent(WSGIRequestHandler):
    timeout = 1

    def log_message(self, *_: Any) -> None:
        """Say nothing."""


@pytest.fixture
def server(settings: Any) -> Iterator[Server]:
    settings.ALLOWED_HOSTS = ["*"]
    settings.SECURE_SSL_REDIRECT = False
    for signal in (request_started, request_finished):
        signal.disconnect(close_old_connections)
    with Server(("127.0.0.1", 0), Silent) as found:
        found.set_app(get_wsgi_application())
        yield found
    for signal in (request_started, request_finished):
        signal.connect(close_old_connections)


@pytest.fixture(autouse=True)
def _number_provider(sandbox: SandboxClient, settings: Any) -> None:
    settings.NUMBER_PROVIDER_URL = sandbox.url("number-provider")


def rows() -> dict[str, int]:
    """Return how many rows each table has, but that of the keys."""
    tables = {model._meta.db_table for model in apps.get_models() if model is not KeptAnswer}
    counts = " UNION ALL ".join(f"SELECT '{name}', count(*) FROM \"{name}\"" for name in tables)
    with connection.cursor() as cursor:
        cursor.execute(counts)
        return dict(cursor.fetchall())


def posts() -> dict[str, Entrance]:
    """Return the POSTs that take a key, by view and action."""
    return {
        name: found
        for name, found in api_entrances().items()
        if found.method == "post"
        and operation_of(found.view, found.action).keyed
        and not operation_of(found.view, found.action).multipart
        and (operation_of(found.view, found.action).access or found.view.access).bearer
    }


def send(server: Server, call: Callable[[], Any]) -> Any:
    """Make the call in another thread while this one serves it."""
    answers: list[Any] = []
    caller = Thread(target=lambda: answers.append(call()))
    caller.start()
    server.handle_request()
    caller.join(10)
    return answers[0] if answers else None


def broken(server: Server, cut: Cut, headers: dict[str, str], path: str, body: str) -> None:
    with cutting(("127.0.0.1", server.server_port), cut) as address:

        def call() -> None:
            with suppress(requests.RequestException):
                requests.post(address + path, body, headers=headers, timeout=5)

        if cut in SEEN_BY_SERVER:
            send(server, call)
        else:
            call()


def test_each_post_is_tried():
    assert posts().keys() == (SCENARIOS.keys() & posts().keys()) | READ_OR_NAMED


@pytest.mark.parametrize("cut", Cut)
def test_wherever_it_broke(server: Server, caller: Caller, subtests: pytest.Subtests, cut: Cut):
    caller(*ROLES, username="ann", password=PASSWORD)
    token = issue(User.objects.get(username="ann"), timedelta(minutes=50))
    for name in sorted(posts().keys() - READ_OR_NAMED):
        with subtests.test(name), undone():
            headers = {
                "Authorization": f"Bearer {token}",
                "Content-Type": "application/json",
                "Idempotency-Key": str(uuid4()),
            }
            once, again = assert_done_once(server, cut, posts()[name], SCENARIOS[name](), headers)
            assert once.status_code < 400, once.text
            assert again.status_code == once.status_code


def assert_done_once(
    server: Server, cut: Cut, entrance: Entrance, given: dict[str, Any], headers: dict[str, str]
) -> tuple[requests.Response, requests.Response]:
    body = json.dumps(given.pop("body", None) or body_of(entrance), default=str)
    path = filled(entrance.path, given)
    address = f"http://127.0.0.1:{server.server_port}{path}"

    def call() -> requests.Response:
        return requests.post(address, body, headers=headers, timeout=30)

    with undone():
        once, done = send(server, call), rows()
    broken(server, cut, headers, path, body)
    again, still = send(server, call), send(server, call)

    assert rows() == done
    if once.ok:
        assert (still.status_code, still.text) == (again.status_code, again.text)
        assert still.headers["Idempotency-Replayed"] == "true"
    return once, again
