"""Addresses: of images and services that others give us, and of who sends a request."""

import re
from collections.abc import Iterable, Mapping
from contextlib import suppress
from ipaddress import IPv6Address, ip_address
from typing import Any, Final
from urllib.parse import urlsplit

from django.conf import settings
from django.core.checks import CheckMessage, Error
from django.core.exceptions import ValidationError
from django.core.validators import RegexValidator
from django.http import HttpRequest
from rest_framework.throttling import BaseThrottle

from foundation.fetching.addresses import may_serve, written_address

MAX_ADDRESS = 200  # characters
_VISIBLE = re.compile(r"https?://[!-~]+\Z")  # urlsplit would drop line breaks and tabs

# Accepts host names of one word, as services in one network have; Django's URLValidator does not.
check_address = RegexValidator(
    r"\Ahttps?://\S+\Z",
    "An address like https://example.org/path is expected.",
    flags=re.IGNORECASE,  # of the scheme: the rest is any text
)


def check_base_url(address: str) -> None:
    """Refuse an address without http or https or a host, or with a user, a query or a fragment.

    One where no service can be is refused too: link-local, a platform's metadata, multicast.
    """
    if not _is_base_url(address):
        raise ValidationError("An address like https://faces.example.org/api.", "invalid")
    ip = written_address(urlsplit(address).hostname or "")
    if ip is not None and not may_serve(ip):
        raise ValidationError("No service can have this address.", "invalid")


def wrong_addresses(names: Iterable[str], error_id: str) -> list[CheckMessage]:
    """Return a system check's error for each named setting that is not a base address."""
    return [
        Error(f"{name} is no address like https://faces.example.org/api.", id=error_id)
        for name in names
        if not _is_base_url(getattr(settings, name))
    ]


def is_address(address: str) -> bool:
    """Return whether an address has http or https, a host and no malformed port."""
    try:
        parts = urlsplit(address)
        _ = parts.port  # raises unless it is a number
    except ValueError:
        return False
    return _VISIBLE.match(address) is not None and bool(parts.hostname)


def is_dsn(text: str) -> bool:
    """Return whether Sentry's library can read the address of a project with its key."""
    from sentry_sdk.utils import Dsn  # slow to import, and not every installation reports errors

    try:
        Dsn(text)
    except ValueError:
        return False
    return True


def _is_base_url(address: str) -> bool:
    if not is_address(address):
        return False
    parts = urlsplit(address)
    return not (parts.username or parts.password or parts.query or parts.fragment)


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
