"""Serializers: snake_case names in Python, camelCase names on the wire and in the document.

The fields themselves are renamed, not the rendered JSON, so keys of free dictionaries stay as they
are, and the document, the errors' field names and the JSON always agree.
"""

import re
from collections.abc import Mapping
from typing import Any, ClassVar

from rest_framework import serializers

from foundation.records.refusals import Invalid

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
