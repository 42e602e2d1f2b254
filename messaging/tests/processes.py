"""Processes of the house that a test starts, on the servers of the test."""

import os

from django.conf import settings
from django.db import connection


def environment(settings_module: str = "config.settings") -> dict[str, str]:
    """Return what leads another process to the test's database, Redis and bus."""
    database = connection.settings_dict
    url = "postgres://{USER}:{PASSWORD}@{HOST}:{PORT}/{NAME}".format_map(
        {**database, "HOST": str(database["HOST"]).replace("/", "%2F")}
    )
    return {
        **os.environ,
        "DJANGO_SETTINGS_MODULE": settings_module,
        "SECRET_KEY": settings.SECRET_KEY,
        "DATABASE_URL": url,
        "REDIS_URL": settings.REDIS_URL,
        "EVENT_BUS_URL": settings.EVENT_BUS_URL,
    }
