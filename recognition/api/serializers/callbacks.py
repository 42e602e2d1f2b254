"""The shapes of recognition on the wire."""

from typing import Any
from uuid import UUID

from rest_framework import serializers

from recognition.models import Account, Strategy
from recognition.models.albums import MAX_PRIORITY
from recognition.queries import AlbumDetails, manual_part, provider_part
from rest.fields import CountField, UtcDateTimeField
from rest.serializers import Input, Output

NIL_GUID = UUID(int=0)


class FaceProviderOutput(Output):
    """A face provider that an album may use."""

    name = serializers.CharField()
    provider_id = serializers.UUIDField(source="pk")


class AlbumRecognitionOutput(Output):
    """Which face provider and which space of it an album uses; null: none."""

    face_provider_id = serializers.UUIDField(source="face_account_id", allow_null=True)
    face_provider_space_id = serializers.UUIDField(source="face_space_id", allow_null=True)


class AlbumOutput(Output):
    """An album as version 2 shows it."""

    name = serializers.CharField(source="album.name")
    start_numbers_recognition_strategy = serializers.ChoiceField(
        Strategy.choices, source="album.strategy"
    )
    start_number_capacity = serializers.IntegerField(source="album.start_number_capacity")
    normalization_policy = serializers.CharField(source="album.normalization_policy")
    priority = serializers.IntegerField(source="album.priority")
    event_date = UtcDateTimeField(source="album.event_date", allow_null=True)
    created_on = UtcDateTimeField(source="album.created_on")
    updated_on = UtcDateTimeField(source="album.updated_on")
    allowed_start_numbers_recognition_strategies = serializers.SerializerMethodField()
    allowed_face_providers = serializers.SerializerMethodField()
    recognition = AlbumRecognitionOutput(source="album")

    def get_allowed_start_numbers_recognition_strategies(self, _: AlbumDetails) -> list[str]:
        return list(Strategy.values)

    def get_allowed_face_providers(self, details: AlbumDetails) -> list[dict[str, Any]]:
        return list(FaceProviderOutput(details.face_accounts, many=True).data)


class AlbumOutputV1(AlbumOutput):
    """An album as version 1 shows it, with the deprecated fields."""

    recognition_strategy = serializers.SerializerMethodField()
    tagging_strategy = serializers.SerializerMethodField()
    allowed_strategies = serializers.SerializerMethodField()

    def get_recognition_strategy(self, details: AlbumDetails) -> str:
        return provider_part(details.album)

    def get_tagging_strategy(self, details: AlbumDetails) -> str:
        return manual_part(details.album)

    def get_allowed_strategies(self, _: AlbumDetails) -> list[str]:
        return list(Strategy.values)

    def get_allowed_face_providers(self, details: AlbumDetails) -> list[dict[str, Any]]:
        disabled = Account(pk=NIL_GUID, name="Disabled")
        shown = FaceProviderOutput([disabled, *details.face_accounts], many=True)
        return list(shown.data)


class PriorityInput(Input):
    """The new priority of an album, higher first."""

    priority = serializers.IntegerField(min_value=0, max_value=MAX_PRIORITY)


class PhotoCountOutput(Output):
    """How many photos an album has."""

    album_id = serializers.UUIDField()
    total = CountField()
    by_state = serializers.DictField(child=CountField())


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

    name = serializers.CharField(max_length=500, required=False, allow_null=True, allow_blank=True)
    persons = serializers.ListField(child=PersonItemInput(), max_length=1000)
    tags = serializers.ListField(child=TagItemInput(), max_length=1000)
