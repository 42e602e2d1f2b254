"""Addresses, as others write them down: of images, of services."""

import re
from urllib.parse import urlsplit

from django.core.exceptions import ValidationError
from django.core.validators import RegexValidator

MAX_ADDRESS = 200  # characters
_VISIBLE = re.compile(r"https?://[!-~]+\Z")  # urlsplit would drop line breaks and tabs

# What can be asked at all; whether anything answers shows when it is. Django's own validator takes
# no host of one word, which is what services of one network have.
check_address = RegexValidator(
    r"\Ahttps?://\S+\Z", "An address like https://example.org/path is expected."
)


def check_base_url(address: str) -> None:
    """Refuse what is no address of a service, below which its endpoints lie.

    :raises ValidationError: no http or https, no host, a user, a query or a fragment.
    """
    if not _is_base_url(address):
        raise ValidationError("An address like https://faces.example.org/api.", "invalid")


def _is_base_url(address: str) -> bool:
    try:
        parts = urlsplit(address)
        _ = parts.port  # raises where it is no number
    except ValueError:
        return False
    more = parts.username or parts.password or parts.query or parts.fragment
    return _VISIBLE.match(address) is not None and bool(parts.hostname) and not more
