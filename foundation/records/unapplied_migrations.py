"""Migrations that the code has and the database does not, and which of them are needed first.

A migration with `stage = "after"` removes what the version before still uses: it is applied when no
process of that version runs any more. All others are applied before the first new process starts. A
database that has more migrations than the code is fine: the version before runs on it too.
"""

import time
from collections.abc import Iterator
from dataclasses import dataclass
from importlib import import_module
from importlib.util import find_spec
from pkgutil import iter_modules
from typing import Any, cast

import structlog
from django.apps import apps
from django.db import connection

from foundation.records import database
from foundation.records.statements import fetch_row, fetch_rows

log = structlog.get_logger(__name__)

AFTER = "after"
PAUSE_SECONDS = 2.0

_IS_MADE = "SELECT to_regclass('django_migrations') IS NOT NULL"
_APPLIED = "SELECT app, name FROM django_migrations"


@dataclass(frozen=True, slots=True, kw_only=True)
class Unapplied:
    """A migration that is not applied; `depends_on`: others, as app and name."""

    app: str
    name: str
    is_after: bool
    depends_on: tuple[tuple[str, str], ...]

    def __str__(self) -> str:
        return f"{self.app}.{self.name}"


def list_unapplied() -> list[Unapplied]:
    """Return what is not applied, app by app in order. One or two statements."""
    applied = _applied()
    return [
        _read(app.label, app.name, name)
        for app in apps.get_app_configs()
        for name in _names(app.name)
        if (app.label, name) not in applied
    ]


def list_needed() -> list[Unapplied]:
    """Return what this code needs and the database does not have."""
    return [each for each in list_unapplied() if not each.is_after]


def is_new() -> bool:
    """Return whether nothing was ever applied to the database."""
    return not _applied()


def wait_until_migrated() -> None:
    """Wait until the database has what this code needs; a database that is away is awaited too.

    To be called before a process forks: it leaves no connection open.
    """
    while missing := _missing():
        log.warning("waiting_for_migrations", missing=missing)
        time.sleep(PAUSE_SECONDS)
    connection.close()
    cast(Any, connection).close_pool()  # PostgreSQL's has one


def _missing() -> list[str]:
    try:
        return [str(each) for each in list_needed()]
    except Exception as error:
        if not database.is_away(error):
            raise
        return [f"the database ({error})"]


def _applied() -> set[tuple[str, str]]:
    [is_made] = fetch_row(_IS_MADE)
    return set(fetch_rows(_APPLIED)) if is_made else set()


def _names(app: str) -> Iterator[str]:
    # The folder is listed, not imported: where nothing is missing, no migration is read.
    spec = find_spec(f"{app}.migrations")
    folders = spec.submodule_search_locations if spec else None
    names = (module.name for module in iter_modules(folders or []))
    yield from sorted(name for name in names if name[0] not in "_~")


def _read(label: str, app: str, name: str) -> Unapplied:
    migration: Any = import_module(f"{app}.migrations.{name}").Migration
    return Unapplied(
        app=label,
        name=name,
        is_after=getattr(migration, "stage", "") == AFTER,
        depends_on=tuple(migration.dependencies),
    )
