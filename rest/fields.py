"""Fields of requests and answers that the framework does not have."""

from datetime import UTC, datetime
from typing import Any
from uuid import UUID

from django.utils.dateparse import parse_datetime
from django.utils.timezone import is_naive
from rest_framework import serializers

from records.addresses import MAX_ADDRESS, check_base_url

INT32 = 2**31 - 1


class UtcDateTimeField(serializers.DateTimeField):
    """An ISO 8601 timestamp: any offset is accepted, none is refused, `Z` is sent."""

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


class GuidField(serializers.UUIDField):
    """A guid as text; `UUIDField` also accepts numbers, and `false` as the nil guid."""

    def to_internal_value(self, data: Any) -> UUID:
        if not isinstance(data, str | UUID):
            self.fail("invalid", value=data)
        return super().to_internal_value(data)


class NewGuidField(GuidField):
    """The guid for a new record; the nil guid is refused."""

    default_error_messages = {"nil": "The nil guid stands for no record."}

    def to_internal_value(self, data: Any) -> UUID:
        guid = super().to_internal_value(data)
        if guid.int == 0:
            self.fail("nil")
        return guid


class BaseUrlField(serializers.CharField):
    """The base address of a service's endpoints."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**{"max_length": MAX_ADDRESS, "validators": [check_base_url], **kwargs})


class CountField(serializers.IntegerField):
    """A whole number from zero to the largest of an integer column."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**{"min_value": 0, "max_value": INT32, **kwargs})


def _has_no_offset(text: str) -> bool:
    moment = parse_datetime(text)
    return moment is None or is_naive(moment)
