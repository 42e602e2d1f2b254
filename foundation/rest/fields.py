"""Fields of requests and answers that the framework does not have."""

import re
from datetime import UTC, datetime
from decimal import Decimal
from typing import Any
from uuid import UUID

from django.conf import settings
from django.utils.dateparse import parse_datetime
from django.utils.timezone import is_naive
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from foundation.records.addresses import MAX_ADDRESS, check_base_url
from foundation.records.database import time_zones
from foundation.records.guids import read_guid
from foundation.records.texts import clean, composed

INT32 = 2**31 - 1
# `Decimal` alone also reads underscores, digits of other scripts and infinities.
_DECIMAL_TEXT = re.compile(r"-?[0-9]+(\.[0-9]+)?")


class UtcDateTimeField(serializers.DateTimeField):
    """An ISO 8601 timestamp: any offset is accepted, none is refused, `Z` is sent."""

    default_error_messages = {
        "offset_required": "A timestamp needs an offset: 2026-05-17T09:30:00Z."
    }

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(default_timezone=UTC, **kwargs)

    def to_internal_value(self, value: Any) -> datetime:
        moment = super().to_internal_value(value)
        written = parse_datetime(value) if isinstance(value, str) else moment
        if written is None or is_naive(written):
            self.fail("offset_required")
        return moment


class GuidField(serializers.UUIDField):
    """A guid as text; `UUIDField` also accepts numbers, `false`, braces and stray hyphens."""

    def to_internal_value(self, data: Any) -> UUID:
        if isinstance(data, UUID):
            return data
        try:
            return read_guid(data)
        except ValueError:
            self.fail("invalid", value=data)


class NewGuidField(GuidField):
    """The guid for a new record; the nil guid is refused."""

    default_error_messages = {"nil": "The nil guid stands for no record."}

    def to_internal_value(self, data: Any) -> UUID:
        guid = super().to_internal_value(data)
        if guid.int == 0:
            self.fail("nil")
        return guid


class TextField(serializers.CharField):
    """A text that is composed, and trimmed of what is not seen; untrimmed where that is said."""

    def to_internal_value(self, data: Any) -> str:
        text: str = super().to_internal_value(data)
        cleaned = clean(text) if self.trim_whitespace else composed(text)
        if text and not cleaned and not self.allow_blank:
            self.fail("blank")
        return cleaned


class StrictTextField(TextField):
    """A text; `TextField` also accepts numbers."""

    def to_internal_value(self, data: Any) -> str:
        if not isinstance(data, str):
            self.fail("invalid")
        text: str = super().to_internal_value(data)
        return text


class ExactTextField(serializers.CharField):
    """A text of others that is kept as it came: a secret, an address, an id; no number."""

    def to_internal_value(self, data: Any) -> str:
        if not isinstance(data, str):
            self.fail("invalid")
        return super().to_internal_value(data)


class EmailField(TextField, serializers.EmailField):
    """An e-mail address."""


class BaseUrlField(ExactTextField):
    """The base address of a service's endpoints."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**{"max_length": MAX_ADDRESS, "validators": [check_base_url], **kwargs})


class CountField(serializers.IntegerField):
    """A whole number from zero to the largest of an integer column."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**{"min_value": 0, "max_value": INT32, **kwargs})


class StrictIntegerField(serializers.IntegerField):
    """A whole number as JSON writes it: no text, no 5.0, no `true`."""

    def to_internal_value(self, data: Any) -> int:
        if type(data) is not int:
            self.fail("invalid")
        return super().to_internal_value(data)


class StrictNumberField(serializers.FloatField):
    """A number as JSON writes it: no text, no `true`."""

    def to_internal_value(self, data: Any) -> float:
        if isinstance(data, bool) or not isinstance(data, int | float):
            self.fail("invalid")
        return super().to_internal_value(data)


class FractionField(StrictNumberField):
    """A number from 0 to 1."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(min_value=0, max_value=1, **kwargs)


class StrictBooleanField(serializers.BooleanField):
    """`true` or `false` as JSON writes them: no text, no 1."""

    def to_internal_value(self, data: Any) -> bool:
        if type(data) is not bool:
            self.fail("invalid", input=data)
        return data


@extend_schema_field({"oneOf": [{"type": "string"}, {"type": "number"}]})
class ExactDecimalField(serializers.DecimalField):
    """A decimal number as a text or a JSON number, read digit by digit and never as a float."""

    def to_internal_value(self, data: Any) -> Decimal:
        is_text = isinstance(data, str) and _DECIMAL_TEXT.fullmatch(data) is not None
        is_number = isinstance(data, int | float) and not isinstance(data, bool)
        if not (is_text or is_number):
            self.fail("invalid")
        return super().to_internal_value(data)


@extend_schema_field({"type": "string", "format": "binary"})
class UploadedFileField(serializers.FileField):
    """A file of a form; the framework's own is described as the address of one."""


class LanguageField(serializers.ChoiceField):
    """One of `LANGUAGES`, or empty."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(settings.LANGUAGES, allow_blank=True, **kwargs)


class TimeZoneField(StrictTextField):
    """The name of an IANA time zone that Python and the database know: `Europe/Berlin`."""

    default_error_messages = {"unknown": "A name of the IANA time zones: Europe/Berlin."}

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(max_length=64, **kwargs)

    def to_internal_value(self, data: Any) -> str:
        name = super().to_internal_value(data)
        if name not in time_zones():
            self.fail("unknown")
        return name
