"""The database as a whole: when it is away, and when its connection is not needed."""

from django.db import InterfaceError, OperationalError, connection

# https://www.postgresql.org/docs/current/errcodes-appendix.html: connection exceptions (class 08),
# too many connections, shutdown and start-up (57P0x), serialization failure, deadlock.
_AWAY = ("08", "53300", "57P01", "57P02", "57P03", "40001", "40P01")


def is_away(error: BaseException) -> bool:
    """Return whether the database is away (or a race was lost), so that a retry may succeed."""
    if isinstance(error, InterfaceError):
        return True
    if not isinstance(error, OperationalError):
        return False
    state = getattr(error.__cause__, "sqlstate", None)
    return state is None or state.startswith(_AWAY)


def give_connection_back() -> None:
    """Give the connection back to the pool while waiting; in a transaction nothing happens."""
    # Not documented; `transaction.get_autocommit` would take a connection to answer.
    if not connection.in_atomic_block:
        connection.close()
