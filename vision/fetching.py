"""Fetches images from given addresses, within limits; where connections may lead."""

import errno
import mimetypes
import socket
from collections.abc import Callable

import aiohttp
from aiohappyeyeballs import AddrInfoType
from yarl import URL

from vision.networks import is_outside, may_serve
from vision.settings import Settings

MOST_REDIRECTS = 5
CHUNK = 65_536


class ImageNotFetched(Exception):
    """An image could not be fetched this time."""


class ImageTooSlow(ImageNotFetched):
    """An image did not arrive in time."""


class ImageRefused(ImageNotFetched):
    """An image cannot be fetched from its address, however often it is tried."""


class NotReached(OSError):
    """A name leads to an address that must not be reached."""


Reaches = Callable[[str], bool]


def connector_to(may_reach: Reaches) -> aiohttp.TCPConnector:
    """Return a connector that connects to these IP addresses only.

    Looked at when the connection is made, after the name was resolved: names may change. What the
    system alone reads as an address (`127.1`) is none here.
    """

    def open_socket(found: AddrInfoType) -> socket.socket:
        family, kind, protocol, _, address = found
        try:
            allowed = may_reach(str(address[0]))
        except ValueError:
            allowed = False
        if not allowed:
            raise NotReached(errno.EACCES, "no address that may be reached")
        return socket.socket(family=family, type=kind, proto=protocol)

    return aiohttp.TCPConnector(socket_factory=open_socket)


def image_session(settings: Settings) -> aiohttp.ClientSession:
    """Open a session for images; without ALLOW_PRIVATE_IMAGE_URLS it reaches public hosts only."""
    anywhere = settings.allow_private_image_urls
    return aiohttp.ClientSession(
        connector=aiohttp.TCPConnector() if anywhere else connector_to(is_outside),
        cookie_jar=aiohttp.DummyCookieJar(),
        timeout=aiohttp.ClientTimeout(total=settings.image_seconds),
        auto_decompress=False,
    )


def callback_session(settings: Settings) -> aiohttp.ClientSession:
    """Open a session for callbacks; the caller, who knows the key, may be inside our network."""
    return aiohttp.ClientSession(
        connector=connector_to(may_serve),
        cookie_jar=aiohttp.DummyCookieJar(),
        timeout=aiohttp.ClientTimeout(total=settings.callback_seconds),
    )


async def fetch_image(session: aiohttp.ClientSession, url: str, settings: Settings) -> bytes:
    """Fetch the bytes of an image.

    :raises ImageRefused: not a public address, not found, too large, or not an image.
    :raises ImageTooSlow: it did not arrive within `image_seconds`.
    :raises ImageNotFetched: unreachable, or the other side fails.
    """
    try:
        address = URL(url)
        for _ in range(MOST_REDIRECTS + 1):
            _refuse_private(address, settings)
            async with session.get(address, allow_redirects=False) as response:
                if response.status not in {301, 302, 303, 307, 308}:
                    return await _body(response, address, settings)
                address = address.join(URL(response.headers.get("Location", "")))
    except ValueError as error:  # also aiohttp.InvalidURL
        raise ImageRefused("its address is not valid") from error
    except TimeoutError as error:
        seconds = f"{settings.image_seconds:g} seconds"
        raise ImageTooSlow(f"{_named(address)} did not send it within {seconds}") from error
    except (aiohttp.ClientError, OSError) as error:
        if isinstance(error, aiohttp.ClientConnectorError) and _is_private(error.os_error):
            raise ImageRefused(f"{address.host} is a private address") from error
        raise ImageNotFetched(f"{_named(address)} {_what_failed(error)}") from error
    raise ImageRefused(f"more than {MOST_REDIRECTS} redirects")


def _is_private(error: OSError) -> bool:
    return isinstance(error, NotReached)


def _what_failed(error: Exception) -> str:
    """Return what happened to a connection, for people."""
    match error:
        case aiohttp.ClientConnectorDNSError():
            return "has a name that could not be resolved"
        case aiohttp.ClientSSLError():
            return "has no secure connection (TLS) that can be trusted"
        case aiohttp.ClientConnectorError(os_error=ConnectionRefusedError()):
            return "refused the connection"
        case aiohttp.ClientConnectorError():
            return "cannot be reached"
    return "broke off the connection"


def _named(address: URL) -> str:
    """Return the host's name; of a private IP address also that it is one."""
    if address.host is None or _is_public(address.host):
        return address.host or "its host"
    return f"{address.host}, a private address,"


def _is_public(host: str) -> bool:
    try:
        return is_outside(host)
    except ValueError:  # a name: the connection looks where it leads
        return True


def _refuse_private(address: URL, settings: Settings) -> None:
    """Refuse IP addresses that are not public; the resolver does not see them."""
    if address.scheme not in {"http", "https"} or address.host is None:
        raise ImageRefused("its address begins neither with http nor with https")
    if not settings.allow_private_image_urls and not _is_public(address.host):
        raise ImageRefused(f"{address.host} is a private address")


def _known(kind: str) -> str:
    """Return a media type if it is one that Python knows: a host may send any text as one."""
    return kind if kind in mimetypes.types_map.values() else "something else"


async def _body(response: aiohttp.ClientResponse, address: URL, settings: Settings) -> bytes:
    if response.status != 200:
        is_passing = response.status >= 500 or response.status in {408, 425, 429}
        kind_of = ImageNotFetched if is_passing else ImageRefused
        raise kind_of(f"{_named(address)} answered with status {response.status}")
    kind = response.content_type
    if not kind.startswith("image/") and kind != "application/octet-stream":
        raise ImageRefused(f"{_named(address)} sent {_known(kind)}, no picture")
    content = bytearray()
    async for chunk in response.content.iter_chunked(CHUNK):
        content += chunk
        if len(content) > settings.image_bytes:
            raise ImageRefused(f"it has more than {settings.image_bytes:,} bytes")
    return bytes(content)
