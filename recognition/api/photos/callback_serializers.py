"""What the number provider calls back with, on the wire."""

from rest_framework import serializers

from recognition.api.samples import ALBUM_ID, PHOTO_ID, SELFIE_ID
from rest.serializers import Input


class BoxInput(Input):
    """A rectangle in fractions of the image."""

    left = serializers.FloatField()
    top = serializers.FloatField()
    width = serializers.FloatField()
    height = serializers.FloatField()


class CallbackItemInput(Input):
    """A person or a tag that the provider recognised."""

    id = serializers.CharField(max_length=200, required=False, allow_null=True, allow_blank=True)
    name = serializers.CharField(max_length=500, required=False, allow_null=True, allow_blank=True)
    value = serializers.CharField(
        max_length=200, required=False, allow_null=True, allow_blank=True, trim_whitespace=False
    )
    confidence = serializers.FloatField(required=False, allow_null=True)
    box = BoxInput(required=False, allow_null=True)


class PersonItemInput(CallbackItemInput):
    """A person: `id` says who."""

    id = serializers.CharField(max_length=200)


class TagItemInput(CallbackItemInput):
    """A tag: `value` is the number as read."""

    value = serializers.CharField(max_length=200, allow_blank=True, trim_whitespace=False)


class NumberCallbackInput(Input):
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
            }
        ],
    }

    name = serializers.CharField(max_length=500, required=False, allow_null=True, allow_blank=True)
    persons = serializers.ListField(child=PersonItemInput(), max_length=1000)
    tags = serializers.ListField(child=TagItemInput(), max_length=1000)


class SelfieCallbackInput(NumberCallbackInput):
    """What the number provider calls back about a selfie: the same, named by the selfie."""

    example = {
        "name": f"{SELFIE_ID};{ALBUM_ID}",
        "persons": NumberCallbackInput.example["persons"],
        "tags": [],
    }
