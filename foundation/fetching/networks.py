"""Where IP addresses lead: outside, inside our own network, or where no service of ours can be."""

import socket
from contextlib import suppress
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address, ip_network

Address = IPv4Address | IPv6Address

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
    return _is_outside(_read(host))


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


def _read(host: str) -> Address:
    """Read an IP address; of one that carries an IPv4 address, return that."""
    address = ip_address(host.partition("%")[0])
    if not isinstance(address, IPv6Address):
        return address
    if address in _NAT64:
        return IPv4Address(int(address) & 0xFFFF_FFFF)
    return address.ipv4_mapped or address.sixtofour or address


def _is_outside(address: Address) -> bool:
    if isinstance(address, IPv6Address) and (address.is_site_local or address.is_reserved):
        return False
    if any(address in network for network in _NOT_OUTSIDE):
        return False
    return address.is_global and not address.is_multicast
