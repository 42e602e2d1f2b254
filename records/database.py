"""Telling a database that is away from a statement that is wrong."""

from django.db import InterfaceError, OperationalError

# https://www.postgresql.org/docs/current/errcodes-appendix.html: connection exceptions (class 08),
# too many connections, shutdown and start-up (57P0x), and the two failures whose cure is to run the
# transaction again: serialization and deadlock.
_AWAY = ("08", "53300", "57P01", "57P02", "57P03", "40001", "40P01")


def is_away(error: BaseException) -> bool:
    """Say whether `error` is the database's absence (or a lost race), and nobody's fault."""
    if isinstance(error, InterfaceError):
        return True
    if not isinstance(error, OperationalError):
        return False
    state = getattr(error.__cause__, "sqlstate", None)
    return state is None or state.startswith(_AWAY)
