"""Fetching images from addresses that others chose, so with limits of size, time and type.

The host is resolved once, and the connection goes to an address that was checked: the name cannot
point elsewhere in between.
"""

import socket
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import timedelta
from functools import cache
from threading import BoundedSemaphore, Event, Timer
from urllib.parse import SplitResult, urljoin, urlsplit

import urllib3
from django.conf import settings
from urllib3.connection import HTTPConnection, HTTPSConnection
from urllib3.response import HTTPResponse

from recognition.providers.failures import FinalFailure, Postponed, ProcessingFailure
from records.database import give_connection_back
from records.networks import is_outside
from records.plain_words import no_answer

CONTENT_TYPES = frozenset({"image/jpeg", "image/png", "image/webp"})
MAX_REDIRECTS = 3
PLACE_TIMEOUT = 20.0  # seconds to wait until a picture may be held in memory
NOT_FETCHED = "The picture cannot be fetched"
_CHUNK = 64 * 1024


@dataclass(frozen=True, slots=True, kw_only=True)
class Image:
    """The bytes of an image file, undecoded, and its type as announced."""

    content: bytes
    content_type: str


class HostUnknown(ProcessingFailure):
    """The image's host has no address. Callers must not be able to tell it from `HostInside`."""


class HostInside(FinalFailure):
    """The image's host is inside our own network."""


@contextmanager
def holding_picture() -> Iterator[None]:
    """Limit how many pictures this process holds in memory, to `PICTURES_AT_ONCE`."""
    give_connection_back()
    pictures = _pictures(settings.PICTURES_AT_ONCE)
    if not pictures.acquire(timeout=PLACE_TIMEOUT):
        raise Postponed("Other pictures are being recognised.", timedelta(seconds=PLACE_TIMEOUT))
    try:
        yield
    finally:
        pictures.release()


@cache
def _pictures(at_once: int) -> BoundedSemaphore:
    return BoundedSemaphore(at_once)


def fetch_image(url: str) -> Image:
    """Return the image at an address."""
    give_connection_back()
    deadline = time.monotonic() + settings.IMAGE_TIMEOUT
    address = _split(url)
    for _ in range(MAX_REDIRECTS + 1):
        with _get(address, deadline) as answer:
            location = answer.headers.get("Location")
            if answer.status not in (301, 302, 303, 307, 308) or not location:
                return _read(answer, deadline)
        address = _split(location, base=address.geturl())
    raise FinalFailure(f"{NOT_FETCHED}: more than {MAX_REDIRECTS} redirects.")


class _Hurried(HTTPConnection):
    """A connection that must receive the whole header of an answer within the read timeout.

    The timeout alone is between two bytes: a host that sends single bytes could hold us for ever.
    """

    def getresponse(self) -> HTTPResponse:  # type: ignore[override]  # urllib3 has the same
        too_late = Event()
        watchdog = Timer(self.timeout or 0, self._cut, [too_late])
        watchdog.start()
        try:
            answer = super().getresponse()
        except OSError as error:
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


def _split(url: str, base: str = "") -> SplitResult:
    try:
        return urlsplit(urljoin(base, url))
    except ValueError as error:
        raise FinalFailure(f"{NOT_FETCHED}: its address is not valid.") from error


def _get(address: SplitResult, deadline: float) -> urllib3.BaseHTTPResponse:
    left = max(deadline - time.monotonic(), 0.1)
    pool = _pool(address, urllib3.Timeout(connect=min(5, left), read=left))
    target = address._replace(scheme="", netloc="", fragment="", path=address.path or "/").geturl()
    host = address.netloc.rpartition("@")[2]
    try:
        return pool.request(
            "GET", target, headers={"Host": host}, redirect=False, retries=False,
            preload_content=False,
        )  # fmt: skip
    except (urllib3.exceptions.HTTPError, OSError, ValueError) as error:
        why = no_answer(f"{NOT_FETCHED}: its host", error)
        raise ProcessingFailure(why) from error


def _pool(address: SplitResult, timeout: urllib3.Timeout) -> urllib3.HTTPConnectionPool:
    if address.scheme not in ("http", "https") or not address.hostname:
        raise FinalFailure(f"{NOT_FETCHED}: its address begins neither with http nor with https.")
    try:
        port = address.port
    except ValueError as error:
        raise FinalFailure(f"{NOT_FETCHED}: its address is not valid.") from error
    ip, host = _checked_ip(address.hostname), address.hostname
    if address.scheme == "http":
        pool = urllib3.HTTPConnectionPool(ip, port or 80, timeout=timeout)
        pool.ConnectionCls = _Hurried
        return pool
    tls_pool = urllib3.HTTPSConnectionPool(
        ip, port or 443, timeout=timeout, server_hostname=host, assert_hostname=host
    )
    tls_pool.ConnectionCls = _HurriedTls
    return tls_pool


def _checked_ip(host: str) -> str:
    try:
        found = socket.getaddrinfo(host, None, type=socket.SOCK_STREAM)
    except (OSError, ValueError) as error:
        why = f"{host} has a name that could not be resolved"
        raise HostUnknown(f"{NOT_FETCHED}: {why}.") from error
    addresses = [str(entry[4][0]) for entry in found]
    if not settings.ALLOW_PRIVATE_IMAGE_URLS and not all(map(is_outside, addresses)):
        raise HostInside(f"{NOT_FETCHED}: {host} is a private address.")
    return addresses[0]


def _read(answer: urllib3.BaseHTTPResponse, deadline: float) -> Image:
    if answer.status != 200:
        final = answer.status < 500 and answer.status not in (408, 425, 429)
        kind = FinalFailure if final else ProcessingFailure
        raise kind(f"{NOT_FETCHED}: its host answered with status {answer.status}.")
    content_type = answer.headers.get("Content-Type", "").partition(";")[0].strip().lower()
    if content_type not in CONTENT_TYPES:
        sent = content_type or "something without a type"
        raise FinalFailure(f"{NOT_FETCHED}: its host sent {sent}, no picture.")
    return Image(content=_content(answer, deadline), content_type=content_type)


def _content(answer: urllib3.BaseHTTPResponse, deadline: float) -> bytes:
    content = bytearray()
    try:
        # `read1` returns the bytes that arrived, without waiting for a full chunk.
        while chunk := answer.read1(_CHUNK, decode_content=False):
            content += chunk
            if len(content) > settings.IMAGE_MAX_BYTES:
                raise FinalFailure(f"{NOT_FETCHED}: it is larger than is allowed.")
            if time.monotonic() > deadline:
                raise ProcessingFailure(f"{NOT_FETCHED}: it takes too long to arrive.")
    except (urllib3.exceptions.HTTPError, OSError, ValueError) as error:
        raise ProcessingFailure(f"{NOT_FETCHED}: it broke off.") from error
    if not content:
        raise FinalFailure("The picture cannot be read: it is empty.")
    return bytes(content)
