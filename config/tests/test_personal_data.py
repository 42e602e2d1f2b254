"""Personal data planted on every path are in no log, trace, metric and report of an error."""

import io
import json
import logging
import smtplib
import zlib
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from threading import Event as Flag
from typing import Any

import pytest
import sentry_sdk
from celery import shared_task
from django.contrib.auth.models import Group
from django.core.mail.backends.base import BaseEmailBackend
from django.db import transaction
from django.test import Client
from django_structlog.celery.receivers import CeleryReceiver
from prometheus_client import generate_latest

from config import error_reports
from config.logs import ErrorsWithoutValues, logging_settings
from config.tests import planted_ways
from config.tests.log_levels import log_level
from config.tests.planted import FACE, MAIL, NAME, NUMBER, TEXT, TOKEN, planted_in
from config.tests.receivers import Delivery, Receiver, receiver, traced
from foundation.messaging import outbox
from foundation.messaging.bus import dead_letters, events
from foundation.messaging.bus.intake import Dead, Received, take_event
from foundation.messaging.models import OutboxMessage
from foundation.messaging.outbox.drain import drain, outbox_handler
from foundation.messaging.tests.play.peer_server import Answer, PeerServer, peer_server
from foundation.records.gauges import SHARED
from foundation.records.refusals import Invalid
from foundation.rest.tests.conftest import Caller, caller
from recognition.models import NumberRequest, Photo
from recognition.providers.http_client import send
from recognition.tests.factories import AlbumFactory, PhotoFactory
from recognition.wire.signed_addresses import callback_url

__all__ = ["caller"]

FAILING_TOPIC, REFUSED_TOPIC = "tests.failing", "tests.refused"


class RefusingMails(BaseEmailBackend):
    """A mail server that refuses a recipient, and says whom."""

    def send_messages(self, email_messages: Any) -> int:
        raise smtplib.SMTPRecipientsRefused({MAIL: (550, TEXT.encode())})


def fail(*_: Any) -> None:
    raise ValueError(TEXT)


def refuse(*_: Any) -> None:
    raise Invalid(TEXT, {"name": TEXT})


def repeat_a_row(*_: Any) -> None:
    """Break a unique constraint: PostgreSQL quotes the row."""
    for _number in range(2):
        Group.objects.create(name=MAIL)


@shared_task(name="tests.failing")
def failing_task(**_: str) -> None:
    raise ValueError(TEXT)


@pytest.fixture
def lines() -> Iterator[io.StringIO]:
    """Log as in production with LOG_LEVEL=DEBUG, into memory."""
    described = logging_settings("json", "DEBUG")["formatters"]["line"]
    found = io.StringIO()
    handler = logging.StreamHandler(found)
    handler.setFormatter(described.pop("()")(**described))
    handler.addFilter(ErrorsWithoutValues())
    logging.getLogger().addHandler(handler)
    with log_level("DEBUG"):
        yield found
    logging.getLogger().removeHandler(handler)


@contextmanager
def reported() -> Iterator[Receiver]:
    """Send errors to a receiver within; all have come when the block ends."""
    with receiver() as found:
        error_reports.report_errors(found.url.replace("//", "//key@") + "/7", "1.2.3", "tests")
        try:
            yield found
        finally:
            sentry_sdk.flush(30)
            sentry_sdk.get_client().close()
            sentry_sdk.init()


@pytest.fixture
def peer(settings: Any) -> Iterator[PeerServer]:
    with peer_server() as server:
        settings.PEERS = {"photo-service": {"url": server.url, "token": TOKEN}}
        yield server


def take(topic: str, body: bytes) -> object:
    """Take a message as the consumer does."""
    return take_event(Received(topic=topic, body=body, content_type="", headers={}), Flag())


def cloud_event(topic: str, **data: Any) -> bytes:
    return json.dumps({
        "specversion": "1.0", "id": MAIL, "source": f"/{NAME}", "type": topic, "data": data
    }).encode()  # fmt: skip


# --- The paths -----------------------------------------------------------------------------------


def messages_of_the_bus(_: Caller, peer: PeerServer) -> None:
    known = "photos.photo-published"
    bodies = {
        known: [TEXT.encode(), cloud_event(known, photoId=TEXT, **{NAME: NUMBER})],
        FAILING_TOPIC: [cloud_event(FAILING_TOPIC, name=TEXT)],
        REFUSED_TOPIC: [cloud_event(REFUSED_TOPIC, name=TEXT)],
    }
    for topic, each in bodies.items():
        for body in each:
            assert isinstance(take(topic, body), Dead)


def dead_letters_of_the_bus(_: Caller, peer: PeerServer) -> None:
    dead_letters.publish_dead_letter(cloud_event("a.topic"), "application/json", "a.topic", TEXT)


def calls_of_the_apis(caller: Caller, peer: PeerServer) -> None:
    client = caller("recognition.manage", "recognition.selfie")
    selfies = f"/client-api/api/v2/selfies?token={TOKEN}&name={MAIL}"
    bad = {"selfieId": NUMBER, "imageUrl": f"ftp://{NAME}:{TOKEN}@{FACE}/{MAIL}", "name": TEXT}
    assert client.post(selfies, bad, format="json").status_code >= 400
    assert client.get(f"/admin-api/api/v2/photos?albumId={NAME}").status_code >= 400
    assert client.get(f"/nothing/{NAME}/{MAIL}").status_code == 404
    other = Client(headers={"Authorization": f"Bearer {TOKEN}", "User-Agent": TEXT})
    assert other.get("/admin-api/api/v2/photos").status_code == 401


def callbacks_of_the_provider(caller: Caller, peer: PeerServer) -> None:
    photo: Photo = PhotoFactory.create(album=AlbumFactory.create())
    request = NumberRequest.objects.create(photo=photo, type="FACE_NUMBER")
    url = callback_url(request.pk).partition("/client-api")[2]
    name = f"{photo.pk};{photo.album_id}"
    for payload in (
        {"name": name, "persons": [{"id": NAME, "confidence": 1}], "tags": [{"value": NUMBER}]},
        {"name": f"{NAME};{MAIL}", "persons": [], "tags": []},
        {"name": name, "persons": TEXT, "tags": TEXT},
    ):
        Client().post(f"/client-api{url}", payload, content_type="application/json")
    Client().post(f"/client-api{url}{TOKEN}", {"name": TEXT}, content_type="application/json")


def failures_of_peers(_: Caller, peer: PeerServer) -> None:
    body = json.dumps({"detail": TEXT}).encode()
    for status in (422, 404, 503):
        peer.answers.append(Answer(status=status, body=body, headers={"X-About": TEXT}))
    with transaction.atomic():
        for number in range(3):
            outbox.post(
                outbox.PeerMessage(
                    peer="photo-service",
                    method="PUT",
                    path=f"/persons/{NAME}?token={TOKEN}",
                    key=f"{MAIL}{number}",
                    body={"name": TEXT},
                )
            )
    drain("peer:photo-service")
    peer.answers.append(Answer(status=500, body=body))
    send("service", "PUT", f"{peer.url}/{NAME}?token={TOKEN}", token=TOKEN, timeout=5)
    assert OutboxMessage.objects.filter(reason__contains=NAME).exists()


def refused_mails(_: Caller, peer: PeerServer) -> None:
    with transaction.atomic():
        outbox.post(outbox.MailMessage(key=MAIL, to=MAIL, subject=TEXT, text=TEXT))
    drain("mail")


def failing_handlers(_: Caller, peer: PeerServer) -> None:
    for name, handler in {"fail": fail, "refuse": refuse, "repeat": repeat_a_row}.items():
        outbox_handler(f"tests.{name}")(handler)
        with transaction.atomic():
            outbox.post(
                outbox.HandlerMessage(key=MAIL, handler=f"tests.{name}", payload={"name": TEXT})
            )
        drain(f"handler:tests.{name}")


def forms_of_staff(_: Caller, peer: PeerServer) -> None:
    form = {"username": MAIL, "password": TOKEN}
    assert Client().post("/admin/login/", form).status_code == 200
    assert Client().post(f"/admin/login/?next=/{NAME}", {"username": NAME}).status_code == 200


def failing_tasks(_: Caller, peer: PeerServer) -> None:
    failed = failing_task.apply(kwargs={"name": TEXT})
    try:
        failed.get()
    except ValueError as error:
        # As in a worker, whose step connects it.
        CeleryReceiver().receiver_task_failure(task_id="7", exception=error, sender=None)


def failing_requests(caller: Caller, peer: PeerServer) -> None:
    client = caller("recognition.manage", username="bob")
    client.raise_request_exception = False
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr("recognition.photos.api.list_photos", fail)
        assert client.get(f"/admin-api/api/v2/photos?search={TOKEN}").status_code == 500


PATHS: tuple[Callable[[Caller, PeerServer], None], ...] = (
    messages_of_the_bus,
    dead_letters_of_the_bus,
    calls_of_the_apis,
    callbacks_of_the_provider,
    failures_of_peers,
    refused_mails,
    failing_handlers,
    forms_of_staff,
    failing_tasks,
    failing_requests,
    planted_ways.face_providers,
    planted_ways.rekognition,
    planted_ways.start_lists,
    planted_ways.pictures,
    planted_ways.addresses,
    planted_ways.failing_addresses,
    planted_ways.commands,
    planted_ways.failing_commands,
)

# The classes of errors that each path reports, and the names of its lines of the level ERROR.
REPORTED = {
    "dead_letters_of_the_bus": ["message_dead"],
    "failures_of_peers": ["outbox_row_dead"],
    "refused_mails": ["outbox_row_dead"],
    "failing_tasks": ["ValueError", "task_failed"],
    "failing_requests": ["ValueError", "request_failed"],
    "pictures": ["request_finished"],
    "addresses": ["DisallowedHost"],
    "failing_addresses": ["ValueError", "request_failed"],
    "failing_commands": ["ValueError"],
}


@pytest.mark.django_db(transaction=True)
def test_is_nowhere(
    lines: io.StringIO, caller: Caller, peer: PeerServer, settings: Any, monkeypatch: Any
) -> None:
    settings.EMAIL_BACKEND = f"{__name__}.RefusingMails"
    settings.ALLOW_PRIVATE_IMAGE_URLS = True
    settings.CONSUMER_BACKOFF_BASE = 0.001
    monkeypatch.setattr(events, "_handlers", dict(events._handlers))
    events.subscribe(FAILING_TOPIC, lambda _: fail())
    events.subscribe(REFUSED_TOPIC, lambda _: refuse())
    found: dict[str, set[str]] = {}
    reported_by: dict[str, list[str]] = {}

    with ExitStack() as stack:
        spans, reports = stack.enter_context(traced()), stack.enter_context(reported())
        for path in PATHS:
            written, before = lines.tell(), len(reports.received)
            path(caller, peer)
            sentry_sdk.flush(30)
            reported_by[path.__name__] = sorted({*map(what_failed, reports.received[before:])})
            found[f"log of {path.__name__}"] = planted_in(lines.getvalue()[written:])
    found["traces"] = set().union(*(planted_in(str(span)) for span in spans.spans()))
    shown = (generate_latest() + generate_latest(SHARED)).decode()
    found["metrics"] = planted_in(shown)
    assert 'finishline_lane_waiting{lane="peer:photo-service"}' in shown
    sent = [text_of(each.body) for each in reports.received]
    found["reports"] = set().union(*map(planted_in, sent))

    assert {where: what for where, what in found.items() if what} == {}
    logged = lines.getvalue()
    for event in ("message_dead", "outbox_row_dead", "outbox_handler_failed", "request_failed"):
        assert event in logged
    assert "UniqueViolation (23505, auth_group_name_key)" in logged
    assert "trace_id" in logged
    assert {name: what for name, what in reported_by.items() if what} == REPORTED
    assert all('"release":"1.2.3"' in text.replace(" ", "") for text in sent)
    assert len(spans.spans()) > 10


def text_of(body: bytes) -> str:
    return (zlib.decompress(body) if body[:1] == b"\x78" else body).decode()


def what_failed(delivery: Delivery) -> str:
    """Return the class of the error that a report is about, else the text of its line."""
    parts = [json.loads(line) for line in text_of(delivery.body).splitlines()]
    event = next(part for part in parts if "exception" in part or "logentry" in part)
    if "exception" in event:
        return str(event["exception"]["values"][-1]["type"])
    return str(event["logentry"]["message"])
