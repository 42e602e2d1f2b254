"""The commands that make accounts and passwords are written to the audit, only where they do so."""

from io import StringIO

import pytest
from django.conf import settings
from django.contrib.auth.models import User
from django.core.management import CommandError, call_command
from django.test import Client

from foundation.records.models import AuditEntry

pytestmark = pytest.mark.django_db


def test_a_new_password_is_in_the_audit_without_the_password(monkeypatch: pytest.MonkeyPatch):
    User.objects.create_user("bob", password="before")
    monkeypatch.setattr("getpass.getpass", lambda prompt: "correct-horse-battery")

    call_command("changepassword", "bob", stdout=StringIO())

    assert User.objects.get().check_password("correct-horse-battery")
    [entry] = AuditEntry.objects.all()
    assert (entry.action, entry.record_name) == ("Set the password", "bob")
    assert entry.changes == {"password": [None, "changed"]}
    assert entry.actor.endswith("(manage.py changepassword)")


def test_a_password_that_is_too_weak_changes_nothing(monkeypatch: pytest.MonkeyPatch):
    User.objects.create_user("bob", password="before")
    monkeypatch.setattr("getpass.getpass", lambda prompt: "bob")

    with pytest.raises(CommandError):
        call_command("changepassword", "bob", stdout=StringIO(), stderr=StringIO())

    assert User.objects.get().check_password("before")
    assert not AuditEntry.objects.exists()


def test_a_superuser_is_in_the_audit_unless_none_was_made():
    call_command(
        "createsuperuser", "--noinput", username="eve", email="eve@x.org", stdout=StringIO()
    )
    call_command("createsuperuser", stdin=StringIO(), stdout=StringIO())  # no terminal: skipped

    [entry] = AuditEntry.objects.all()
    assert (entry.action, entry.record_name) == ("Created", "eve")
    assert entry.changes["is_superuser"] == [None, True]
    assert "eve" not in entry.changes.get("password", "")


def test_the_first_administrator_of_a_deployment_signs_in(
    monkeypatch: pytest.MonkeyPatch, client: Client
):
    """As docs/operations.md says for containers: without a terminal, by variables."""
    page = (settings.BASE_DIR / "docs" / "operations.md").read_text()
    [step] = [line for line in page.splitlines() if line.startswith("**The first administrator**")]
    monkeypatch.setenv("DJANGO_SUPERUSER_PASSWORD", "correct-horse-battery")
    made = ["--noinput", "--username=eve", "--email=eve@example.org"]

    call_command("createsuperuser", *made, stdout=StringIO())
    form = {"username": "eve", "password": "correct-horse-battery"}
    answer = client.post("/admin/login/?next=/admin/auth/user/add/", form, follow=True, secure=True)

    assert "createsuperuser" in step
    assert answer.redirect_chain[-1][0] == "/admin/auth/user/add/"
    assert answer.status_code == 200
