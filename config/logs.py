"""Logs: one line of JSON an event in production, colours at a console (LOG_FORMAT=console)."""

import logging
import re
from collections.abc import MutableMapping
from typing import Any

import environ
import structlog

env = environ.Env()

DJANGO_STRUCTLOG_CELERY_ENABLED = True
# The user is the token's, known to the view only; asking the session would cost statements.
DJANGO_STRUCTLOG_USER_ID_FIELD = None
DJANGO_STRUCTLOG_TRUST_UPSTREAM_REQUEST_ID = True  # rest.request_ids has validated it
DJANGO_STRUCTLOG_STATUS_START_LOG_LEVEL = logging.DEBUG
DJANGO_STRUCTLOG_STATUS_4XX_LOG_LEVEL = logging.INFO

_SECRET_PAIR = re.compile(
    r"(?i)(?:\b|(?<=%3F)|(?<=%26))(token|password|secret|api[_-]?key|signature)(=|%3D|['\"]?:\s*['\"]?)[^\s&'\",}]+"
)
_BEARER = re.compile(r"(?i)\b(bearer|basic)\s+[A-Za-z0-9._~+/=-]{8,}")
_SECRET_KEYS = frozenset(
    {"authorization", "cookie", "credentials", "password", "secret", "token", "api_key"}
)

Event = MutableMapping[str, Any]


def hide_secrets(_logger: Any, _method: str, event: Event) -> Event:
    """Blank whatever looks like a secret, by its name or by its look, in every line of the log."""
    for name, value in event.items():
        if name.lower() in _SECRET_KEYS:
            event[name] = "***"
        elif isinstance(value, str):
            event[name] = _BEARER.sub(r"\1 ***", _SECRET_PAIR.sub(r"\1\2***", value))
    return event


SHARED_PROCESSORS: list[Any] = [
    structlog.contextvars.merge_contextvars,
    structlog.stdlib.add_logger_name,
    structlog.stdlib.add_log_level,
    structlog.stdlib.PositionalArgumentsFormatter(),
    structlog.processors.TimeStamper(fmt="iso", utc=True),
    structlog.processors.StackInfoRenderer(),
]


def _rendering(log_format: str) -> list[Any]:
    if log_format == "console":
        return [
            structlog.processors.format_exc_info,
            hide_secrets,
            structlog.dev.ConsoleRenderer(exception_formatter=structlog.dev.plain_traceback),
        ]
    return [
        structlog.processors.format_exc_info,
        hide_secrets,
        structlog.processors.JSONRenderer(default=str),
    ]


def logging_settings(log_format: str, level: str) -> dict[str, Any]:
    """Return Django's LOGGING: everything to standard error, through structlog's processors."""
    formatter = {
        "()": structlog.stdlib.ProcessorFormatter,
        "processors": [
            structlog.stdlib.ProcessorFormatter.remove_processors_meta,
            *_rendering(log_format),
        ],
        "foreign_pre_chain": SHARED_PROCESSORS,
    }
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {"line": formatter},
        "handlers": {"stderr": {"class": "logging.StreamHandler", "formatter": "line"}},
        "root": {"handlers": ["stderr"], "level": level},
        "loggers": {
            # Django's own handlers would say the same twice; the middleware logs each request.
            "django": {"handlers": [], "propagate": True},
            "django.request": {"level": "CRITICAL"},
            "django.server": {"handlers": [], "level": "WARNING", "propagate": True},
            "axes": {"level": "WARNING"},
        },
    }


structlog.configure(
    processors=[
        structlog.stdlib.filter_by_level,
        *SHARED_PROCESSORS,
        structlog.stdlib.ProcessorFormatter.wrap_for_formatter,
    ],
    logger_factory=structlog.stdlib.LoggerFactory(),
    cache_logger_on_first_use=True,
)
LOGGING = logging_settings(
    env.str("LOG_FORMAT", default="json"), env.str("LOG_LEVEL", default="INFO")
)
