"""A POST that is sent again after its connection broke was done once…"""

import json
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from datetime import timedelta
from threading import Thread
from typing import Any
from urllib.parse import urljoin, urlsplit
from uuid import UUID, uuid4
from wsgiref.simple_server import WSGIRequestHandler, WSGIServer

import pytest
import requests
from django.apps import apps
from django.conf import settings
from django.contrib.auth.models import User
from django.core.cache import cache
from django.core.wsgi import get_wsgi_application
from django.db import connection

from activities.tests.factories import sport_data
from activities.tests.play import sport_callbacks
from config.tests.audit import orders_of_apis
from config.tests.audit.entrances import Entrance, api_entrances, body_of, filled
from config.tests.audit.test_every_entrance import undone
from config.tests.cutting import SEEN_BY_SERVER, Cut, cutting
from config.tests.documented_calls import calls_share_the_test_s_transaction
from foundation.rest.models import KeptAnswer
from foundation.rest.operations import operation_of
from foundation.rest.roles import ROLES
from foundation.rest.tests.conftest import Caller, caller
from foundation.rest.tokens import issue, tokens_for
from programs.tests.factories import ParticipantFactory
from recognition.models import NumberRequest, RecognitionType, Selfie, SelfieState
from recognition.tests.calls import callbacks
from recognition.tests.factories import AlbumFactory, NumberRequestFactory
from recognition.wire.signed_addresses import SELFIE_PATH, callback_url
from tagging.models import Tagator, TagatorSettings
from tagging.tests.calls.works import body_for
from tagging.tests.factories import PASSWORD, new_tagator, waiting_photo, waiting_tasks
from tools.sandbox.client import SandboxClient
from tools.sandbox.fixtures import sandbox, sandbox_server

__all__ = ["caller", "calls_share_the_test_s_transaction", "sandbox", "sandbox_server"]

pytestmark = pytest.mark.django_db


def tagger_with_work() -> dict[str, Any]:
    user = User.objects.get(username="ann")
    # The same id as in the scenarios: which tagger a user is, is remembered.
    tagger = Tagator.objects.create(id=UUID(int=7), user=user, email="ann@example.org")
    TagatorSettings.objects.create(tagator=tagger)
    return {"body": {"albumId": str(waiting_tasks(1)[0].album_id)}}


def task_taken() -> dict[str, Any]:
    return {**orders_of_apis.task_in_own_hand(), "body": {"tags": ["12"]}}


def activity_reported() -> dict[str, Any]:
    return {"body": sport_callbacks.body(ParticipantFactory.create().pk)}


def activity_of_any_type() -> dict[str, Any]:
    reported = activity_reported()["body"]["body"]
    names = {"activityId": reported["activityId"], "userId": reported["userId"]}
    return {"body": {**names, "type": "SportActivity", "data": sport_data()}}


def number_answered() -> dict[str, Any]:
    request = NumberRequestFactory.create(photo__state="AwaitingCallback")
    return {"address": callbacks.address(request), "body": callbacks.payload_of(request.photo)}


def selfie_answered() -> dict[str, Any]:
    selfie = Selfie.objects.create(album=AlbumFactory.create(), state=SelfieState.AWAITING_CALLBACK)
    request = NumberRequest.objects.create(selfie=selfie, type=RecognitionType.FACE)
    body = {"name": f"{selfie.pk};{selfie.album_id}", "persons": [], "tags": []}
    address = urlsplit(callback_url(request.pk, SELFIE_PATH))
    return {"address": f"{address.path}?{address.query}", "body": body}


def selfie_named() -> dict[str, Any]:
    album = AlbumFactory.create(strategy="FaceNumber")
    picture = urljoin(settings.NUMBER_PROVIDER_URL, "/album/pixel.jpg")  # the sandbox's
    return {"body": {"selfieId": str(uuid4()), "albumId": str(album.pk), "imageUrl": picture}}


def sign_in() -> dict[str, Any]:
    return {"body": {"username": "ann", "password": PASSWORD}}


def sign_in_as_tagger() -> dict[str, Any]:
    return {"body": {"email": new_tagator().email, "password": PASSWORD}}


def refreshed() -> dict[str, Any]:
    return {"body": {"refreshToken": tokens_for(new_tagator().user).refresh_token}}


# Those that only compute an answer, those whose body or address names what is made, and the one
# whose answer is not to be kept: sent again without a key.
WITHOUT_KEY: Mapping[str, Callable[[], dict[str, Any]]] = {
    "ActivityCallbacks.create": activity_of_any_type,
    "AlbumViews.preview": orders_of_apis.API["AlbumViews.recognition"],
    "AssignmentViews.preview": orders_of_apis.API["AssignmentViews.start"],
    "ExaminationViews.examine": lambda: {**orders_of_apis.formula(), "body": {"revision": 1}},
    "FormulaViews.check": dict,
    "NumberCallbackViews.receive": number_answered,
    "SelfieCallbackViews.receive": selfie_answered,
    "SelfieViews.create": selfie_named,
    "SignInViews.refresh": refreshed,
    "SignInViews.sign_in": sign_in_as_tagger,
    "SporadicActivityCallbacks.accepted": activity_reported,
    "SporadicActivityCallbacks.rejected": activity_reported,
    "SportActivityCallbacks.accepted": activity_reported,
    "SportActivityCallbacks.rejected": activity_reported,
    "StaffSelfieViews.create": selfie_named,
    "TagatorAccountViews.password": orders_of_apis.API["TagatorAccountViews.password"],
    "TagatorStatisticViews.report": lambda: {
        "body": {"from": "2026-05-01T00:00:00Z", "to": "2026-06-01T00:00:00Z", "format": "json"}
    },
    "TaggingTaskViews.add_tags": task_taken,
    "TaskCallbackViews.receive": lambda: {"body": body_for(waiting_photo())},
    "TokenViews.refresh": refreshed,
    "TokenViews.sign_in": sign_in,
    "TryingViews.create": dict,
}
# What a view can tell apart: a body without its end, and an answer that does not arrive. The others
# differ for the server alone, which is one for all views.
ALWAYS = (Cut.IN_THE_REQUEST, Cut.BEFORE_THE_ANSWER)
NOW_AND_THEN = [cut for cut in Cut if cut not in ALWAYS]
SCENARIOS = {**orders_of_apis.API, "WorkViews.create": tagger_with_work, **WITHOUT_KEY}


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
    with Server(("127.0.0.1", 0), Silent) as found:
        found.set_app(get_wsgi_application())
        yield found


@pytest.fixture(autouse=True)
def _number_provider(sandbox: SandboxClient, settings: Any) -> None:
    settings.NUMBER_PROVIDER_URL = sandbox.url("number-provider")
    settings.ALLOW_PRIVATE_IMAGE_URLS = True


def rows() -> dict[str, int]:
    """Return how many rows each table has, but that of the keys."""
    tables = {model._meta.db_table for model in apps.get_models() if model is not KeptAnswer}
    counts = " UNION ALL ".join(f"SELECT '{name}', count(*) FROM \"{name}\"" for name in tables)
    with connection.cursor() as cursor:
        cursor.execute(counts)
        return dict(cursor.fetchall())


def posts() -> dict[str, Entrance]:
    """Return the POSTs, by view and action."""
    return {name: found for name, found in api_entrances().items() if found.method == "post"}


def takes_key(entrance: Entrance) -> bool:
    declared = operation_of(entrance.view, entrance.action)
    access = declared.access or entrance.view.access
    return declared.keyed and not declared.multipart and access.bearer


def send(server: Server, call: Callable[[], Any]) -> Any:
    """Make the call in another thread while this one serves it."""
    answers: list[Any] = []
    caller = Thread(target=lambda: answers.append(call()))
    caller.start()
    server.handle_request()
    caller.join(10)
    return answers[0] if answers else None


@dataclass(frozen=True, slots=True, kw_only=True)
class Sent:
    """A POST that may be sent several times."""

    path: str
    body: str
    headers: Mapping[str, str]

    def call(self, server: Server) -> requests.Response:
        address = f"http://127.0.0.1:{server.server_port}{self.path}"
        answer: requests.Response = send(
            server, lambda: requests.post(address, self.body, headers=self.headers, timeout=30)
        )
        return answer


@dataclass(frozen=True, slots=True, kw_only=True)
class Unbroken:
    """What an unbroken call answered, and the rows that there were then."""

    answer: requests.Response
    rows: dict[str, int]


def broken(server: Server, cut: Cut, sent: Sent) -> None:
    with cutting(("127.0.0.1", server.server_port), cut) as address:

        def call() -> None:
            with suppress(requests.RequestException):
                requests.post(address + sent.path, sent.body, headers=sent.headers, timeout=5)

        if cut in SEEN_BY_SERVER:
            send(server, call)
        else:
            call()


def test_each_post_is_tried():
    assert posts().keys() <= SCENARIOS.keys()
    assert {name for name, found in posts().items() if not takes_key(found)} <= WITHOUT_KEY.keys()


def test_wherever_it_broke(server: Server, caller: Caller, subtests: pytest.Subtests):
    caller(*ROLES, username="ann", password=PASSWORD)
    token = issue(User.objects.get(username="ann"), timedelta(minutes=50))
    for nth, (name, entrance) in enumerate(sorted(posts().items())):
        headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}
        if name not in WITHOUT_KEY:
            headers["Idempotency-Key"] = str(uuid4())
        with undone():
            unbroken: Unbroken | None = None
            with subtests.test(f"{name}, unbroken"):
                sent = sent_to(entrance, SCENARIOS[name](), headers)
                unbroken = unbroken_call(server, sent)
            if unbroken is None:
                continue  # it has failed
            for cut in (*ALWAYS, NOW_AND_THEN[nth % len(NOW_AND_THEN)]):
                with subtests.test(f"{name}, broken {cut}"), undone():
                    again, still = assert_made_once(server, cut, sent, unbroken)
                    if name not in WITHOUT_KEY:
                        assert_answered_once(unbroken.answer, again, still)


def sent_to(entrance: Entrance, given: dict[str, Any], headers: Mapping[str, str]) -> Sent:
    return Sent(
        body=json.dumps(given.pop("body", None) or body_of(entrance), default=str),
        path=given.pop("address", None) or filled(entrance.path, given),
        headers=headers,
    )


def unbroken_call(server: Server, sent: Sent) -> Unbroken:
    """Make a call, and undo what it did."""
    cache.clear()  # with the throttles' counts
    with undone():
        unbroken = Unbroken(answer=sent.call(server), rows=rows())
    assert unbroken.answer.status_code < 400, unbroken.answer.text
    return unbroken


def assert_made_once(
    server: Server, cut: Cut, sent: Sent, unbroken: Unbroken
) -> tuple[requests.Response, requests.Response]:
    """Return the answers of two calls after the broken one."""
    cache.clear()
    broken(server, cut, sent)
    again, still = sent.call(server), sent.call(server)

    assert rows() == unbroken.rows
    assert max(again.status_code, still.status_code) < 500
    return again, still


def assert_answered_once(
    once: requests.Response, again: requests.Response, still: requests.Response
) -> None:
    assert again.status_code == once.status_code
    assert (still.status_code, still.text) == (again.status_code, again.text)
    assert still.headers["Idempotency-Replayed"] == "true"
