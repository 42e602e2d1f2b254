"""Servers for the whole suite: those that the environment names, else the embedded ones.

Embedded Redis is shared with a running `script/up`; the tests use databases of their own.
"""

import os
import sys
from collections.abc import Iterator
from importlib import import_module
from tempfile import TemporaryDirectory

import django
import pytest
from django.conf import settings
from django.core.cache import caches
from django.db import connection
from pytest_django import DjangoDbBlocker, Settings
from pytest_django.live_server_helper import LiveServer

from config.tests import migrated
from config.tests.browser import CHROMIUM, end_visits
from config.tests.costs import Costs
from config.tests.emptying import flush_by_emptying
from config.tests.frames import one_frame
from config.tests.kinds import QUICK, mark
from config.tests.serving import door_to
from foundation.records.garbage import freeze_loaded
from tools.local.environment import prepare

__all__ = ["one_frame"]
pytest_plugins = ["config.tests.failures"]

FIRST_TEST_DATABASE = 16


def _take_redis_databases() -> None:
    """Give each worker of `pytest -n` two Redis databases, as it has its own in PostgreSQL.

    A worker inherits the variables that its controller has prepared; `-n 0` has others again.
    """
    number = int(os.environ.get("PYTEST_XDIST_WORKER", "gw-1").removeprefix("gw")) + 1
    for name in ("REDIS_URL", "EVENT_BUS_URL"):
        url, _, database = os.environ.get(name, "").rpartition("/")
        if url.startswith("redis") and database.isdecimal():
            os.environ[name] = f"{url}/{int(database) + 2 * number}"


# Each process would take a second to read the grammar of IRIs for jsonschema: no document has one.
sys.modules["rfc3987_syntax"] = None  # type: ignore[assignment]
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
# A job's slice ends by the clock: on a busy machine a test would see a part of what it asks for.
for _kind in import_module("foundation.messaging.jobs").JOB_KINDS.values():
    _kind.slice_seconds = 600.0
_pictures = TemporaryDirectory(prefix="pictures-")  # removed when the process ends
settings.PICTURE_FOLDER = _pictures.name
settings.PICTURE_FETCHES_AT_ONCE = 8  # a page with many would have to ask again
flush_by_emptying()


@pytest.fixture(scope="session")
def django_db_modify_db_settings(
    django_db_modify_db_settings_parallel_suffix: None, django_db_blocker: DjangoDbBlocker
) -> None:
    """Let the database of this worker be a copy of a migrated one."""
    with django_db_blocker.unblock():
        connection.settings_dict["TEST"]["TEMPLATE"] = migrated.template()


@pytest.fixture(autouse=True)
def _first_page_of_this_test() -> None:
    """Let the staff's first page be counted again; it keeps its figures for 20 seconds."""
    caches["figures"].clear()


@pytest.fixture(scope="session")
def starts_processes() -> None:
    """Say of who asks for it that it starts processes."""


@pytest.fixture
def live_server(
    live_server: LiveServer, transactional_db: None, settings: Settings
) -> Iterator[LiveServer]:
    """The session's server, which has no request left when the tables are emptied.

    It is for browsers: a test that has it is left out where there is none.
    """
    if CHROMIUM is None:
        pytest.skip("chromium is not installed")
    # The browsers of many tests sign in from one address within a minute.
    settings.THROTTLE_RATES = {**settings.THROTTLE_RATES, "token": "1000000/m"}
    with door_to(live_server).opened():
        yield live_server


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--quick", action="store_true", help=f"run only tests that are {QUICK}")
    parser.addoption("--costs", action="store_true", help="show what the tests cost")


def pytest_configure(config: pytest.Config) -> None:
    if config.getoption("quick"):
        config.option.markexpr = QUICK
    elif not config.option.markexpr and config.args_source is config.ArgsSource.TESTPATHS:
        config.option.markexpr = "not rehearsal"  # `.ci/run` adds them
    if config.getoption("costs"):
        config.pluginmanager.register(Costs())


@pytest.hookimpl(tryfirst=True)  # before `-m` looks at the marks
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    mark(items)


def pytest_collection_finish() -> None:
    """Exclude what is imported and collected by now from garbage collection."""
    freeze_loaded()


def pytest_sessionfinish() -> None:
    end_visits()
