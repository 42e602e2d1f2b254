"""Fetches pictures from addresses that others wrote, within limits of size and time.

An address is sent as it was written, because it may be signed, and a redirect as well. What the
bytes are decides whether it is a picture, and not what its host says. A host is resolved once, and
the connection goes to an address that was checked: the name cannot point elsewhere in between.
"""

import mimetypes
import re
import socket
import ssl
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from http.client import HTTPException
from threading import Event, Timer

import urllib3
from urllib3.connection import HTTPConnection, HTTPSConnection
from urllib3.exceptions import (
    ConnectTimeoutError,
    HTTPError,
    NewConnectionError,
    ReadTimeoutError,
    SSLError,
)

from foundation.fetching.addresses import (
    Address,
    HostInside,
    HostUnknown,
    PictureNotFetched,
    PictureNotFound,
    PictureRefused,
    PictureTooSlow,
    in_ascii,
    is_outside,
)

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
    name = in_ascii(address.host)
    return HTTPSConnection(
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


MAX_REDIRECTS = 5
BROKEN_OFF = "broke off the connection"
_CHUNK = 64 * 1024
_REDIRECTS = frozenset({301, 302, 303, 307, 308})
_PASSING = frozenset({408, 425, 429})
_BEGINNINGS = {
    "image/jpeg": re.compile(rb"\xff\xd8\xff"),
    "image/png": re.compile(rb"\x89PNG\r\n\x1a\n"),
    "image/webp": re.compile(rb"RIFF....WEBP", re.DOTALL),
}
_BEGINNING = 12  # bytes
CONTENT_TYPES = frozenset(_BEGINNINGS)


@dataclass(frozen=True, slots=True, kw_only=True)
class Image:
    """The bytes of an image file, undecoded, and its type."""

    content: bytes
    content_type: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """How many bytes and seconds a picture may take, and whether its host may be inside."""

    bytes: int
    seconds: float
    inside: bool


def fetch_image(url: str, limits: Limits) -> Image:
    """Return the picture at an address.

    :raises PictureRefused: the address or what is there is no picture that may be fetched.
    :raises PictureNotFetched: unreachable, too slow, or the other side fails.
    """
    deadline = time.monotonic() + limits.seconds
    address = Address.read(url)
    for _ in range(MAX_REDIRECTS + 1):
        with _failures_of(address, limits), connected(address, limits.inside, deadline) as host:
            answer = _asked(host, address, deadline)
            location = answer.headers.get("Location")
            if answer.status not in _REDIRECTS or not location:
                return _image(answer, address, limits, deadline)
        address = address.redirected(location)
    raise PictureRefused(f"more than {MAX_REDIRECTS} redirects")


def type_of(content: bytes) -> str | None:
    """Return the type of a JPEG, PNG or WebP by its first bytes; None: it is none of these."""
    found = (kind for kind, beginning in _BEGINNINGS.items() if beginning.match(content))
    return next(found, None)


def _asked(host: HTTPConnection, address: Address, deadline: float) -> urllib3.BaseHTTPResponse:
    host.timeout = seconds_left(deadline)
    host.request("GET", address.target, headers=address.headers, preload_content=False)
    return host.getresponse()


def _image(
    answer: urllib3.BaseHTTPResponse, address: Address, limits: Limits, deadline: float
) -> Image:
    if answer.status != 200:
        raise _kind_of(answer.status)(f"{address.named} answered with status {answer.status}")
    content, kind = bytearray(), None
    # `read1` returns the bytes that arrived, without waiting for a full chunk; a host may compress
    # what it was asked not to compress.
    while chunk := answer.read1(_CHUNK, decode_content=True):
        content += chunk
        if len(content) > limits.bytes:
            raise PictureRefused(f"it has more than {limits.bytes:,} bytes")
        if time.monotonic() > deadline:
            raise TimeoutError
        if kind is None and len(content) >= _BEGINNING:
            kind = _type_or_refuse(content, answer, address)
    return Image(
        content=bytes(content), content_type=kind or _type_or_refuse(content, answer, address)
    )


def _type_or_refuse(content: bytearray, answer: urllib3.BaseHTTPResponse, address: Address) -> str:
    if kind := type_of(bytes(content[:_BEGINNING])):
        return kind
    if not content:
        raise PictureRefused("it is empty")
    said = answer.headers.get("Content-Type", "").partition(";")[0].strip().lower()
    # A host may send any text as its type: only a known one is quoted.
    known = said in mimetypes.types_map.values() and said not in CONTENT_TYPES
    sent = said if known else "something"
    raise PictureRefused(f"{address.named} sent {sent}, no JPEG, PNG or WebP")


def _kind_of(status: int) -> type[PictureNotFetched]:
    if status >= 500 or status in _PASSING:
        return PictureNotFetched
    return PictureNotFound if status in (404, 410) else PictureRefused


@contextmanager
def _failures_of(address: Address, limits: Limits) -> Iterator[None]:
    """Raise what fails on the network as a picture that was not fetched."""
    try:
        yield
    except NewConnectionError as error:
        refused = isinstance(error.__cause__, ConnectionRefusedError)
        said = "refused the connection" if refused else "cannot be reached"
        raise PictureNotFetched(f"{address.named} {said}") from error
    except (TimeoutError, ReadTimeoutError, ConnectTimeoutError) as error:
        late = f"{address.named} did not send it within {limits.seconds:g} seconds"
        raise PictureTooSlow(late) from error
    except (HTTPError, HTTPException, OSError, ValueError) as error:
        is_tls = isinstance(error, SSLError | ssl.SSLError)
        said = "has no secure connection (TLS) that can be trusted" if is_tls else BROKEN_OFF
        raise PictureNotFetched(f"{address.named} {said}") from error
