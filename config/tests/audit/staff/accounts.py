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

from config.tests.audit.staff.forms import (
    Given,
    Orders,
    act,
    added,
    button,
    delete,
    delete_chosen,
    opened,
)
from foundation.exports.models import Export
from foundation.messaging.models import DeadLetter, Outage, OutboxMessage
from foundation.messaging.tests.play.rows import to_handler, write
from foundation.staff.display import address_of_list

ORDERS: Orders = {
    "auth.group action delete_selected": lambda _: delete_chosen(Group.objects.create(name="g")),
    "auth.group add": lambda client: added(client, Group, name="New"),
    "auth.group change": lambda client: opened(client, Group.objects.create(name="g"), name="h"),
    "auth.group delete": lambda _: delete(Group.objects.create(name="g")),
    "auth.user <path:object_id>/password-link/": lambda _: button(
        User.objects.create_user("bob", email="bob@example.org"), "password-link"
    ),
    "auth.user <path:object_id>/second-step/": lambda _: _second_step(),
    "auth.user add": lambda client: added(client, User, first_name="Bob", email="bob@example.org"),
    "auth.user change": lambda client: opened(
        client, User.objects.create_user("bob"), first_name="Bob"
    ),
    "axes.accessattempt action delete_selected": lambda _: delete_chosen(_attempt()),
    "axes.accessattempt delete": lambda _: delete(_attempt()),
    "axes.accessfailurelog action delete_selected": lambda _: delete_chosen(_failure()),
    "axes.accessfailurelog delete": lambda _: delete(_failure()),
    "axes.accesslog action delete_selected": lambda _: delete_chosen(_access()),
    "axes.accesslog delete": lambda _: delete(_access()),
    "django_celery_beat.clockedschedule action delete_selected": lambda _: delete_chosen(
        ClockedSchedule.objects.create(clocked_time=timezone.now())
    ),
    "django_celery_beat.clockedschedule add": lambda client: added(
        client, ClockedSchedule, clocked_time="2026-01-01 00:00"
    ),
    "django_celery_beat.clockedschedule change": lambda client: opened(
        client,
        ClockedSchedule.objects.create(clocked_time=timezone.now()),
        clocked_time="2026-01-01 00:00",
    ),
    "django_celery_beat.clockedschedule delete": lambda _: delete(
        ClockedSchedule.objects.create(clocked_time=timezone.now())
    ),
    "django_celery_beat.crontabschedule action delete_selected": lambda _: delete_chosen(
        CrontabSchedule.objects.create(minute="7")
    ),
    "django_celery_beat.crontabschedule add": lambda client: added(
        client, CrontabSchedule, minute="7"
    ),
    "django_celery_beat.crontabschedule change": lambda client: opened(
        client, CrontabSchedule.objects.create(minute="7"), minute="8"
    ),
    "django_celery_beat.crontabschedule delete": lambda _: delete(
        CrontabSchedule.objects.create(minute="7")
    ),
    "django_celery_beat.intervalschedule action delete_selected": lambda _: delete_chosen(
        IntervalSchedule.objects.create(every=7, period="minutes")
    ),
    "django_celery_beat.intervalschedule add": lambda client: added(
        client, IntervalSchedule, every=7, period="minutes"
    ),
    "django_celery_beat.intervalschedule change": lambda client: opened(
        client, IntervalSchedule.objects.create(every=7, period="minutes"), every=8
    ),
    "django_celery_beat.intervalschedule delete": lambda _: delete(
        IntervalSchedule.objects.create(every=7, period="minutes")
    ),
    "django_celery_beat.periodictask action delete_selected": lambda _: delete_chosen(periodic()),
    "django_celery_beat.periodictask action disable_tasks": lambda _: act(
        periodic(), "disable_tasks"
    ),
    "django_celery_beat.periodictask action enable_tasks": lambda _: act(
        periodic(enabled=False), "enable_tasks"
    ),
    "django_celery_beat.periodictask action run_tasks": lambda _: act(periodic(), "run_tasks"),
    "django_celery_beat.periodictask action toggle_tasks": lambda _: act(
        periodic(), "toggle_tasks"
    ),
    "django_celery_beat.periodictask add": lambda client: added(
        client,
        PeriodicTask,
        name="other",
        regtask="messaging.prune",
        interval=periodic().interval_id,
    ),
    "django_celery_beat.periodictask change": lambda client: opened(
        client, periodic(), description="Why."
    ),
    "django_celery_beat.periodictask delete": lambda _: delete(periodic()),
    "django_celery_beat.solarschedule action delete_selected": lambda _: delete_chosen(
        SolarSchedule.objects.create(event="sunset", latitude=1, longitude=1)
    ),
    "django_celery_beat.solarschedule add": lambda client: added(
        client, SolarSchedule, event="sunset", latitude=1, longitude=1
    ),
    "django_celery_beat.solarschedule change": lambda client: opened(
        client, SolarSchedule.objects.create(event="sunset", latitude=1, longitude=1), latitude=2
    ),
    "django_celery_beat.solarschedule delete": lambda _: delete(
        SolarSchedule.objects.create(event="sunset", latitude=1, longitude=1)
    ),
    "exports.export <uuid:export_id>/cancel/": lambda client: (
        f"/admin/exports/export/{_export(client).pk}/cancel/",
        {},
    ),
    "exports.export add": lambda _: (
        address_of_list(Export) + "add/",
        {"list": "recognition.photo", "filters": "", "csv": "As CSV"},
    ),
    "messaging.deadletter action put_aside": lambda _: _put_aside(dead_letter()),
    "messaging.deadletter action send_back": lambda _: act(dead_letter(), "send_back"),
    "messaging.outage action resume": lambda _: act(pause(), "resume"),
    "messaging.outboxmessage action send_back": lambda _: act(dead_message(), "send_back"),
}


def dead_message() -> OutboxMessage:
    [row] = write(to_handler())
    OutboxMessage.objects.update(dead_on=timezone.now())
    return row


def _put_aside(letter: DeadLetter) -> tuple[str, Given]:
    address, fields = act(letter, "put_aside")
    return address, {**fields, "reason": "It is no JSON."}


def dead_letter() -> DeadLetter:
    return DeadLetter.objects.create(
        id=uuid4(), topic="photos.photo-published", body=b"{}", reason="r", died_on=timezone.now()
    )


def pause() -> Outage:
    return Outage.objects.create(service="lane peer:photo-service", name="n", since=timezone.now())


def periodic(**fields: Any) -> PeriodicTask:
    every, _ = IntervalSchedule.objects.get_or_create(every=7, period="minutes")
    return PeriodicTask.objects.create(name="new", task="messaging.prune", interval=every, **fields)


def _attempt() -> AccessAttempt:
    return AccessAttempt.objects.create(
        username="bob", attempt_time=timezone.now(), failures_since_start=1
    )


def _failure() -> AccessFailureLog:
    return AccessFailureLog.objects.create(username="bob")


def _access() -> AccessLog:
    return AccessLog.objects.create(username="bob")


def _export(client: Client) -> Export:
    address, fields = ORDERS["exports.export add"](client)
    client.post(address, fields, secure=True)
    return Export.objects.get()


def _second_step() -> tuple[str, Given]:
    user = User.objects.create_user("bob")
    TOTPDevice.objects.create(user=user, name="phone")
    return button(user, "second-step")
