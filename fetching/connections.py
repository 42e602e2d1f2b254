"""Connections to hosts that others named: to an address that was checked, for a limited time."""

import socket
import time
from http.client import HTTPException
from threading import Event, Timer

from urllib3.connection import HTTPConnection, HTTPSConnection
from urllib3.exceptions import ConnectTimeoutError, NewConnectionError
from urllib3.response import HTTPResponse

from fetching.addresses import Address, HostInside, HostUnknown
from fetching.networks import is_outside

_CONNECT = 5.0  # seconds for one of a host's addresses


class _Hurried(HTTPConnection):
    """A connection that must receive the whole header of an answer within the timeout.

    The timeout alone is between two bytes: a host that sends single bytes could hold us for ever.
    """

    def getresponse(self) -> HTTPResponse:  # type: ignore[override]  # urllib3 has the same
        too_late = Event()
        watchdog = Timer(self.timeout or 0, self._cut, [too_late])
        watchdog.start()
        try:
            answer = super().getresponse()
        except (OSError, HTTPException) as error:
            if too_late.is_set():  # we cut it off, not the host
                raise TimeoutError from error
            raise
        finally:
            watchdog.cancel()
        if too_late.is_set():  # a header that was cut off looks complete
            raise TimeoutError
        return answer

    def _cut(self, too_late: Event) -> None:
        too_late.set()
        if self.sock is not None:
            self.sock.shutdown(socket.SHUT_RDWR)


class _HurriedTls(_Hurried, HTTPSConnection):
    pass


def connected(address: Address, inside: bool, deadline: float) -> HTTPConnection:
    """Connect to the first of the host's addresses that can be reached.

    :param deadline: of `time.monotonic`, for the whole picture.
    :raises HostUnknown: it has no address.
    :raises HostInside: one of them is inside our own network, and may not be.
    """
    *others, last = _addresses(address.host, inside)
    for ip in others:
        connection = _connection(ip, address, deadline)
        try:
            connection.connect()
        except (NewConnectionError, ConnectTimeoutError):
            continue
        return connection
    connection = _connection(last, address, deadline)
    connection.connect()
    return connection


def _connection(ip: str, address: Address, deadline: float) -> HTTPConnection:
    timeout = min(_CONNECT, seconds_left(deadline))
    if address.scheme == "http":
        return _Hurried(ip, address.port, timeout=timeout)
    name = address.host
    return _HurriedTls(
        ip, address.port, timeout=timeout, server_hostname=name, assert_hostname=name
    )


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
