"""The audit says who ordered what; the database keeps its rows as they are."""

import pytest
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
from foundation.records.database import rewriting
from foundation.records.models import AuditEntry
from foundation.records.partitions import list_partitions
from foundation.records.retention import AUDIT

pytestmark = pytest.mark.django_db
ANN = Actor("ann", "192.0.2.1", "request-1")


def test_has_who_from_where_what_and_old_and_new():
    group = Group.objects.create(name="Testers")

    record_change(ANN, "Renamed", group, {"name": ("Old", "Testers")}, "a typing error")

    entry = AuditEntry.objects.get()
    assert (entry.actor, entry.address, entry.request_id) == ("ann", "192.0.2.1", "request-1")
    assert (entry.record_type, entry.record_id) == ("Group", str(group.pk))
    assert (entry.record_name, entry.action) == ("Testers", "Renamed")
    assert (entry.changes, entry.reason) == ({"name": ["Old", "Testers"]}, "a typing error")


def test_has_no_row_where_nothing_changes_or_the_system_acts():
    group = Group.objects.create(name="Testers")

    record_change(ANN, "Renamed", group, {"name": ("Testers", "Testers")})
    record_change(None, "Renamed", group, {"name": ("Old", "Testers")})

    assert not AuditEntry.objects.exists()


def test_says_only_that_a_secret_changed():
    user = User.objects.create_user("bob", password="correct horse")

    record_creation(ANN, user)

    changes = AuditEntry.objects.get().changes
    assert changes["password"] == [None, "changed"]
    assert changes["username"] == [None, "bob"]


@pytest.mark.parametrize(
    "statement", ["UPDATE records_auditentry SET actor = 'eve'", "DELETE FROM records_auditentry"]
)
def test_is_append_only(statement):
    record_deed(ANN, "Imported", Group)

    with pytest.raises(IntegrityError), transaction.atomic():
        _run(statement)
    with rewriting("audit"):
        _run(statement)
    with pytest.raises(IntegrityError), transaction.atomic():
        _run(statement)


def test_is_append_only_in_each_partition():
    record_deed(ANN, "Imported", Group)

    with pytest.raises(IntegrityError), transaction.atomic():
        _run(f"DELETE FROM {list_partitions(AUDIT)[0].name}")


def test_names_the_user_of_a_request():
    request = RequestFactory().get("/", REMOTE_ADDR="192.0.2.7", HTTP_X_REQUEST_ID="request-2")
    request.user = User(username="carol")

    assert actor_of(request) == Actor("carol", "192.0.2.7", "request-2")


def test_names_the_account_and_the_command_of_an_operator():
    assert operator("import_tasks").name.endswith(" (manage.py import_tasks)")


def _run(statement: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute(statement)
