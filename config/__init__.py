"""The project: settings, URLs, the Celery application, WSGI."""

import gc

# Each process loads what follows first: many objects, none of them garbage.
gc.set_threshold(20_000, 50, 100)

from config.celery import app as celery_app  # noqa: E402

__all__ = ["celery_app"]
