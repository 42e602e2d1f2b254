"""One row that raises holds up no other: of a task, a long job, a lane, a handler, an event…

Each task, kind and handler is planted with such a row, or says why none of its rows can raise.
"""

from collections.abc import Callable
from contextlib import suppress
from threading import Event as Flag
from typing import Any
from uuid import uuid4

import pytest
from django.conf import settings as project
from django.contrib.auth.models import User
from django.test import Client
from django.utils import timezone
from pytest_django import Settings
from structlog.testing import capture_logs

from activities.explaining.past_activities import StoredActivities
from activities.types import kind_of
from config.celery import app
from config.tests.one_row import Case, Fault, Patch, jobs, raises_for, tasks
from foundation.messaging.bus import events as subscriptions
from foundation.messaging.bus.events import Event
from foundation.messaging.bus.intake import Dead, Received, TakenIn, take_event
from foundation.messaging.jobs import JOB_KINDS
from foundation.messaging.models import InboxMessage, OutboxMessage
from foundation.messaging.outbox import (
    HandlerMessage,
    MailMessage,
    PeerMessage,
    TopicMessage,
    sending,
)
from foundation.messaging.outbox import drain as handlers
from foundation.messaging.outbox.drain import Registered, drain
from foundation.messaging.outbox.posting import Message
from foundation.messaging.tests.play.peer_server import peer_server
from foundation.messaging.tests.play.rows import write
from foundation.records.database import RowsFailed
from foundation.records.models import LeftOutRow
from foundation.staff.display import address_of_list
from rewards.tests.dry_runs.months import a_month

pytestmark = pytest.mark.django_db
KEYS = ("1", "2", "3")  # the second row raises

own_handlers = sorted(name for name in handlers._registered if not name.startswith("tests."))


@pytest.fixture(autouse=True)
def _no_wakeups(monkeypatch: Patch) -> None:
    """Send no wake-ups: no worker takes them here."""
    monkeypatch.setattr("foundation.messaging.wakeups.send_wakeup", lambda *_, **__: None)


def named(logs: list[Any], row: str) -> bool:
    """Return whether an error or a warning names the row."""
    failures = [each for each in logs if each["log_level"] in ("error", "warning")]
    return any(row in map(str, each.values()) for each in failures)


def work(case: Case) -> None:
    # A task fails once the others are done, so that its alert is sent.
    with capture_logs() as logs, suppress(RowsFailed):
        case.run()

    assert case.others_done()
    assert named(logs, case.row)


def test_is_known_of_every_task_and_kind_of_job():
    app.autodiscover_tasks(force=True)
    own_tasks = {name for name in app.tasks if name.partition(".")[0] in project.OWN_LABELS}

    assert own_tasks == {*tasks.PLANTED, *tasks.ALONE, LANES}
    assert set(JOB_KINDS) == {*jobs.PLANTED, *jobs.ALONE}


@pytest.mark.parametrize("name", tasks.PLANTED)
def test_of_a_task(name: str, monkeypatch: Patch):
    work(tasks.PLANTED[name](monkeypatch))


@pytest.mark.parametrize("name", jobs.PLANTED)
def test_of_a_long_job(name: str, monkeypatch: Patch):
    work(jobs.PLANTED[name](monkeypatch))


def test_is_shown_on_a_page_while_it_is_left_out(client: Client, monkeypatch: Patch):
    case = jobs.PLANTED["recognition.AlbumPhotosProcessingJob"](monkeypatch)
    client.force_login(User.objects.create_superuser("boss"))

    case.run()

    row = LeftOutRow.objects.get()
    page = f"/admin/recognition/albumphotosprocessingjob/{row.job}/change/"
    assert "1 row left out." in client.get(page, secure=True).content.decode()
    listed = client.get(address_of_list(LeftOutRow), secure=True).content.decode()
    assert case.row in listed
    assert "Rows left out" in client.get("/admin/", secure=True).content.decode()


def test_of_stored_activities_that_formulas_read(monkeypatch: Patch):
    month = a_month("2", "17", "3")
    kind = type(kind_of("SportActivity"))
    raises_for(monkeypatch, kind, "variables_of", "17", lambda _, read: [*map(str, read.values())])

    with capture_logs() as logs:
        found = StoredActivities().newest(month.program.pk, "SportActivity", 3)

    assert [each.why_not_calculated == "" for each in found] == [True, False, True]
    assert named(logs, str(month.activities[1].pk))


LANES = "messaging.drain_lane"  # what it drains: below, of each kind of receiver


def to_peer(key: str) -> PeerMessage:
    return PeerMessage(peer="photo-service", method="PUT", path=f"/{key}", key=key, body={})


def to_topic(key: str) -> TopicMessage:
    return TopicMessage(topic="tests.one-row", key=key, subject=key, data={})


def to_mail(key: str) -> MailMessage:
    return MailMessage(key=key, to=f"{key}@example.org", subject="s", text="t")


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(
    ("message", "module", "name"),
    [(to_peer, sending, "_judge"), (to_topic, sending, "event_of"), (to_mail, sending, "_mail")],
)
def test_of_a_lane(
    message: Callable[[str], Message],
    module: Any,
    name: str,
    settings: Settings,
    monkeypatch: Patch,
):
    raises_for(monkeypatch, module, name, KEYS[1], lambda row, *_: row.key)
    settings.OUTBOX_MAX_REFUSALS = 1
    one, broken, three = write(*map(message, KEYS))

    with peer_server() as server, capture_logs() as logs:
        settings.PEERS = {"photo-service": {"url": server.url, "token": "t"}}
        drain(one.lane)

    delivered = OutboxMessage.objects.filter(delivered_on__isnull=False)
    assert set(delivered) == {one, three}
    broken.refresh_from_db()
    assert broken.dead_on is not None  # which its list and the first page show
    assert broken.reason.startswith("Refused 1 times. Something unforeseen")
    assert named(logs, str(broken.pk))


@pytest.mark.parametrize("name", own_handlers)
def test_of_a_handler(name: str, settings: Settings, monkeypatch: Patch):
    def handle(payload: Any) -> None:
        if payload["n"] == KEYS[1]:
            raise Fault

    settings.OUTBOX_MAX_ATTEMPTS = 1
    replaced = Registered(handler=handle, after_failures=handle)
    monkeypatch.setitem(handlers._registered, name, replaced)
    rows = write(*(HandlerMessage(handler=name, key=key, payload={"n": key}) for key in KEYS))

    with capture_logs() as logs:
        drain(rows[0].lane)

    assert set(OutboxMessage.objects.filter(dead_on=None, delivered_on__isnull=False)) == {
        rows[0],
        rows[2],
    }
    assert OutboxMessage.objects.dead().get() == rows[1]
    assert named(logs, str(rows[1].pk))


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("topic", subscriptions.topics())
def test_of_events(topic: str, settings: Settings, monkeypatch: Patch):
    def handle(event: Event) -> None:
        if event.subject == KEYS[1]:
            raise Fault

    settings.CONSUMER_RETRIES = 0
    monkeypatch.setitem(subscriptions._handlers, topic, [handle])
    about: Any = {"source": "s", "type": topic, "time": timezone.now(), "data": {}}
    events = [Event(id=str(uuid4()), subject=key, **about) for key in KEYS]

    with capture_logs() as logs:
        taken = [take_event(_received(event, topic), Flag()) for event in events]

    assert [type(each) for each in taken] == [TakenIn, Dead, TakenIn]
    assert InboxMessage.objects.count() == 2
    assert any(each["event"] == "event_handler_failed" for each in logs)


def _received(event: Event, topic: str) -> Received:
    body = event.to_json()
    return Received(topic=topic, body=body, content_type="application/json", headers={})
