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
    :raises ImageNotFetched: unreachable, too slow, or the other side fails.
    """
    try:
        address = URL(url)
        for _ in range(MOST_REDIRECTS + 1):
            _refuse_private(address, settings)
            async with session.get(address, allow_redirects=False) as response:
                if response.status not in {301, 302, 303, 307, 308}:
                    return await _body(response, settings)
                address = address.join(URL(response.headers.get("Location", "")))
    except ValueError as error:  # also aiohttp.InvalidURL
        raise ImageRefused(f"no address: {error}") from error
    except (TimeoutError, aiohttp.ClientError, OSError) as error:
        if isinstance(error, aiohttp.ClientConnectorError) and _is_private(error.os_error):
            raise ImageRefused(f"{address.host} is not a public address") from error
        raise ImageNotFetched(f"{type(error).__name__}: {error}".rstrip(": ")) from error
    raise ImageRefused(f"more than {MOST_REDIRECTS} redirects")


def _is_private(error: OSError) -> bool:
    return isinstance(error, NotPublic)


def _refuse_private(address: URL, settings: Settings) -> None:
    """Refuse IP addresses that are not public; the resolver does not see them."""
    if address.scheme not in {"http", "https"} or address.host is None:
        raise ImageRefused(f"{address.scheme or 'no scheme'} is neither http nor https")
    if settings.allow_private_image_urls:
        return
    try:
        public = ip_address(address.host).is_global
    except ValueError:
        return
    if not public:
        raise ImageRefused(f"{address.host} is not a public address")


async def _body(response: aiohttp.ClientResponse, settings: Settings) -> bytes:
    if response.status != 200:
        is_passing = response.status >= 500 or response.status in {408, 425, 429}
        kind_of = ImageNotFetched if is_passing else ImageRefused
        raise kind_of(f"status {response.status}")
    kind = response.content_type
    if not kind.startswith("image/") and kind != "application/octet-stream":
        raise ImageRefused(f"content type {kind}")
    content = bytearray()
    async for chunk in response.content.iter_chunked(CHUNK):
        content += chunk
        if len(content) > settings.image_bytes:
            raise ImageRefused(f"more than {settings.image_bytes} bytes")
    return bytes(content)
