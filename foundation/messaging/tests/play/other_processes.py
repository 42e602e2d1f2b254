"""What leads another process to the servers of this one's tests."""

import os

from django.conf import settings
from django.db import connection


def environment(settings_module: str = "config.settings") -> dict[str, str]:
    """Return the environment of a process that works on this test's database."""
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
