"""Connections to hosts that others named: to an address that was checked, for a limited time."""

import socket
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from threading import Event, Timer

from urllib3.connection import HTTPConnection, HTTPSConnection
from urllib3.exceptions import ConnectTimeoutError, NewConnectionError

from foundation.fetching.addresses import Address, HostInside, HostUnknown
from foundation.fetching.networks import is_outside

_CONNECT = 5.0  # seconds for one of a host's addresses


@contextmanager
def connected(address: Address, inside: bool, deadline: float) -> Iterator[HTTPConnection]:
    """Connect to the first of the host's addresses that can be reached, until the block ends.

    What the block receives over it must be there by the deadline: a timeout alone is between two
    bytes, and a host that sends single bytes could hold us for ever.

    :param deadline: of `time.monotonic`, for the whole picture.
    :raises HostUnknown: it has no address.
    :raises HostInside: one of them is inside our own network, and may not be.
    :raises TimeoutError: the deadline is over.
    """
    hosts: list[HTTPConnection] = []
    sockets: list[socket.socket] = []  # a connection forgets its own once the header is read
    too_late = Event()
    watchdog = Timer(seconds_left(deadline), _cut, [hosts, sockets, too_late])
    watchdog.start()
    try:
        host = _reached(hosts, address, inside, deadline)
        sockets += [host.sock] if host.sock else []
        yield host
    except Exception as error:
        if too_late.is_set():  # we cut it off, so what came looks broken, or like no picture
            raise TimeoutError from error
        raise
    finally:
        watchdog.cancel()
        for host in hosts:
            host.close()
    if too_late.is_set():  # what was cut off looks complete
        raise TimeoutError


def _reached(
    hosts: list[HTTPConnection], address: Address, inside: bool, deadline: float
) -> HTTPConnection:
    """Return the first connection that is made; `hosts` gets all that were tried."""
    *others, last = _addresses(address.host, inside)
    for ip in others:
        hosts.append(_connection(ip, address, deadline))
        try:
            hosts[-1].connect()
        except (NewConnectionError, ConnectTimeoutError):
            continue
        return hosts[-1]
    hosts.append(_connection(last, address, deadline))
    hosts[-1].connect()
    return hosts[-1]


def _cut(
    hosts: Sequence[HTTPConnection], sockets: Sequence[socket.socket], too_late: Event
) -> None:
    too_late.set()
    for each in (*sockets, *(host.sock for host in hosts if host.sock)):
        with suppress(OSError):  # it is closed already
            each.shutdown(socket.SHUT_RDWR)


def _connection(ip: str, address: Address, deadline: float) -> HTTPConnection:
    timeout = min(_CONNECT, seconds_left(deadline))
    if address.scheme == "http":
        return HTTPConnection(ip, address.port, timeout=timeout)
    name = _in_ascii(address.host)
    return HTTPSConnection(
        ip, address.port, timeout=timeout, server_hostname=name, assert_hostname=name
    )


def _in_ascii(host: str) -> str:
    """Return a name as its certificate has it."""
    return host if host.isascii() else host.encode("idna").decode()


def _addresses(host: str, inside: bool) -> list[str]:
    try:
        found = socket.getaddrinfo(host, None, type=socket.SOCK_STREAM)
    except (OSError, ValueError) as error:
        raise HostUnknown(f"{host} has a name that could not be resolved") from error
    addresses = [str(entry[4][0]) for entry in found]
    if not inside and not all(map(is_outside, addresses)):
        raise HostInside(f"{host} is a private address")
    return addresses


def seconds_left(deadline: float) -> float:
    return max(deadline - time.monotonic(), 0.1)
