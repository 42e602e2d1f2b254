"""Serializers: snake_case names in Python, camelCase names on the wire and in the document.

The fields themselves are renamed, not the rendered JSON, so keys of free dictionaries stay as they
are, and the document, the errors' field names and the JSON always agree.
"""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar
from urllib.parse import quote

from drf_spectacular.extensions import OpenApiSerializerExtension
from rest_framework import serializers
from rest_framework.exceptions import ErrorDetail, ValidationError

from foundation.records.refusals import Invalid, did_you_mean

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


@dataclass(frozen=True, slots=True)
class UnknownFields:
    """What becomes of fields that a body's shapes do not have: refused, or ignored and named."""

    KEY: ClassVar = "unknown_fields"  # in the context of serializers; without it they are ignored
    MOST_NAMED: ClassVar = 10  # of a shape, since each is compared with the known ones
    MAX_LENGTH: ClassVar = 100  # characters of a name

    are_refused: bool
    ignored: dict[str, None] = field(default_factory=dict)  # names in their order, each once

    def headers(self) -> dict[str, str]:
        """Return the header that names what was ignored (RFC 7234, 5.5), in ASCII."""
        if not self.ignored:
            return {}
        quoted = [quote(name, safe="") for name in self.ignored][: self.MOST_NAMED]
        names = ", ".join(name[: self.MAX_LENGTH] for name in quoted)
        return {"Warning": f'299 - "Ignored, since there are no such fields: {names}"'}


class Input(CamelCaseNames):
    """A request's data; `validated_data` has snake_case keys, ready for a command."""

    is_open: ClassVar[bool] = False

    def to_internal_value(self, data: Any) -> Any:
        """Read the data; fields that the shape does not have are refused beside what is wrong."""
        wrong = self._unknown(data) if isinstance(data, Mapping) else {}
        try:
            value = super().to_internal_value(data)
        except ValidationError as fault:
            raise ValidationError({**fault.detail, **wrong}) from None  # type: ignore[dict-item]
        if wrong:
            raise ValidationError(wrong)
        return value

    def _unknown(self, data: Mapping[str, Any]) -> dict[str, list[ErrorDetail]]:
        asked: UnknownFields | None = self.context.get(UnknownFields.KEY)
        if asked is None or self.is_open:
            return {}
        unknown = sorted(data.keys() - self.fields.keys())[: asked.MOST_NAMED]
        names = [name[: asked.MAX_LENGTH] for name in unknown]
        if asked.are_refused:
            return {name: [_no_field(name, self.fields)] for name in names}
        asked.ignored.update(dict.fromkeys(names))
        return {}


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


def _no_field(name: str, known: Iterable[str]) -> ErrorDetail:
    names = sorted(known)
    offer = did_you_mean(name, names) or f"; there are {', '.join(names)}."
    return ErrorDetail(f"There is no field {name!r}{offer}", code="unknown_field")


def _sourced(
    name: str, field: serializers.Field[Any, Any, Any, Any]
) -> serializers.Field[Any, Any, Any, Any]:
    if isinstance(field, serializers.SerializerMethodField):
        field.method_name = field.method_name or f"get_{name}"
    elif field.source is None and camel_case(name) != name:
        field.source = name
    return field
