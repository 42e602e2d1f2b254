"""`manage.py check --deploy` names a database without backups."""

from typing import Any

import pytest
from django.db import OperationalError, connection

from foundation.records import gauges


def test_a_server_that_archives_no_wal(settings: Any, db: None) -> None:
    settings.WAL_SLOT = "receive_wal"
    [warning] = gauges.check_backups()
    settings.WAL_SLOT = ""  # others make them

    assert warning.id == "records.W001"
    assert "docs/backups.md" in warning.msg
    assert gauges.check_backups() == []


def test_nothing_where_the_server_does_not_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    def away() -> None:
        raise OperationalError

    monkeypatch.setattr(connection, "cursor", away)

    assert gauges.check_backups() == []
