"""Callbacks of the number provider as they are received."""

from typing import Any

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers
from rest_framework.exceptions import ErrorDetail

from foundation.rest.serializers import ExactTextField, FractionField, OpenInput, StrictBooleanField
from recognition.example_ids import ALBUM_ID, PHOTO_ID, SELFIE_ID
from recognition.providers.faces.port import MAX_PERSON_ID
from recognition.wire.reports import MAX_ITEMS

_BOUND = f"Of each photo the first {MAX_ITEMS:,} are used."
_NO_ID = ErrorDetail("A person has an id.", code="no_id")
_OPTIONAL_TEXT: dict[str, Any] = {"required": False, "allow_null": True, "allow_blank": True}


class BoxInput(OpenInput):
    """A rectangle in fractions of the image."""

    left = serializers.FloatField()
    top = serializers.FloatField()
    width = serializers.FloatField()
    height = serializers.FloatField()


class AlternativeInput(OpenInput):
    """Another reading of the same text."""

    value = ExactTextField(max_length=200)
    confidence = FractionField()


@extend_schema_field(AlternativeInput(many=True))
class AlternativesField(serializers.JSONField):
    """Other readings, the best first, at most five; what is malformed is ignored, not refused."""


@extend_schema_field(OpenApiTypes.STR)
class PhraseField(serializers.JSONField):
    """The text around a reading, and with it; anything but a text is ignored, not refused."""


class CallbackItemInput(OpenInput):
    """What a person and a tag have in common."""

    name = ExactTextField(**_OPTIONAL_TEXT)
    confidence = serializers.FloatField(required=False, allow_null=True)
    box = BoxInput(required=False, allow_null=True)


class PossibleInput(OpenInput):
    """Another person that a face may be, less surely."""

    id = ExactTextField(max_length=MAX_PERSON_ID)
    confidence = FractionField()


@extend_schema_field(PossibleInput(many=True))
class PossibleField(serializers.JSONField):
    """Who a face may be instead, at most five; what is malformed is ignored, not refused."""


class PersonItemInput(CallbackItemInput):
    """A person; `id` is the provider's id of this person."""

    id = ExactTextField(max_length=MAX_PERSON_ID)
    possible = PossibleField(required=False, allow_null=True)


class TagItemInput(CallbackItemInput):
    """A tag: `value` is the number as read, `alternatives` are other readings of the same text."""

    id = ExactTextField(max_length=200, **_OPTIONAL_TEXT)
    alternatives = AlternativesField(required=False, allow_null=True)
    phrase = PhraseField(required=False, allow_null=True)
    value = ExactTextField(max_length=200, allow_blank=True, trim_whitespace=False)


class ErrorInput(OpenInput):
    """What the provider could not do; the collections are empty then."""

    code = ExactTextField(max_length=100)
    detail = ExactTextField(max_length=1000)
    retriable = StrictBooleanField(help_text="false: trying again cannot help.")


class _AsItCame(serializers.Field[Any, Any, Any, Any]):
    """A value that is not checked here: what cannot be used of it is left out when it is applied.

    So one unusable item affects neither the others nor the callback.
    """

    def to_internal_value(self, data: Any) -> Any:
        return data


@extend_schema_field(OpenApiTypes.STR)
class NameField(_AsItCame):
    """The photo's or the selfie's id, up to the first `;`; anything else names none."""


@extend_schema_field(ErrorInput)
class ErrorField(_AsItCame):
    """What the provider could not do."""


@extend_schema_field(TagItemInput(many=True))
class TagsField(_AsItCame):
    """Tags; each without a usable `value` is rejected by itself."""

    default_error_messages = {"not_a_list": "This is no list."}

    def to_internal_value(self, data: Any) -> Any:
        if not isinstance(data, list):
            self.fail("not_a_list")
        return data


@extend_schema_field(PersonItemInput(many=True))
class PersonsField(TagsField):
    """Persons; where one is without an `id`, the callback is refused."""

    def to_internal_value(self, data: Any) -> Any:
        for index, person in enumerate(super().to_internal_value(data)):
            if not _has_id(person):
                raise serializers.ValidationError({str(index): [_NO_ID]})
        return data


def _has_id(person: Any) -> bool:
    given = person.get("id") if isinstance(person, dict) else None
    return type(given) is int or (isinstance(given, str) and bool(given.strip()))


class NumberCallbackInput(OpenInput):
    """What the number provider calls back; both collections are required and may be empty."""

    example = {
        "name": f"{PHOTO_ID};{ALBUM_ID}",
        "persons": [
            {
                "id": "person-17",
                "confidence": 0.98,
                "box": {"left": 0.4, "top": 0.1, "width": 0.1, "height": 0.15},
            }
        ],
        "tags": [
            {
                "value": "0101",
                "confidence": 0.93,
                "box": {"left": 0.38, "top": 0.4, "width": 0.14, "height": 0.07},
                "alternatives": [{"value": "0107", "confidence": 0.04}],
                "phrase": "City Marathon 0101",
            }
        ],
    }

    name = NameField(required=False, allow_null=True)
    persons = PersonsField(help_text=_BOUND)
    tags = TagsField(help_text=_BOUND)
    error = ErrorField(required=False, allow_null=True, help_text="Left out: it was done.")


class SelfieCallbackInput(NumberCallbackInput):
    """What the number provider calls back about a selfie: the same, named by the selfie."""

    example = {
        "name": f"{SELFIE_ID};{ALBUM_ID}",
        "persons": NumberCallbackInput.example["persons"],
        "tags": [],
    }
