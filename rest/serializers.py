"""Serializers: snake_case attributes inside, camelCase names on the wire, in the document too.

The names are changed on the serializer's fields themselves, not in a renderer: so the OpenAPI
document, the errors' field names and the JSON agree by construction, and the keys of free
dictionaries (a `DictField`, a `JSONField`) are never touched.
"""

from typing import Any, ClassVar

from rest_framework import serializers

from rest.spelling import camel_case


class CamelCaseNames(serializers.Serializer[Any]):
    """A serializer whose fields are declared in snake_case and spoken in camelCase.

    `example` is one value as it goes over the wire, for the document; a test holds it to the shape.
    """

    example: ClassVar[Any] = None

    def get_fields(self) -> dict[str, serializers.Field[Any, Any, Any, Any]]:
        return {
            camel_case(name): _aimed(name, field) for name, field in super().get_fields().items()
        }


class Input(CamelCaseNames):
    """What a request carries; `validated_data` has snake_case keys, ready for a command."""


class Output(CamelCaseNames):
    """What an answer carries, read from a model's or a dataclass's attributes."""


class Empty(Output):
    """Nothing: the shape of an answer without a body."""


def _aimed(
    name: str, field: serializers.Field[Any, Any, Any, Any]
) -> serializers.Field[Any, Any, Any, Any]:
    if isinstance(field, serializers.SerializerMethodField):
        field.method_name = field.method_name or f"get_{name}"
    elif field.source is None and camel_case(name) != name:
        field.source = name
    return field
