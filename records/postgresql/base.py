"""The backend; the settings name this package as the database's `ENGINE`."""

from select import POLLIN, poll
from typing import Any

from django.db.backends.postgresql import base
from psycopg import Connection, OperationalError
from psycopg_pool import ConnectionPool


class DatabaseWrapper(base.DatabaseWrapper):
    """Takes from the pool only connections that the server has not closed.

    Django's health check asks the server each time a connection leaves the pool. This one looks at
    the socket: a server that stops, or ends a session, closes it. A server that hangs, or a network
    that swallows packets, is found by neither without waiting (`records.patience`, `keepalives`).
    """

    def get_new_connection(self, conn_params: dict[str, Any]) -> Any:
        connection = super().get_new_connection(conn_params)
        while self.pool and _was_closed(connection):
            connection.close()
            self.pool.putconn(connection)  # it replaces what is closed
            connection = super().get_new_connection(conn_params)
        return connection


def _was_closed(connection: "Connection[Any]") -> bool:
    """Say whether the server has closed an idle connection: it is asked if it said something.

    What it says unasked is why it closes, and changes of its settings.
    """
    said = poll()
    said.register(connection.fileno(), POLLIN)
    if not said.poll(0):
        return False
    try:
        ConnectionPool.check_connection(connection)
    except OperationalError:
        return True
    return False
