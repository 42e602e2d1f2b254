"""Lines of the log without values: of an error its class, what PostgreSQL names, and its place.

The text of an error may quote a row, an address with its key, or bytes of a picture.
"""

import asyncio
import logging
import re
import sqlite3
import sys
import traceback
from collections.abc import Iterator, MutableMapping
from types import TracebackType
from typing import Any

import psycopg
import structlog

Event = MutableMapping[str, Any]

log = structlog.get_logger()

# Their texts name modules and attributes.
_WITHOUT_VALUES = (AttributeError, ImportError, NameError)
# A password with an @ in it makes libpq take the rest of it for the host, which it quotes.
_QUOTED_ADDRESS = re.compile(r"""(["'])[^"']*@[^"']*\1""")


class LinesWithoutValues(logging.Formatter):
    """Formats lines of libraries: errors among their arguments, and tracebacks, without texts."""

    def format(self, record: logging.LogRecord) -> str:
        if isinstance(record.args, tuple):
            record.args = tuple(_without_values(each) for each in record.args)
        return super().format(record)

    def formatException(self, ei: Any) -> str:  # noqa: N802 (its name)
        return traceback_without_values(ei)


def log_plainly() -> None:
    """Log one line for each event to standard error: time, level, event, key=value."""
    structlog.configure(
        processors=[
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            _describe_errors,
            structlog.processors.ExceptionRenderer(traceback_without_values),
            structlog.processors.LogfmtRenderer(key_order=["timestamp", "level", "event"]),
        ],
        logger_factory=structlog.PrintLoggerFactory(sys.stderr),
        cache_logger_on_first_use=True,
    )
    handler = logging.StreamHandler()
    handler.setFormatter(LinesWithoutValues("%(asctime)s %(levelname)s %(message)s"))
    logging.basicConfig(level=logging.INFO, handlers=[handler])
    sys.excepthook = _log_the_end


def log_errors_of_loop() -> None:
    """Log what fails in the running loop; asyncio's own lines quote the error."""
    asyncio.get_running_loop().set_exception_handler(_log_error_of_loop)


def described(error: BaseException) -> str:
    """Return the class of an error, and what is known of it that is no value."""
    name = f"{type(error).__module__}.{type(error).__qualname__}".removeprefix("builtins.")
    if isinstance(error, psycopg.OperationalError):
        first = str(error).partition("\n")[0]
        return f"{name}: {_QUOTED_ADDRESS.sub('***', first)}"
    if isinstance(error, _WITHOUT_VALUES):
        return f"{name}: {error}"
    if isinstance(error, sqlite3.Error) and (code := getattr(error, "sqlite_errorname", None)):
        return f"{name} ({code})"
    if isinstance(error, psycopg.Error):
        known = (error.sqlstate, error.diag.constraint_name)
        return f"{name} ({', '.join(filter(None, known))})"
    return name


def traceback_without_values(
    exc_info: tuple[type[BaseException], BaseException, TracebackType | None],
) -> str:
    """Return a traceback with `described` in place of the text of each error."""
    return "\n".join(_lines(exc_info[1]))


def _lines(error: BaseException) -> Iterator[str]:
    before = error.__cause__ or (None if error.__suppress_context__ else error.__context__)
    if before is not None:
        yield from _lines(before)
    yield "Traceback (most recent call last):"
    yield "".join(traceback.format_tb(error.__traceback__)).rstrip()
    yield described(error)


def _without_values(value: object) -> object:
    return described(value) if isinstance(value, BaseException) else value


def _describe_errors(_logger: object, _method: str, event: Event) -> Event:
    return {name: _without_values(value) for name, value in event.items()}


def _log_error_of_loop(_loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
    error = context.get("exception")
    if error is None:
        log.error("loop_reported", reason=context["message"])
    else:
        log.error("loop_failed", exc_info=error)


def _log_the_end(
    kind: type[BaseException], error: BaseException, found: TracebackType | None
) -> None:
    log.critical("ended_by_an_error", exc_info=(kind, error, found))
