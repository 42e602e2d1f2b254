"""The audit says who ordered what, and the caller's address that our own proxy names…"""

from typing import Any

import pytest
from axes.helpers import get_client_ip_address
from django.contrib.auth.models import Group, User
from django.db import IntegrityError, connection, transaction
from django.test import RequestFactory

from foundation.records.audit import (
    Actor,
    actor_of,
    operator,
    record_change,
    record_creation,
    record_deed,
)
from foundation.records.callers import address_of
from foundation.records.database import rewriting
from foundation.records.models import AuditEntry
from foundation.records.partitions import list_partitions
from foundation.records.retention import AUDIT

ANN = Actor("ann", "192.0.2.1", "request-1")


@pytest.mark.django_db
def test_has_who_from_where_what_and_old_and_new():
    group = Group.objects.create(name="Testers")

    record_change(ANN, "Renamed", group, {"name": ("Old", "Testers")}, "a typing error")

    entry = AuditEntry.objects.get()
    assert (entry.actor, entry.address, entry.request_id) == ("ann", "192.0.2.1", "request-1")
    assert (entry.record_type, entry.record_id) == ("Group", str(group.pk))
    assert (entry.record_name, entry.action) == ("Testers", "Renamed")
    assert (entry.changes, entry.reason) == ({"name": ["Old", "Testers"]}, "a typing error")


@pytest.mark.django_db
def test_has_no_row_where_nothing_changes_or_the_system_acts():
    group = Group.objects.create(name="Testers")

    record_change(ANN, "Renamed", group, {"name": ("Testers", "Testers")})
    record_change(None, "Renamed", group, {"name": ("Old", "Testers")})

    assert not AuditEntry.objects.exists()


@pytest.mark.django_db
def test_says_only_that_a_secret_changed():
    user = User.objects.create_user("bob", password="correct horse")

    record_creation(ANN, user)

    changes = AuditEntry.objects.get().changes
    assert changes["password"] == [None, "changed"]
    assert changes["username"] == [None, "bob"]


@pytest.mark.django_db
@pytest.mark.parametrize(
    "statement", ["UPDATE records_auditentry SET actor = 'eve'", "DELETE FROM records_auditentry"]
)
def test_is_append_only_in_each_partition_too(statement):
    record_deed(ANN, "Imported", Group)
    partition = list_partitions(AUDIT)[0].name

    for refused in (statement, statement.replace("records_auditentry", partition)):
        with pytest.raises(IntegrityError), transaction.atomic():
            _run(refused)
    with rewriting("audit"):
        _run(statement)
    with pytest.raises(IntegrityError), transaction.atomic():
        _run(statement)


@pytest.mark.django_db
def test_names_the_user_of_a_request():
    request = RequestFactory().get("/", REMOTE_ADDR="192.0.2.7", HTTP_X_REQUEST_ID="request-2")
    request.user = User(username="carol")

    assert actor_of(request) == Actor("carol", "192.0.2.7", "request-2")


@pytest.mark.django_db
def test_names_the_account_and_the_command_of_an_operator():
    assert operator("import_tasks").name.endswith(" (manage.py import_tasks)")


def _run(statement: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute(statement)


PROXY = "10.42.0.9"


def found(proxies: int, settings: Any, forwarded: str | None, connection: str = PROXY) -> str:
    settings.REST_FRAMEWORK = {**settings.REST_FRAMEWORK, "NUM_PROXIES": proxies}
    headers = {} if forwarded is None else {"X-Forwarded-For": forwarded}
    request = RequestFactory().get("/", REMOTE_ADDR=connection, headers=headers)
    address = address_of(request)
    assert get_client_ip_address(request) == address  # the lock of sign-in
    return address


@pytest.mark.parametrize(
    ("proxies", "address"), [(0, PROXY), (1, "203.0.113.7"), (2, "198.51.100.1"), (9, "192.0.2.9")]
)
def test_address_is_so_many_places_from_the_end(proxies: int, address: str, settings: Any):
    assert found(proxies, settings, "192.0.2.9, 198.51.100.1,203.0.113.7") == address


@pytest.mark.parametrize(
    ("written", "address"),
    [
        (" 203.0.113.7 ", "203.0.113.7"),
        ("203.0.113.7:4711", "203.0.113.7"),
        ("2001:DB8:0::7", "2001:db8::7"),
        ("[2001:db8::7]", "2001:db8::7"),
        ("[2001:db8::7]:443", "2001:db8::7"),
        ("fe80::1%eth0", "fe80::1"),
        ("::ffff:203.0.113.7", "203.0.113.7"),
    ],
)
def test_address_is_written_one_way(written: str, address: str, settings: Any):
    assert found(1, settings, written) == address
    assert found(0, settings, None, written) == address


@pytest.mark.parametrize(
    "forwarded", [None, "", ",", "unknown", "203.0.113", "203.0.113.7:1:2", "[", "\x00", "9" * 999]
)
def test_address_is_the_connections_where_the_proxy_names_none(forwarded, settings):
    assert found(1, settings, forwarded) == PROXY


@pytest.mark.parametrize("connection", ["", "unix:"])
def test_address_is_one_for_all_who_come_by_a_socket_file(connection: str, settings: Any):
    assert found(1, settings, "unknown", connection) == "::"
    assert found(0, settings, None, connection) == "::"
