"""Servers for the whole suite: those that the environment names, else the embedded ones.

Embedded Redis is shared with a running `script/up`; the tests keep to databases of their own.
"""

import os

import django
from django.conf import settings

from config.tests.emptying import flush_by_emptying
from local.environment import prepare

FIRST_TEST_DATABASE = 16


def _worker_number() -> int:
    return int(os.environ.get("PYTEST_XDIST_WORKER", "gw0").removeprefix("gw"))


prepare(redis_database=FIRST_TEST_DATABASE + 2 * _worker_number())
# Here and not in pytest.ini, because pytest-django would read the settings before the servers have
# their addresses; the apps' own conftest files import models, so that they have to be ready.
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
django.setup()

# Looking for the static files takes a tenth of a second, at the first request of every client;
# browsers get theirs from the live server.
settings.WHITENOISE_USE_FINDERS = False
flush_by_emptying()
