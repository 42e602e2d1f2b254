"""Orders of staff about users, sign-ins, schedules, messages and exports."""

from typing import Any
from uuid import uuid4

from axes.models import AccessAttempt, AccessFailureLog, AccessLog
from django.contrib.auth.models import Group, User
from django.test import Client
from django.utils import timezone
from django_celery_beat.models import (
    ClockedSchedule,
    CrontabSchedule,
    IntervalSchedule,
    PeriodicTask,
    SolarSchedule,
)
from django_otp.plugins.otp_totp.models import TOTPDevice

from config.tests.audit.staff.forms import Given, Orders, act, button, orders_of
from foundation.exports.models import Export
from foundation.messaging.models import DeadLetter, Outage, OutboxMessage
from foundation.messaging.tests.play.rows import to_handler, write
from foundation.staff.display import address_of_list

ORDERS: Orders = {
    **orders_of(
        Group,
        lambda: Group.objects.create(name="g"),
        add=lambda: {"name": "New"},
        change={"name": "h"},
        delete=True,
    ),
    **orders_of(
        User,
        lambda: User.objects.create_user("bob", email="bob@example.org"),
        add=lambda: {"first_name": "Bob", "email": "bob@example.org"},
        change={"first_name": "Bob"},
        buttons={"password-link": {}},
    ),
    "auth.user <path:object_id>/second-step/": lambda _: _second_step(),
    **orders_of(
        AccessAttempt,
        lambda: AccessAttempt.objects.create(
            username="bob", attempt_time=timezone.now(), failures_since_start=1
        ),
        delete=True,
    ),
    **orders_of(
        AccessFailureLog, lambda: AccessFailureLog.objects.create(username="bob"), delete=True
    ),
    **orders_of(AccessLog, lambda: AccessLog.objects.create(username="bob"), delete=True),
    **orders_of(
        ClockedSchedule,
        lambda: ClockedSchedule.objects.create(clocked_time=timezone.now()),
        add=lambda: {"clocked_time": "2026-01-01 00:00"},
        change={"clocked_time": "2026-01-01 00:00"},
        delete=True,
    ),
    **orders_of(
        CrontabSchedule,
        lambda: CrontabSchedule.objects.create(minute="7"),
        add=lambda: {"minute": "7"},
        change={"minute": "8"},
        delete=True,
    ),
    **orders_of(
        IntervalSchedule,
        lambda: IntervalSchedule.objects.create(every=7, period="minutes"),
        add=lambda: {"every": 7, "period": "minutes"},
        change={"every": 8},
        delete=True,
    ),
    **orders_of(
        SolarSchedule,
        lambda: SolarSchedule.objects.create(event="sunset", latitude=1, longitude=1),
        add=lambda: {"event": "sunset", "latitude": 1, "longitude": 1},
        change={"latitude": 2},
        delete=True,
    ),
    **orders_of(
        PeriodicTask,
        lambda: periodic(),
        add=lambda: {
            "name": "other",
            "regtask": "messaging.prune",
            "interval": periodic().interval_id,
        },
        change={"description": "Why."},
        delete=True,
        actions={"disable_tasks": {}, "run_tasks": {}, "toggle_tasks": {}},
    ),
    "django_celery_beat.periodictask action enable_tasks": lambda _: act(
        periodic(enabled=False), "enable_tasks"
    ),
    "exports.export <uuid:export_id>/cancel/": lambda client: (
        f"/admin/exports/export/{_export(client).pk}/cancel/",
        {},
    ),
    "exports.export add": lambda _: (
        address_of_list(Export) + "add/",
        {"list": "recognition.photo", "filters": "", "csv": "As CSV"},
    ),
    **orders_of(
        DeadLetter,
        lambda: dead_letter(),
        actions={"put_aside": {"reason": "It is no JSON."}, "send_back": {}},
    ),
    **orders_of(Outage, lambda: pause(), actions={"resume": {}}),
    **orders_of(OutboxMessage, lambda: dead_message(), actions={"send_back": {}}),
}


def dead_message() -> OutboxMessage:
    [row] = write(to_handler())
    OutboxMessage.objects.update(dead_on=timezone.now())
    return row


def dead_letter() -> DeadLetter:
    return DeadLetter.objects.create(
        id=uuid4(), topic="photos.photo-published", body=b"{}", reason="r", died_on=timezone.now()
    )


def pause() -> Outage:
    return Outage.objects.create(service="lane peer:photo-service", name="n", since=timezone.now())


def periodic(**fields: Any) -> PeriodicTask:
    every, _ = IntervalSchedule.objects.get_or_create(every=7, period="minutes")
    return PeriodicTask.objects.create(name="new", task="messaging.prune", interval=every, **fields)


def _export(client: Client) -> Export:
    address, fields = ORDERS["exports.export add"](client)
    client.post(address, fields, secure=True)
    return Export.objects.get()


def _second_step() -> tuple[str, Given]:
    user = User.objects.create_user("bob")
    TOTPDevice.objects.create(user=user, name="phone")
    return button(user, "second-step")
