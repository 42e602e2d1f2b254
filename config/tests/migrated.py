"""A database that is migrated once, of which all databases of tests are copies.

To migrate from nothing takes seven seconds, a copy a tenth of one. A copy is migrated too: then
nothing is left to apply, and `post_migrate` makes what other code wants now.
"""

import fcntl
import os
import tempfile
from collections.abc import Iterator
from contextlib import suppress
from hashlib import md5
from pathlib import Path
from unittest.mock import patch

import psycopg
from django.apps import apps
from django.core.management import call_command
from django.db import connection
from django.utils import timezone
from psycopg import sql
from psycopg.errors import InvalidCatalogName, ObjectInUse

PREFIX = "finishline_migrated_"


def template() -> str:
    """Return the name of the migrated database; make it, unless there is one of this version."""
    name = PREFIX + digest()
    with Path(tempfile.gettempdir(), f"{name}.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)  # until the file is closed
        with psycopg.connect(os.environ["DATABASE_URL"], autocommit=True) as server:
            templates = list(_templates(server))
            if name not in templates:
                _drop(server, templates)
                _make(server, name)
    return name


def digest() -> str:
    """Return a digest of all migrations, the presets, and the day.

    The groups of presets stay as they were made; partitions are made from the day on.
    """
    found = md5(str(timezone.now().date()).encode(), usedforsecurity=False)
    found.update(Path(apps.get_app_config("rest").path, "presets.py").read_bytes())
    for app in apps.get_app_configs():
        for file in sorted(Path(app.path, "migrations").glob("*.py")):
            found.update(f"{app.label}/{file.name}\n".encode() + file.read_bytes())
    return found.hexdigest()[:16]


def _templates(server: psycopg.Connection) -> Iterator[str]:
    rows = server.execute(
        "SELECT datname FROM pg_database WHERE starts_with(datname, %s)", [PREFIX]
    )
    yield from (name for (name,) in rows)


def _drop(server: psycopg.Connection, names: list[str]) -> None:
    """Drop the databases of former versions, and those that were not finished."""
    for name in names:
        with suppress(ObjectInUse, InvalidCatalogName):  # another checkout's
            server.execute(sql.SQL("DROP DATABASE {}").format(sql.Identifier(name)))


def _make(server: psycopg.Connection, name: str) -> None:
    """Migrate a new database; it has its name only when that is done."""
    unfinished = f"{name}_{os.getpid()}"
    server.execute(sql.SQL("CREATE DATABASE {}").format(sql.Identifier(unfinished)))
    _leave()
    with patch.dict(connection.settings_dict, NAME=unfinished):
        call_command("migrate", interactive=False, verbosity=0)
        _leave()
    rename = sql.SQL("ALTER DATABASE {} RENAME TO {}")
    server.execute(rename.format(sql.Identifier(unfinished), sql.Identifier(name)))


def _leave() -> None:
    """Close all connections: a database that is used has no other name, and no copy."""
    connection.close()
    connection.close_pool()  # type: ignore[attr-defined]  # of PostgreSQL's
