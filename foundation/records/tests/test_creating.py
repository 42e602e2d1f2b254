"""Inserting a record once."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth.models import Group
from django.db import IntegrityError, connection
from django.utils import timezone
from pytest_django import Settings

from foundation.records import retention
from foundation.records.audit import Actor, record_deed
from foundation.records.database import backoff
from foundation.records.models import AuditEntry, insert_new, insert_unknown
from foundation.records.retention import prune_audit

pytestmark = pytest.mark.django_db
Insert = Callable[[Any], bool]
EITHER = pytest.mark.parametrize("insert", [insert_new, insert_unknown])


@EITHER
def test_inserts_a_record_whose_keys_are_free(insert: Insert):
    assert insert(Group(pk=1_000_000, name="one"))

    assert Group.objects.filter(name="one").count() == 1


@EITHER
def test_leaves_a_record_with_the_same_key_and_the_transaction_usable(insert: Insert):
    insert_new(Group(name="one"))

    assert not insert(Group(pk=1_000_000, name="one"))

    assert Group.objects.filter(name="one").count() == 1


@EITHER
def test_raises_for_a_broken_rule_that_is_no_taken_key(insert: Insert):
    with connection.cursor() as cursor:
        cursor.execute("ALTER TABLE auth_group ADD CHECK (name <> 'refused')")

    with pytest.raises(IntegrityError, match="check constraint"):
        insert(Group(pk=1_000_000, name="refused"))


def test_deletes_old_rows_in_batches(settings: Settings, monkeypatch: pytest.MonkeyPatch):
    settings.AUDIT_KEEP = timedelta(days=30)
    monkeypatch.setattr(retention, "BATCH", 2)
    now = timezone.now()
    for _ in range(5):
        record_deed(Actor("ann"), "Imported", Group)

    assert not prune_audit(now + timedelta(days=29))
    assert AuditEntry.objects.count() == 5
    assert not prune_audit(now + timedelta(days=62))  # to the end of the month
    assert not AuditEntry.objects.exists()


def test_says_that_rows_are_left_when_time_is_out(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(retention, "SECONDS", -1.0)

    assert prune_audit(timezone.now())


def test_backoff_is_at_least_what_was_asked_for_and_at_most_the_cap():
    assert backoff(1, base=1, cap=300, at_least=40) == timedelta(seconds=40)
    assert backoff(1, base=1, cap=300, at_least=4_000) == timedelta(seconds=300)
