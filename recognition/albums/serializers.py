"""Albums, their texts, tenants and tagging hints as they are sent."""

from typing import Any

from drf_spectacular.utils import extend_schema_field, extend_schema_serializer
from rest_framework import serializers

from foundation.rest.serializers import FractionField, GuidField, Output, UtcDateTimeField
from recognition.albums.queries import list_usable_accounts
from recognition.example_ids import (
    ACCOUNT_ID,
    ALBUM_ID,
    MOMENT,
    NIL_GUID,
    SPACE_ID,
    TENANT_ID,
    TIMES,
)
from recognition.providers.models import Account
from recognition.records.albums import (
    Album,
    NormalizationPolicy,
    NumberFormat,
    RecognitionState,
    Strategy,
)
from recognition.records.strategies import Tagging, pipeline_of

_IDS = {"albumId": ALBUM_ID, "tenantId": TENANT_ID, "state": "On"}
_ALBUM = {
    "name": "City Marathon",
    "startNumbersRecognitionStrategy": "Number",
    "startNumberCapacity": 5,
    "normalizationPolicy": "StripLeadingZeros",
    "priority": 50,
    "eventDate": MOMENT,
    **TIMES,
}
_DETAILS = {
    **_ALBUM,
    "allowedStartNumbersRecognitionStrategies": list(Strategy.values),
    "allowedFaceProviders": [{"name": "Faces", "providerId": ACCOUNT_ID}],
    "recognition": {"faceProviderId": ACCOUNT_ID, "faceProviderSpaceId": SPACE_ID},
}


class FaceProviderOutput(Output):
    """A face provider that an album may use."""

    name = serializers.CharField()
    provider_id = GuidField(source="pk")


class AlbumRecognitionOutput(Output):
    """Which face provider and which space of it an album uses; null: none."""

    face_provider_id = GuidField(source="face_account_id", allow_null=True)
    face_provider_space_id = GuidField(source="face_space_id", allow_null=True)


class StrategiesField(serializers.ListField):
    """All strategies: every album may use each of them."""

    child = serializers.ChoiceField(Strategy.choices)

    def get_attribute(self, instance: Album) -> list[str]:
        return list(Strategy.values)


class AlbumFields(Output):
    """What every answer has of an album."""

    name = serializers.CharField()
    start_numbers_recognition_strategy = serializers.ChoiceField(
        Strategy.choices, source="strategy"
    )
    start_number_capacity = serializers.IntegerField()
    normalization_policy = serializers.ChoiceField(NormalizationPolicy.choices)
    priority = serializers.IntegerField()
    event_date = UtcDateTimeField(allow_null=True)
    recognition = AlbumRecognitionOutput(source="*")
    created_on = UtcDateTimeField()
    updated_on = UtcDateTimeField()


class AlbumOutput(AlbumFields):
    """An album in version 2."""

    example = {
        **_IDS,
        **_DETAILS,
        "keepDays": None,
        "minimumConfidence": 0.6,
        "numberFormat": "Digits",
        "inferNumbers": False,
    }

    album_id = GuidField(source="pk")
    tenant_id = GuidField(allow_null=True, help_text="null: not known yet.")
    state = serializers.ChoiceField(RecognitionState.choices)
    keep_days = serializers.IntegerField(
        allow_null=True, help_text="Days after the last photo; 0: for ever; null: the default."
    )
    minimum_confidence = FractionField(
        allow_null=True,
        help_text="How sure the provider must be of a number; null: the site's default.",
    )
    number_format = serializers.ChoiceField(
        NumberFormat.choices, help_text="Whether letters belong to the start numbers."
    )
    infer_numbers = serializers.BooleanField(
        help_text="Whether hidden numbers are taken from photos of the same burst."
    )
    allowed_start_numbers_recognition_strategies = StrategiesField()
    allowed_face_providers = serializers.SerializerMethodField()

    @extend_schema_field(FaceProviderOutput(many=True))
    def get_allowed_face_providers(self, album: Album) -> list[dict[str, Any]]:
        return list(FaceProviderOutput(list_usable_accounts(), many=True).data)


@extend_schema_serializer(
    deprecate_fields=["recognitionStrategy", "taggingStrategy", "allowedStrategies"]
)
class AlbumOutputV1(AlbumOutput):
    """An album in version 1, with the deprecated fields.

    `allowedFaceProviders` has the choice `Disabled` with the nil guid; in version 2 the front end
    adds it.
    """

    example = {
        **_DETAILS,
        "allowedFaceProviders": [
            {"name": "Disabled", "providerId": str(NIL_GUID)},
            {"name": "Faces", "providerId": ACCOUNT_ID},
        ],
        "recognitionStrategy": "Number",
        "taggingStrategy": "Disabled",
        "allowedStrategies": list(Strategy.values),
    }

    album_id = None  # type: ignore[assignment]  # not in version 1
    tenant_id = None  # type: ignore[assignment]  # nor this
    state = None  # type: ignore[assignment]  # nor this
    keep_days = None  # type: ignore[assignment]  # nor this
    minimum_confidence = None  # type: ignore[assignment]  # nor this
    number_format = None  # type: ignore[assignment]  # nor this
    infer_numbers = None  # type: ignore[assignment]  # nor this
    recognition_strategy = serializers.SerializerMethodField()
    tagging_strategy = serializers.SerializerMethodField()
    allowed_strategies = StrategiesField()

    @extend_schema_field(serializers.ChoiceField(["Disabled", "Number", "FaceNumber"]))
    def get_recognition_strategy(self, album: Album) -> str:
        request = pipeline_of(album).request
        return {"NUMBER": "Number", "FACE_NUMBER": "FaceNumber"}[request] if request else "Disabled"

    @extend_schema_field(serializers.ChoiceField(["Disabled", "Manual"]))
    def get_tagging_strategy(self, album: Album) -> str:
        return "Disabled" if pipeline_of(album).tagging is Tagging.NEVER else "Manual"

    @extend_schema_field(FaceProviderOutput(many=True))
    def get_allowed_face_providers(self, album: Album) -> list[dict[str, Any]]:
        disabled = Account(pk=NIL_GUID, name="Disabled")
        return list(FaceProviderOutput([disabled, *list_usable_accounts()], many=True).data)


class AlbumSummaryOutput(AlbumFields):
    """An album in a list."""

    example = {
        **_IDS,
        **_ALBUM,
        "recognition": {"faceProviderId": None, "faceProviderSpaceId": None},
    }

    album_id = GuidField(source="pk")
    tenant_id = GuidField(allow_null=True, help_text="null: not known yet.")
    state = serializers.ChoiceField(RecognitionState.choices)


class InternalAlbumOutput(AlbumSummaryOutput, AlbumOutput):
    """An album for services of the platform, in version 2."""

    example = AlbumOutput.example


# Version 1 of the AdminApi has no ids, that of the InternalApi has.
class InternalAlbumOutputV1(AlbumSummaryOutput, AlbumOutputV1):  # type: ignore[misc]
    """An album for services of the platform, in version 1 with the deprecated fields."""

    example = {**_IDS, **AlbumOutputV1.example}


class CustomTagOutput(Output):
    """A tag that taggers may put on a photo beside start numbers."""

    name = serializers.CharField()


class CustomTagsOutput(Output):
    """The custom tags of an album, by name."""

    example = {"customTags": [{"name": "finish"}, {"name": "podium"}]}

    custom_tags = CustomTagOutput(many=True)


class TaggingHintOutput(Output):
    """What a tagger must know to read the numbers of an album."""

    example = {
        "albumId": ALBUM_ID,
        "text": "Type every start number that can be read, of up to 5 digits. Leading zeros may be "
        "left out.",
        "startNumberCapacity": 5,
        "normalizationPolicy": "StripLeadingZeros",
        "numberFormat": "Digits",
        "customTags": [{"name": "finish"}, {"name": "podium"}],
    }

    album_id = GuidField(source="album.pk")
    text = serializers.CharField()
    start_number_capacity = serializers.IntegerField(source="album.start_number_capacity")
    normalization_policy = serializers.ChoiceField(
        NormalizationPolicy.choices, source="album.normalization_policy"
    )
    number_format = serializers.ChoiceField(NumberFormat.choices, source="album.number_format")
    custom_tags = CustomTagOutput(many=True)


class TenantOutput(Output):
    """A tenant."""

    example = {"tenantId": TENANT_ID, "recognitionState": "On", **TIMES}

    tenant_id = GuidField(source="pk")
    recognition_state = serializers.ChoiceField(RecognitionState.choices)
    created_on = UtcDateTimeField()
    updated_on = UtcDateTimeField()
