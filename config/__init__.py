"""The project: settings, URLs, the Celery application, WSGI."""

from foundation.records.garbage import collect_seldom

# Each process loads what follows first: many objects, none of them garbage.
collect_seldom()

from config.celery import app as celery_app  # noqa: E402

__all__ = ["celery_app"]
