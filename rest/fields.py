"""Fields of the wire that need more than the framework's own."""

import re
from datetime import UTC, datetime
from typing import Any
from urllib.parse import urlsplit

from django.core.exceptions import ValidationError
from django.utils.dateparse import parse_datetime
from django.utils.timezone import is_naive
from rest_framework import serializers

INT32 = 2**31 - 1
_BASE_URL = re.compile(r"https?://[!-~]+\Z")  # urlsplit would drop line breaks and tabs


class UtcDateTimeField(serializers.DateTimeField):
    """An ISO 8601 timestamp: any offset comes in, `Z` goes out, no offset is refused."""

    default_error_messages = {
        "offset_required": "A timestamp needs an offset: 2026-05-17T09:30:00Z.",
    }

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(default_timezone=UTC, **kwargs)

    def to_internal_value(self, value: Any) -> datetime:
        moment = super().to_internal_value(value)
        if isinstance(value, str) and _has_no_offset(value):
            self.fail("offset_required")
        return moment


class BaseUrlField(serializers.CharField):
    """The address of a service, below which its endpoints lie."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**{"max_length": 200, "validators": [check_base_url], **kwargs})


class CountField(serializers.IntegerField):
    """A whole number from zero up to what an integer column holds."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**{"min_value": 0, "max_value": INT32, **kwargs})


def check_base_url(address: str) -> None:
    """Refuse what is no address of a service.

    Django's own validator takes no host of one word, which is what services of one network have.

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
    rest = parts.username or parts.password or parts.query or parts.fragment
    return _BASE_URL.match(address) is not None and bool(parts.hostname) and not rest


def _has_no_offset(text: str) -> bool:
    moment = parse_datetime(text)
    return moment is None or is_naive(moment)
