"""Photos are fetched from addresses that other people wrote, so within limits.

Size, time, content type, and no address inside our own network unless `ALLOW_PRIVATE_IMAGE_URLS`
says so: the host is resolved once, every address of it is checked, and the connection goes to the
address that was checked, so that a name cannot be made to point elsewhere in between.
"""

import ipaddress
import socket
import time
from dataclasses import dataclass
from urllib.parse import SplitResult, urljoin, urlsplit

import urllib3
from django.conf import settings

from recognition.failures import ProcessingFailure

CONTENT_TYPES = frozenset({"image/jpeg", "image/png", "image/webp"})
MAX_REDIRECTS = 3
_CHUNK = 64 * 1024


@dataclass(frozen=True, slots=True, kw_only=True)
class Image:
    """The bytes of an image file, undecoded, and what they claim to be."""

    content: bytes
    content_type: str


def fetch_image(url: str) -> Image:
    """Return the image at an address.

    :raises ProcessingFailure: permanent for an address or an answer that no repeat will better.
    """
    deadline = time.monotonic() + settings.IMAGE_TIMEOUT
    for _ in range(MAX_REDIRECTS + 1):
        with _get(urlsplit(url), deadline) as answer:
            location = answer.headers.get("Location")
            if answer.status not in (301, 302, 303, 307, 308) or not location:
                return _read(answer, deadline)
        url = urljoin(url, location)
    raise ProcessingFailure("The image's address redirects too often.", permanent=True)


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
    except (urllib3.exceptions.HTTPError, OSError) as error:
        raise ProcessingFailure(f"The image cannot be had ({type(error).__name__}).") from error


def _pool(address: SplitResult, timeout: urllib3.Timeout) -> urllib3.HTTPConnectionPool:
    if address.scheme not in ("http", "https") or not address.hostname:
        raise ProcessingFailure("The image's address is not HTTP.", permanent=True)
    try:
        port = address.port
    except ValueError as error:
        raise ProcessingFailure("The image's address has no such port.", permanent=True) from error
    ip = _checked_ip(address.hostname)
    if address.scheme == "http":
        return urllib3.HTTPConnectionPool(ip, port or 80, timeout=timeout)
    return urllib3.HTTPSConnectionPool(
        ip, port or 443, timeout=timeout, server_hostname=address.hostname,
        assert_hostname=address.hostname,
    )  # fmt: skip


def _checked_ip(host: str) -> str:
    try:
        found = socket.getaddrinfo(host, None, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError) as error:
        raise ProcessingFailure(f"The image's host {host} is not known.") from error
    addresses = [str(entry[4][0]) for entry in found]
    if not settings.ALLOW_PRIVATE_IMAGE_URLS:
        for address in addresses:
            if not ipaddress.ip_address(address.partition("%")[0]).is_global:
                raise ProcessingFailure(
                    f"The image's host {host} is inside our own network.", permanent=True
                )
    return addresses[0]


def _read(answer: urllib3.BaseHTTPResponse, deadline: float) -> Image:
    if answer.status != 200:
        permanent = answer.status < 500 and answer.status not in (404, 408, 425, 429)
        raise ProcessingFailure(f"The image's host answered {answer.status}.", permanent=permanent)
    content_type = answer.headers.get("Content-Type", "").partition(";")[0].strip().lower()
    if content_type not in CONTENT_TYPES:
        raise ProcessingFailure(f"The image is {content_type or 'of no type'}.", permanent=True)
    return Image(content=_content(answer, deadline), content_type=content_type)


def _content(answer: urllib3.BaseHTTPResponse, deadline: float) -> bytes:
    content = bytearray()
    try:
        for chunk in answer.stream(_CHUNK):
            content += chunk
            if len(content) > settings.IMAGE_MAX_BYTES:
                raise ProcessingFailure("The image is larger than is allowed.", permanent=True)
            if time.monotonic() > deadline:
                raise ProcessingFailure("The image takes too long to arrive.")
    except (urllib3.exceptions.HTTPError, OSError) as error:
        raise ProcessingFailure(f"The image broke off ({type(error).__name__}).") from error
    return bytes(content)
