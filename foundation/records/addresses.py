"""Checks of addresses that others give us: of images and of services."""

import re
from collections.abc import Iterable
from urllib.parse import urlsplit

from django.conf import settings
from django.core.checks import CheckMessage, Error
from django.core.exceptions import ValidationError
from django.core.validators import RegexValidator

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
