"""Serializers and their fields: snake_case in Python, camelCase on the wire and in the document.

The fields themselves are renamed, not the rendered JSON, so keys of free dictionaries stay as they
are, and the document, the errors' field names and the JSON always agree.
"""

import re
from collections.abc import Mapping
from datetime import UTC, datetime
from decimal import Decimal
from typing import Any, ClassVar
from uuid import UUID

from django.conf import settings
from django.utils.dateparse import parse_datetime
from django.utils.timezone import is_naive
from drf_spectacular.extensions import OpenApiSerializerExtension
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers
from rest_framework.exceptions import ValidationError

from foundation.records.addresses import MAX_ADDRESS, check_base_url
from foundation.records.database import time_zones
from foundation.records.formats import read_guid
from foundation.records.refusals import Invalid
from foundation.records.texts import clean, composed
from foundation.rest.unknown_fields import UnknownFields

_HUMP = re.compile(r"_([a-z0-9])")


def camel_case(name: str) -> str:
    """Return `created_on` as `createdOn`; a camelCase name is returned unchanged.

    A word of Python's own has an underscore at its end, which is dropped: `from_` is `from`.
    """
    return _HUMP.sub(lambda found: found[1].upper(), name).rstrip("_")


class CamelCaseNames(serializers.Serializer[Any]):
    """A serializer whose fields are declared in snake_case and sent in camelCase."""

    example: ClassVar[Any] = None  # one value as sent, for the document; a test compares it

    def get_fields(self) -> dict[str, serializers.Field[Any, Any, Any, Any]]:
        return {
            camel_case(name): _sourced(name, field) for name, field in super().get_fields().items()
        }


class Input(CamelCaseNames):
    """A request's data; `validated_data` has snake_case keys, ready for a command."""

    is_open: ClassVar[bool] = False

    def to_internal_value(self, data: Any) -> Any:
        """Read the data; fields that the shape does not have are refused beside what is wrong."""
        asked: UnknownFields | None = None if self.is_open else self.context.get(UnknownFields.KEY)
        wrong = asked.refused(data, self.fields) if asked and isinstance(data, Mapping) else {}
        try:
            value = super().to_internal_value(data)
        except ValidationError as fault:
            raise ValidationError({**fault.detail, **wrong}) from None  # type: ignore[dict-item]
        if wrong:
            raise ValidationError(wrong)
        return value


class OpenInput(Input):
    """Data of others, who may add fields at any time: those are ignored in every version."""

    is_open = True


class ClosedShape(OpenApiSerializerExtension):  # type: ignore[no-untyped-call]
    """Says in documents that an input has no other fields; defining the class registers it."""

    target_class = Input
    match_subclasses = True

    def map_serializer(self, auto_schema: Any, direction: Any) -> dict[str, Any]:
        shape: dict[str, Any] = auto_schema._map_serializer(  # noqa: SLF001 (as it documents)
            self.target, direction, bypass_extensions=True
        )
        return shape if self.target.is_open else {**shape, "additionalProperties": False}


class Output(CamelCaseNames):
    """An answer's data, read from the attributes of a model or a dataclass."""


def read_message(
    shape: type[Input], data: Mapping[str, Any], refusal: type[Invalid]
) -> dict[str, Any]:
    """Return the data of a message as a command takes them, or raise them as this refusal."""
    message = shape(data=dict(data))
    if not message.is_valid():
        faults = {name: str(errors[0]) for name, errors in message.errors.items()}
        sentence = "; ".join(f"{name}: {fault}" for name, fault in faults.items())
        raise refusal(f"The data cannot be read. {sentence}", faults)
    return dict(message.validated_data)


def _sourced(
    name: str, field: serializers.Field[Any, Any, Any, Any]
) -> serializers.Field[Any, Any, Any, Any]:
    if isinstance(field, serializers.SerializerMethodField):
        field.method_name = field.method_name or f"get_{name}"
    elif field.source is None and camel_case(name) != name:
        field.source = name
    return field


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
