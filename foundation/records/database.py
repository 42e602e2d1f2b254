"""The database as a whole: when it is unavailable, or not needed; and what may be rewritten."""

from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from typing import Literal
from zoneinfo import available_timezones

from django.db import InterfaceError, InternalError, OperationalError, connection, transaction
from psycopg.errors import ReadOnlySqlTransaction

# https://www.postgresql.org/docs/current/errcodes-appendix.html: connection exceptions (class 08),
# too many connections, shutdown and start-up (57P0x), serialization failure, deadlock.
_AWAY = ("08", "53300", "57P01", "57P02", "57P03", "40001", "40P01")


# Files beside the names of the IANA database: what they stand for differs from host to host.
_OF_THE_HOST = {"localtime", "posixrules", "Factory"}


@cache
def time_zones() -> frozenset[str]:
    """Return the IANA time zones that Python and the database both know.

    Their lists differ: Debian's PostgreSQL has no `Brazil/East`. They are read once a process.
    """
    with connection.cursor() as cursor:
        cursor.execute("SELECT name FROM pg_timezone_names")
        known = {name for (name,) in cursor.fetchall()}
    return frozenset(available_timezones() & known - _OF_THE_HOST)


def is_away(error: BaseException) -> bool:
    """Return whether the database is unavailable (or a race was lost): a retry may succeed.

    So it may where a standby answered: another server is the primary, or is about to be.
    """
    if isinstance(error, InterfaceError) or is_read_only(error):
        return True
    if not isinstance(error, OperationalError):
        return False
    state = getattr(error.__cause__, "sqlstate", None)
    return state is None or state.startswith(_AWAY)


def is_read_only(error: BaseException) -> bool:
    """Return whether a server refused to write because it is a standby."""
    return isinstance(error, InternalError) and isinstance(error.__cause__, ReadOnlySqlTransaction)


def give_connection_back() -> None:
    """Give the connection back to the pool while waiting; in a transaction nothing happens."""
    # Not documented; `transaction.get_autocommit` would take a connection to answer.
    if not connection.in_atomic_block:
        connection.close()


@contextmanager
def rewriting(what: Literal["audit", "histories"]) -> Iterator[None]:
    """Let this transaction change and delete rows of tables that a trigger keeps append-only.

    For retention, and for erasing people.

    :param what: the tables, as their triggers name them.
    """
    with transaction.atomic():
        _let_rewrite(what, "on")
        yield
        _let_rewrite(what, "")


def _let_rewrite(what: str, value: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute("SELECT set_config(%s, %s, true)", [f"finishline.rewriting_{what}", value])
