"""The lowest layers with the tests' listener; nothing here may need the layers above."""

import os

from config.own_apps import OWN_APPS
from config.settings import *  # noqa: F403
from config.settings import INSTALLED_APPS

_ABOVE = OWN_APPS[OWN_APPS.index("messaging") + 1 :]

INSTALLED_APPS = [
    *(app for app in INSTALLED_APPS if app not in _ABOVE),
    "foundation.messaging.tests.listener",
]
CONSUMER_BACKOFF_BASE = 0.01
CONSUMER_SHUTDOWN_SECONDS = 10
BUS_VISIBILITY_SECONDS = int(os.environ.get("BUS_VISIBILITY_SECONDS", "3"))
