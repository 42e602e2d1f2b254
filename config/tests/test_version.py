"""`manage.py version` says what runs."""

import sys
from io import StringIO

import pytest
from django.core.management import call_command
from django.db.migrations.recorder import MigrationRecorder

import manage


@pytest.mark.django_db
def test_prints_version_commit_and_migrations(settings):
    settings.COMMIT = "abc123"
    out = StringIO()

    call_command("version", stdout=out)

    version, *rest = out.getvalue().splitlines()
    assert version.startswith("version: ")
    assert rest == ["commit: abc123", "migrations: all applied"]


@pytest.mark.django_db
def test_ends_with_status_1_while_a_migration_waits():
    last = MigrationRecorder.Migration.objects.filter(app="axes").latest("id")
    last.delete()
    out = StringIO()

    with pytest.raises(SystemExit) as ended:
        call_command("version", stdout=out)

    assert ended.value.code == 1
    assert f"axes.{last.name}" in out.getvalue()


@pytest.mark.django_db
def test_is_ours_on_the_command_line_not_django_s(monkeypatch, capsys):
    monkeypatch.setattr(sys, "argv", ["manage.py", "version"])

    manage.main()

    assert "commit: " in capsys.readouterr().out
