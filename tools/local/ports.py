"""TCP ports on the loopback interface."""

import random
import socket
from pathlib import Path

LOOPBACK = "127.0.0.1"
# Linux gives outgoing connections ports from 32768 on, unless told otherwise; such a connection
# could take the port of a server that is started again.
OF_SERVERS = range(20_000, 32_768)


def is_free(port: int) -> bool:
    """Return whether a server could listen on a port of the loopback interface."""
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((LOOPBACK, port))
        except OSError:
            return False
    return True


def kept_port(path: Path) -> int:
    """Return the port stored in a file; if it is taken, store and return another one.

    A server that starts again on its port is found by its clients.
    """
    if path.exists() and is_free(port := int(path.read_text())):
        return port
    port = free_port()
    path.write_text(str(port))
    return port


def free_port() -> int:
    """Return a port of servers that no process has."""
    while not is_free(port := random.choice(OF_SERVERS)):
        pass
    return port
