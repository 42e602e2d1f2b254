"""Servers for the whole suite: those that the environment names, else the embedded ones.

Embedded Redis is shared with a running `script/up`; the tests use databases of their own.
"""

import os
from collections.abc import Iterator
from tempfile import TemporaryDirectory

import django
import pytest
from django.conf import settings
from pytest_django import Settings
from pytest_django.live_server_helper import LiveServer

from config.tests.browser import end_visits
from config.tests.emptying import flush_by_emptying
from config.tests.serving import door_to
from foundation.records.garbage import freeze_loaded
from tools.local.environment import prepare

FIRST_TEST_DATABASE = 16
# All fixtures of a database lead to these, and all of the bus to the last.
REACHES_SERVERS = {"django_db_setup", "db", "transactional_db", "empty_bus"}


def _take_redis_databases() -> None:
    """Give each worker of `pytest -n` two Redis databases, as it has its own in PostgreSQL.

    A worker inherits the variables that its controller has prepared.
    """
    number = int(os.environ.get("PYTEST_XDIST_WORKER", "gw0").removeprefix("gw"))
    for name in ("REDIS_URL", "EVENT_BUS_URL"):
        url, _, database = os.environ.get(name, "").rpartition("/")
        if url.startswith("redis") and database.isdecimal():
            os.environ[name] = f"{url}/{int(database) + 2 * number}"


prepare(redis_database=FIRST_TEST_DATABASE)
_take_redis_databases()
# Here and not in pytest.ini: pytest-django would read the settings before the servers have their
# addresses, and the apps' own conftest files import models, so Django has to be ready.
os.environ["DJANGO_SETTINGS_MODULE"] = "config.settings"
django.setup()
# For the same reason not for the workers of `pytest -n`, which inherit the variables.
del os.environ["DJANGO_SETTINGS_MODULE"]

# To look for the static files takes a tenth of a second, at the first request of every client;
# browsers get theirs from the live server.
settings.WHITENOISE_USE_FINDERS = False
# A real hash takes a tenth of a second, on purpose.
settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
# A server that shares two cores with browsers may answer late, and no reader waits for it here.
settings.CACHES["default"]["OPTIONS"] |= {"socket_connect_timeout": 20, "socket_timeout": 20}
# No test cuts the power of this process's connections; what is committed is seen as soon as ever.
# A pooler that keeps no session takes no such options.
if not settings.DATABASE_TRANSACTION_POOLING:
    settings.DATABASES["default"]["OPTIONS"]["options"] += " -c synchronous_commit=off"
_pictures = TemporaryDirectory(prefix="pictures-")  # removed when the process ends
settings.PICTURE_FOLDER = _pictures.name
settings.PICTURE_FETCHES_AT_ONCE = 8  # a page with many would have to ask again
flush_by_emptying()


@pytest.fixture
def live_server(
    live_server: LiveServer, transactional_db: None, settings: Settings
) -> Iterator[LiveServer]:
    """The session's server, which has no request left when the tables are emptied."""
    # The browsers of many tests sign in from one address within a minute.
    settings.THROTTLE_RATES = {**settings.THROTTLE_RATES, "token": "1000000/m"}
    with door_to(live_server).opened():
        yield live_server


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--with-servers-only",
        action="store_true",
        help="run only tests that reach PostgreSQL, Redis or the bus through a fixture or a marker",
    )


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    # They wait most of their time: others have the processor meanwhile.
    items.sort(key=lambda item: item.get_closest_marker("rehearsal") is None)
    if not config.getoption("with_servers_only"):
        return
    left_out = [item for item in items if not _reaches_a_server(item)]
    items[:] = [item for item in items if _reaches_a_server(item)]
    config.hook.pytest_deselected(items=left_out)


def _reaches_a_server(item: pytest.Item) -> bool:
    is_marked = any(item.get_closest_marker(name) for name in ("django_db", "reaches_redis"))
    return is_marked or not REACHES_SERVERS.isdisjoint(getattr(item, "fixturenames", ()))


def pytest_collection_finish() -> None:
    """Exclude what is imported and collected by now from garbage collection."""
    freeze_loaded()


def pytest_sessionfinish() -> None:
    end_visits()
