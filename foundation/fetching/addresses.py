"""Addresses of pictures, sent as they were written; and why there is no picture at one."""

import re
import socket
from base64 import b64encode
from contextlib import suppress
from dataclasses import dataclass
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address, ip_network
from typing import Self
from urllib.parse import quote, unquote, urljoin, urlsplit

IPAddress = IPv4Address | IPv6Address

_NAT64 = IPv6Network("64:ff9b::/96")
# Not public, though not every version of Python says so: Azure's own services, assignments of the
# IETF (metadata of one platform), relays of 6to4, addresses for documentation.
_NOT_OUTSIDE = [
    ip_network(each)
    for each in ("168.63.129.16/32", "192.0.0.0/24", "192.88.99.0/24", "3fff::/20", "5f00::/16")
]
# Where platforms answer with a machine's credentials; most are link-local.
_METADATA = [
    ip_network(each)
    for each in (
        "168.63.129.16/32",
        "192.0.0.192/32",
        "100.100.100.200/32",
        "fd00:ec2::254/128",
        "fd20:ce::254/128",
    )
]


def is_outside(host: str) -> bool:
    """Return whether an IP address is outside our network, and an IPv4 address in it too."""
    address = _read(host)
    if isinstance(address, IPv6Address) and (address.is_site_local or address.is_reserved):
        return False
    if any(address in network for network in _NOT_OUTSIDE):
        return False
    return address.is_global and not address.is_multicast


def may_serve(host: str) -> bool:
    """Return whether a service that staff name may have this IP address.

    It may be inside. It is not link-local, a metadata service, multicast or unspecified.
    """
    address = _read(host)
    return not (
        address.is_link_local
        or address.is_multicast
        or address.is_unspecified
        or (isinstance(address, IPv4Address) and (address.is_reserved or int(address) < 1 << 24))
        or any(address in network for network in _METADATA)
    )


def written_address(host: str) -> str | None:
    """Return the IP address that a host's name is, as connections read it; None: it is a name.

    `127.1`, `0x7f000001` and `2130706433` are addresses as well.
    """
    with suppress(ValueError):
        return str(ip_address(host.partition("%")[0]))
    with suppress(OSError, UnicodeError):
        return socket.inet_ntoa(socket.inet_aton(host.rstrip(".")))
    return None


def _read(host: str) -> IPAddress:
    """Read an IP address; of one that carries an IPv4 address, return that."""
    address = ip_address(host.partition("%")[0])
    if not isinstance(address, IPv6Address):
        return address
    if address in _NAT64:
        return IPv4Address(int(address) & 0xFFFF_FFFF)
    return address.ipv4_mapped or address.sixtofour or address


def in_ascii(host: str) -> str:
    """Return a host's name as headers and certificates have it."""
    return host if host.isascii() else host.encode("idna").decode()


MAX_ADDRESS = 4000  # characters
_ADDRESS = re.compile(r"(https?)://([^/?#\\]+)([^#]*)", re.IGNORECASE)
_SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*:")
# What no request line can have; everything else is sent as it stands.
_UNSENDABLE = re.compile(r"[^!-~]+")


class PictureNotFetched(Exception):
    """A picture could not be fetched this time; the text says why, after "cannot be fetched: "."""


class PictureTooSlow(PictureNotFetched):
    """A picture did not arrive in time."""


class HostUnknown(PictureNotFetched):
    """The host has no address. Callers must not be able to tell it from `HostInside`."""


class PictureRefused(PictureNotFetched):
    """A picture cannot be fetched from its address, however often it is tried."""


class PictureNotFound(PictureRefused):
    """Its host says that there is no such picture."""


class HostInside(PictureRefused):
    """The host is inside our own network."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Address:
    """An address in its parts; `target` is its path and query as written."""

    scheme: str
    authority: str
    target: str
    host: str
    port: int

    @classmethod
    def read(cls, url: str) -> Self:
        """Read an address.

        :raises PictureRefused: it is none of http or https.
        """
        found = _ADDRESS.match(url)
        if found is None:
            raise PictureRefused(_why_not(url))
        scheme, authority, rest = found[1].lower(), found[2], found[3]
        try:
            parts = urlsplit(f"//{authority}")
            host, port = parts.hostname, parts.port
        except ValueError:
            raise PictureRefused("its address is not valid") from None
        if not host or len(url) > MAX_ADDRESS or re.search(r"[\s\0-\x1f%]", host):
            raise PictureRefused("its address is not valid")
        target = rest if rest.startswith("/") else f"/{rest}"
        return cls(
            scheme=scheme,
            authority=authority,
            target=_UNSENDABLE.sub(lambda text: quote(text[0], safe=""), target),
            host=host,
            port=port or (443 if scheme == "https" else 80),
        )

    @property
    def headers(self) -> dict[str, str]:
        user, _, host = self.authority.rpartition("@")
        wanted = {"Host": in_ascii(host), "Accept-Encoding": "identity"}
        if user:
            wanted["Authorization"] = f"Basic {b64encode(unquote(user).encode()).decode()}"
        return wanted

    def redirected(self, location: str) -> Self:
        """Return where a redirect leads; what it writes is not written otherwise."""
        if _SCHEME.match(location):
            return self.read(location)
        if location.startswith("//"):
            return self.read(f"{self.scheme}:{location}")
        origin = f"{self.scheme}://{self.authority}"
        if location.startswith("/"):
            return self.read(f"{origin}{location}")
        try:
            return self.read(urljoin(f"{origin}{self.target}", location))
        except ValueError:
            raise PictureRefused("its address is not valid") from None

    @property
    def named(self) -> str:
        """The host's name; of a private IP address also that it is one."""
        try:
            is_private = not is_outside(self.host)
        except ValueError:  # a name: where it leads is looked at before the connection
            is_private = False
        return f"{self.host}, a private address," if is_private else self.host


def _why_not(url: str) -> str:
    if url.lower().startswith(("http://", "https://")):
        return "its address is not valid"
    return "its address begins neither with http nor with https"
