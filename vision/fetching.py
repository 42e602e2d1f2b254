"""Fetches images from given addresses, within limits."""

import errno
from ipaddress import ip_address
from socket import AF_UNSPEC, AddressFamily

import aiohttp
from aiohttp.abc import AbstractResolver, ResolveResult
from yarl import URL

from vision.settings import Settings

MOST_REDIRECTS = 5
CHUNK = 65_536


class ImageNotFetched(Exception):
    """An image could not be fetched this time."""


class ImageTooSlow(ImageNotFetched):
    """An image did not arrive in time."""


class ImageRefused(ImageNotFetched):
    """An image cannot be fetched from its address, however often it is tried."""


class NotPublic(OSError):
    """A name has no public address."""


class PublicResolver(AbstractResolver):
    """Resolves names to public addresses only, at every connection, as names may change."""

    def __init__(self) -> None:
        self._resolver = aiohttp.ThreadedResolver()

    async def resolve(
        self, host: str, port: int = 0, family: AddressFamily | int = AF_UNSPEC
    ) -> list[ResolveResult]:
        found = await self._resolver.resolve(host, port, AddressFamily(family))
        public = [address for address in found if ip_address(address["host"]).is_global]
        if not public:
            raise NotPublic(errno.EACCES, f"{host} has no public address")
        return public

    async def close(self) -> None:
        await self._resolver.close()


def image_session(settings: Settings) -> aiohttp.ClientSession:
    """Open a session for images; without ALLOW_PRIVATE_IMAGE_URLS it reaches public hosts only."""
    resolver = None if settings.allow_private_image_urls else PublicResolver()
    return aiohttp.ClientSession(
        connector=aiohttp.TCPConnector(resolver=resolver),
        timeout=aiohttp.ClientTimeout(total=settings.image_seconds),
        auto_decompress=False,
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
    return isinstance(error, NotPublic)


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
        return ip_address(host).is_global
    except ValueError:  # a name: the resolver looks where it leads
        return True


def _refuse_private(address: URL, settings: Settings) -> None:
    """Refuse IP addresses that are not public; the resolver does not see them."""
    if address.scheme not in {"http", "https"} or address.host is None:
        raise ImageRefused("its address begins neither with http nor with https")
    if not settings.allow_private_image_urls and not _is_public(address.host):
        raise ImageRefused(f"{address.host} is a private address")


async def _body(response: aiohttp.ClientResponse, address: URL, settings: Settings) -> bytes:
    if response.status != 200:
        is_passing = response.status >= 500 or response.status in {408, 425, 429}
        kind_of = ImageNotFetched if is_passing else ImageRefused
        raise kind_of(f"{_named(address)} answered with status {response.status}")
    kind = response.content_type
    if not kind.startswith("image/") and kind != "application/octet-stream":
        raise ImageRefused(f"{_named(address)} sent {kind}, no picture")
    content = bytearray()
    async for chunk in response.content.iter_chunked(CHUNK):
        content += chunk
        if len(content) > settings.image_bytes:
            raise ImageRefused(f"it has more than {settings.image_bytes:,} bytes")
    return bytes(content)
