"""Commands of accounts are in the audit where they change something; `version` says what runs."""

import sys
from io import StringIO

import pytest
from django.conf import settings
from django.contrib.auth.models import User
from django.core.management import CommandError, call_command
from django.db.migrations.recorder import MigrationRecorder
from django.test import Client

import manage
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


def test_the_first_administrator_signs_in(monkeypatch: pytest.MonkeyPatch, client: Client):
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


def test_version_prints_version_commit_and_migrations(settings):
    settings.COMMIT = "abc123"
    out = StringIO()

    call_command("version", stdout=out)

    version, *rest = out.getvalue().splitlines()
    assert version.startswith("version: ")
    assert rest == ["commit: abc123", "migrations: all applied"]


def test_version_ends_with_status_1_while_a_migration_waits():
    last = MigrationRecorder.Migration.objects.filter(app="axes").latest("id")
    last.delete()
    out = StringIO()

    with pytest.raises(SystemExit) as ended:
        call_command("version", stdout=out)

    assert ended.value.code == 1
    assert f"axes.{last.name}" in out.getvalue()


def test_version_is_ours_on_the_command_line_not_django_s(monkeypatch, capsys):
    monkeypatch.setattr(sys, "argv", ["manage.py", "version"])

    manage.main()

    assert "commit: " in capsys.readouterr().out
