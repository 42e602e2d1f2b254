"""Levels of loggers as LOG_LEVEL sets them."""

from collections.abc import Iterator
from contextlib import contextmanager
from logging.config import dictConfig
from typing import Any

from django.conf import settings

from config.logs import logging_settings


@contextmanager
def log_level(level: str) -> Iterator[None]:
    """Within, let all loggers have the levels of this LOG_LEVEL; handlers stay as they are."""
    _set_levels(logging_settings("json", level))
    try:
        yield
    finally:
        _set_levels(settings.LOGGING)


def _set_levels(described: dict[str, Any]) -> None:
    dictConfig(described | {"incremental": True})
