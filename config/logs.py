"""Logs: one line of JSON for each event, or colours on a console (LOG_FORMAT=console)."""

import logging
import re
import sys
from collections.abc import Mapping, MutableMapping
from functools import lru_cache
from typing import Any

import structlog

from config.environment import Environment
from config.error_names import chain, described, traceback_without_values
from config.own_apps import OWN_APPS
from foundation.messaging.tracing import add_trace_ids

env = Environment()

DJANGO_STRUCTLOG_CELERY_ENABLED = True
# Only the view knows the token's user; to read the session's would cost statements.
DJANGO_STRUCTLOG_USER_ID_FIELD = None
DJANGO_STRUCTLOG_TRUST_UPSTREAM_REQUEST_ID = True  # foundation.rest.middleware has validated it
DJANGO_STRUCTLOG_STATUS_START_LOG_LEVEL = logging.DEBUG
DJANGO_STRUCTLOG_STATUS_4XX_LOG_LEVEL = logging.INFO

# Endings of names whose values are secret.
_SENSITIVE = (
    r"(?:token|secret|password|passwd|pwd|authorization|cookie|credential|signature|sessionid"
    r"|invitation|uidb64"
    r"|(?:api|access|secret|private|signing|encryption|subscription|credentials)[_.-]?key)s?"
)
_is_sensitive = lru_cache(re.compile(rf"(?i){_SENSITIVE}$").search)
_WORD = re.compile(r"[\w.+-]*")
# A name and its value in a query (also URL-encoded), in JSON or in a printed dict.
_SECRET_PAIR = re.compile(
    rf"(?i)({_SENSITIVE})(=|%3D|['\"]?:\s*['\"]?)"
    r"(?:(?<=\")[^\"]*|(?<=')[^']*|[^\s&'\",}]+)"
)
_SCHEME = re.compile(
    r"(?i)\b(bearer|basic|(?<=authorization: )[a-z0-9-]+)\s+[A-Za-z0-9._~+/=-]{8,}"
)
_PASSWORD_OF_ADDRESS = re.compile(r"(://[^\s/?#@:'\"]*):[^\s/?#'\"]+@")

# Ids of people in addresses, of the APIs and of the staff's site.
_PERSON_IN_ADDRESS = re.compile(
    r"(?i)(/(?:persons?|participants?|balances?|selfies?|selfieimage|runners)/)[^/?\s]+"
)

_MAIL = re.compile(r"[\w.+-]+@[\w-]+(?:\.[\w-]+)+")
# Lines of PostgreSQL's errors, which have values of rows.
_OF_ROWS = re.compile(r"\n(?:DETAIL|CONTEXT|LINE \d+): .*", re.DOTALL)
_TASKS = "django_structlog.celery.receivers"  # logs the text of a failed task's error

Event = MutableMapping[str, Any]


class ErrorsWithoutValues(logging.Filter):
    """Replaces errors in the arguments of libraries' lines by their names, before they are text."""

    def filter(self, record: logging.LogRecord) -> bool:
        if record.name == "celery.app.trace" and isinstance(record.args, Mapping):
            # Of a task: the error as text, its traceback, and what the task was called with.
            hidden = dict.fromkeys(("exc", "traceback", "args", "kwargs"), "***")
            record.args = {**record.args, **hidden}
        elif record.name.startswith("django.security."):
            _hide_what_was_sent(record)
        elif isinstance(record.args, tuple):
            record.args = tuple(
                described(each) if isinstance(each, BaseException) else each for each in record.args
            )
        return True


def _hide_what_was_sent(record: logging.LogRecord) -> None:
    """Leave why Django refused a request, without the header, path or name that it quotes."""
    if record.exc_info and record.exc_info[1]:
        record.msg, record.args = described(record.exc_info[1]), ()
    elif isinstance(record.args, tuple) and record.args:
        # A forgery: the reason, which may end with an address that a browser sent, and the path.
        reason, _, _ = str(record.args[0]).partition(" - ")
        record.msg, record.args = f"Forbidden ({reason.rstrip('.')})", ()


class RequestsWithoutValues(logging.Filter):
    """Takes what a caller sent out of gunicorn's lines about requests that broke or failed.

    Such a line is written while the error is handled, and has its text or the request's address.
    """

    def filter(self, record: logging.LogRecord) -> bool:
        if record.exc_info:
            # The arguments are method and address; the error follows, without its text.
            record.msg, record.args = str(record.msg).partition(" %")[0], ()
            return True
        text, error = record.getMessage(), sys.exc_info()[1]
        for each in chain(error) if error else ():
            if quoted := str(each):
                text = text.replace(quoted, described(each))
        record.msg, record.args = text, ()
        return True


def drop_texts_of_errors(_logger: Any, _method: str, event: Event) -> Event:
    """Drop the text of an error that a task ended with; its traceback follows."""
    if event.get("logger") == _TASKS:
        event.pop("error", None)
    return event


def hide_secrets(_logger: Any, _method: str, event: Event) -> Event:
    """Replace secrets in every log line, found by their name or their form."""
    return {name: _hidden(name, value) for name, value in event.items()}


def _hidden(name: object, value: Any) -> Any:
    if value is None or isinstance(value, bool):
        return value
    return "***" if _is_sensitive(str(name)) else _without_secrets(value)


def _without_secrets(value: Any) -> Any:
    if isinstance(value, Mapping):
        return {name: _hidden(name, inner) for name, inner in value.items()}
    if isinstance(value, BaseException):
        return described(value)
    if isinstance(value, list | tuple | set | frozenset):
        return [_without_secrets(inner) for inner in value]
    if value is None or isinstance(value, int | float):
        return value
    # Anything else would be printed as text. Most is a word, in which none of the forms can be.
    text = str(value)
    if _WORD.fullmatch(text):
        return text
    text = _OF_ROWS.sub("", text)
    text = _SCHEME.sub(r"\1 ***", text)
    text = _PERSON_IN_ADDRESS.sub(r"\1***", text)
    if "@" in text:
        text = _PASSWORD_OF_ADDRESS.sub(r"\1:***@", text)
        text = _MAIL.sub("***", text)
    # Looked for at each letter: three quarters of what the line of a request costs.
    if any(sign in text for sign in ("=", ":", "%3")):
        text = _SECRET_PAIR.sub(r"\1\2***", text)
    return text


SHARED_PROCESSORS: list[Any] = [
    structlog.contextvars.merge_contextvars,
    add_trace_ids,
    structlog.stdlib.add_logger_name,
    structlog.stdlib.add_log_level,
    structlog.stdlib.PositionalArgumentsFormatter(),
    structlog.processors.TimeStamper(fmt="iso", utc=True),
    structlog.processors.StackInfoRenderer(),
]


def logging_settings(log_format: str, level: str) -> dict[str, Any]:
    """Return Django's LOGGING: everything to standard error, through structlog's processors."""
    renderer: Any = structlog.processors.JSONRenderer(default=str)
    if log_format == "console":
        plain = structlog.dev.plain_traceback
        renderer = structlog.dev.ConsoleRenderer(exception_formatter=plain)
    formatter = {
        "()": structlog.stdlib.ProcessorFormatter,
        "processors": [
            structlog.stdlib.ProcessorFormatter.remove_processors_meta,
            drop_texts_of_errors,
            structlog.processors.ExceptionRenderer(traceback_without_values),
            hide_secrets,
            renderer,
        ],
        "foreign_pre_chain": SHARED_PROCESSORS,
    }
    of_ours = {name: {"level": level} for name in ("config", "tools.local", *OWN_APPS)}
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {"line": formatter},
        "filters": {
            "errors": {"()": ErrorsWithoutValues},
            "requests": {"()": RequestsWithoutValues},
        },
        "handlers": {
            "stderr": {"class": "logging.StreamHandler", "formatter": "line", "filters": ["errors"]}
        },
        "root": {"handlers": ["stderr"], "level": _of_libraries(level)},
        "loggers": {
            **of_ours,
            # Django's own handlers would log twice; the middleware logs each request.
            "django": {"handlers": [], "propagate": True},
            "django.request": {"level": "CRITICAL"},
            "django.server": {"handlers": [], "level": "WARNING", "propagate": True},
            "axes": {"level": "WARNING"},
            # gunicorn sets its own handler, and keeps its lines from ours.
            "gunicorn.error": {"handlers": [], "propagate": True, "filters": ["requests"]},
        },
    }


def _of_libraries(level: str) -> str:
    """Return INFO or more: below it libraries log addresses, rows, and bodies with pictures."""
    is_less = logging.getLevelNamesMapping()[level] < logging.INFO
    return "INFO" if is_less else level


structlog.configure(
    processors=[
        structlog.stdlib.filter_by_level,
        *SHARED_PROCESSORS,
        structlog.stdlib.ProcessorFormatter.wrap_for_formatter,
    ],
    logger_factory=structlog.stdlib.LoggerFactory(),
    cache_logger_on_first_use=True,
)
LOG_LEVEL = env.str("LOG_LEVEL", default="INFO")
LOGGING = logging_settings(
    env.str("LOG_FORMAT", default="json"),
    # Another text would end in a traceback here; a check of settings reports it.
    LOG_LEVEL if LOG_LEVEL in logging.getLevelNamesMapping() else "INFO",
)
