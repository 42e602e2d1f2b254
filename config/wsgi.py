"""The WSGI application that gunicorn serves."""

import os

from django.conf import settings
from django.core.wsgi import get_wsgi_application
from django.urls import reverse

from config.chunked_bodies import ChunkedBodies
from config.starting import require_working_settings
from foundation.records.garbage import freeze_loaded

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
# A caller waits: a database that hangs, or has no connection left, is a 503 within five seconds;
# a Redis that hangs is done without. Workers, which are busier, have more time.
os.environ.setdefault("DATABASE_WATCHED", "true")
os.environ.setdefault("DATABASE_LOCK_SECONDS", "3")  # then another process may go on
os.environ.setdefault("DATABASE_POOL_TIMEOUT", "3")
os.environ.setdefault("DATABASE_CONNECT_SECONDS", "3")
os.environ.setdefault("REDIS_TIMEOUT_SECONDS", "0.5")

handler = get_wsgi_application()
require_working_settings()
# Django loads addresses and views at the first request, which would wait for a quarter of a second
# or more. With `--preload` gunicorn loads them once for all of its processes, before it listens.
reverse("start")
freeze_loaded()
# No endpoint accepts more than the larger of the two.
application = ChunkedBodies(
    handler, limit=max(settings.UPLOAD_MAX_BYTES, settings.DATA_UPLOAD_MAX_MEMORY_SIZE)
)
