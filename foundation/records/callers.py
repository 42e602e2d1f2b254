"""Where a request comes from: one answer for throttles, locks, logs and the audit."""

from collections.abc import Mapping
from contextlib import suppress
from ipaddress import IPv6Address, ip_address
from typing import Any, Final

from django.http import HttpRequest
from rest_framework.throttling import BaseThrottle

UNKNOWN_ADDRESS: Final = "::"
_NAME_LENGTH = 255  # of the column that counts
_THROTTLE: Any = BaseThrottle()


def address_of(request: HttpRequest) -> str:
    """Return the caller's IP address, behind `TRUSTED_PROXIES`; always one, as a database takes it.

    Where the proxy's header has none, its callers share the address of the connection, or of a
    socket file `UNKNOWN_ADDRESS`. With NULL, failed sign-ins of one name would be several rows.
    """
    connection = request.META.get("REMOTE_ADDR")
    return _read(_THROTTLE.get_ident(request)) or _read(connection) or UNKNOWN_ADDRESS


def name_tried(request: HttpRequest, credentials: Mapping[str, str] | None) -> str | None:
    """Return the name of a sign-in, by which failures are counted; users' names are shorter."""
    name = (credentials or request.POST).get("username")
    return name and name[:_NAME_LENGTH]


def _read(text: str | None) -> str:
    """Return the address in a text, empty if there is none.

    Some proxies add the port, which is another one at each connection.
    """
    host = (text or "").strip()
    if host.startswith("["):
        host = host[1:].partition("]")[0]
    elif host.count(":") == 1:
        host = host.partition(":")[0]
    with suppress(ValueError):
        address = ip_address(host.partition("%")[0])
        mapped = address.ipv4_mapped if isinstance(address, IPv6Address) else None
        return str(mapped or address)
    return ""
