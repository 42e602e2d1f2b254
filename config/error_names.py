"""Errors without the values in their texts: for logs and reports, which have no personal data.

The text of an error may quote anything: a number that is none, a row that exists already. Kept are
its class, the code of a refusal, what PostgreSQL names, and texts that name parts of programs only.
"""

import traceback
from collections.abc import Iterator
from types import TracebackType

from django.core.exceptions import ImproperlyConfigured
from django.db import InterfaceError, OperationalError

from foundation.records.refusals import Refusal

ExceptionInfo = tuple[type[BaseException], BaseException, TracebackType | None]

# Their texts name modules, attributes, settings, servers.
_WITHOUT_VALUES = (
    AttributeError, ImportError, NameError, ImproperlyConfigured, OperationalError, InterfaceError,
    ConnectionError, TimeoutError,
)  # fmt: skip


def described(error: BaseException) -> str:
    """Return the class of an error, and what is known of it that is no value."""
    name = f"{type(error).__module__}.{type(error).__qualname__}".removeprefix("builtins.")
    if isinstance(error, Refusal):
        return f"{name} ({error.code})"
    state = getattr(error, "sqlstate", None)
    if isinstance(error, _WITHOUT_VALUES):
        return f"{name}: {str(error).partition(chr(10))[0]}"
    if state:
        constraint = getattr(getattr(error, "diag", None), "constraint_name", None)
        return f"{name} ({', '.join(filter(None, (state, constraint)))})"
    return name


def traceback_without_values(exc_info: ExceptionInfo) -> str:
    """Return a traceback with `described` in place of the text of each error."""
    return "\n".join(_lines(exc_info[1]))


def chain(error: BaseException) -> Iterator[BaseException]:
    """Yield an error and those that led to it, the latest first."""
    seen: set[int] = set()
    here: BaseException | None = error
    while here is not None and id(here) not in seen:
        seen.add(id(here))
        yield here
        here = here.__cause__ or (None if here.__suppress_context__ else here.__context__)


def _lines(error: BaseException) -> Iterator[str]:
    for each in reversed(list(chain(error))):
        yield "Traceback (most recent call last):"
        yield "".join(traceback.format_tb(each.__traceback__)).rstrip()
        yield described(each)
