"""Serializers: snake_case names in Python, camelCase names on the wire and in the document.

The serializer's fields themselves are renamed, not the rendered JSON. So the OpenAPI document, the
errors' field names and the JSON always agree, and keys of free dictionaries (`DictField`,
`JSONField`) stay as they are.
"""

import re
from typing import Any, ClassVar

from rest_framework import serializers

_HUMP = re.compile(r"_([a-z0-9])")


def camel_case(name: str) -> str:
    """Return `created_on` as `createdOn`; a camelCase name is returned unchanged.

    A word of Python's own has an underscore at its end, which is dropped: `from_` is `from`.
    """
    return _HUMP.sub(lambda found: found[1].upper(), name).rstrip("_")


class CamelCaseNames(serializers.Serializer[Any]):
    """A serializer whose fields are declared in snake_case and sent in camelCase.

    `example` is one value as sent, for the document; a test compares it with the fields.
    """

    example: ClassVar[Any] = None

    def get_fields(self) -> dict[str, serializers.Field[Any, Any, Any, Any]]:
        return {
            camel_case(name): _sourced(name, field) for name, field in super().get_fields().items()
        }


class Input(CamelCaseNames):
    """A request's data; `validated_data` has snake_case keys, ready for a command."""


class Output(CamelCaseNames):
    """An answer's data, read from the attributes of a model or a dataclass."""


def _sourced(
    name: str, field: serializers.Field[Any, Any, Any, Any]
) -> serializers.Field[Any, Any, Any, Any]:
    if isinstance(field, serializers.SerializerMethodField):
        field.method_name = field.method_name or f"get_{name}"
    elif field.source is None and camel_case(name) != name:
        field.source = name
    return field
