"""Retention deletes rows of the audit that are older than the setting."""

from datetime import timedelta

import pytest
from django.contrib.auth.models import Group
from django.utils import timezone
from pytest_django import Settings

from foundation.records import retention
from foundation.records.audit import Actor, record_deed
from foundation.records.models import AuditEntry
from foundation.records.retention import prune_audit

pytestmark = pytest.mark.django_db


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
