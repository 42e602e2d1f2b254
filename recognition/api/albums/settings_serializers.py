"""What staff decide about albums and tenants, on the wire."""

from collections.abc import Mapping
from typing import Any
from uuid import UUID

from rest_framework import serializers

from recognition.api.samples import ACCOUNT_ID, NIL_GUID, SPACE_ID
from recognition.models import NormalizationPolicy, RecognitionState, Strategy
from recognition.models.albums import MAX_CAPACITY, MAX_PRIORITY
from rest.fields import GuidField
from rest.serializers import Input

_BESIDE_A_STRATEGY = frozenset({"normalizationPolicy", "startNumberCapacity"})


class NilGuidField(GuidField):
    """A guid of which the nil one means null, as version 1's front end says `Disabled`."""

    def to_internal_value(self, value: Any) -> UUID | None:  # type: ignore[override]
        guid = super().to_internal_value(value)
        return None if guid == NIL_GUID else guid


class PriorityInput(Input):
    """The new priority of an album, higher first."""

    example = {"priority": 50}

    priority = serializers.IntegerField(min_value=0, max_value=MAX_PRIORITY)


class RecognitionSettingsInput(Input):
    """The recognition settings of an album in version 2: all but the space are required."""

    example = {
        "providerId": ACCOUNT_ID,
        "providerSpaceId": SPACE_ID,
        "startNumbersRecognitionStrategy": "Number",
        "normalizationPolicy": "StripLeadingZeros",
        "startNumberCapacity": 5,
    }

    provider_id = GuidField(
        source="face_account_id", allow_null=True, help_text="null: no face provider."
    )
    provider_space_id = GuidField(
        source="face_space_id",
        required=False,
        allow_null=True,
        help_text="A space of that account; left out or null: its default space. "
        "Of no consequence where `providerId` is null.",
    )
    start_numbers_recognition_strategy = serializers.ChoiceField(
        Strategy.choices, source="strategy"
    )
    normalization_policy = serializers.ChoiceField(NormalizationPolicy.choices)
    start_number_capacity = serializers.IntegerField(min_value=1, max_value=MAX_CAPACITY)


class RecognitionSettingsInputV1(RecognitionSettingsInput):
    """The recognition settings of an album in version 1: the last three may be null or left out.

    Without a strategy only the face provider is changed, and the other two are not looked at; with
    one, a policy or capacity that is null stays as it is. The nil guid means null.
    """

    example = {
        "providerId": str(NIL_GUID),
        "startNumbersRecognitionStrategy": "Number",
        "normalizationPolicy": None,
        "startNumberCapacity": None,
    }

    provider_id = NilGuidField(
        source="face_account_id", allow_null=True, help_text="null or nil: no face provider."
    )
    provider_space_id = NilGuidField(
        source="face_space_id",
        required=False,
        allow_null=True,
        help_text="A space of that account; left out, null or nil: its default space. "
        "Of no consequence where `providerId` is null.",
    )

    def to_internal_value(self, data: Any) -> Any:
        """Look at policy and capacity only beside a strategy."""
        if isinstance(data, Mapping) and data.get("startNumbersRecognitionStrategy") is None:
            data = {name: data[name] for name in data if name not in _BESIDE_A_STRATEGY}
        return super().to_internal_value(data)

    start_numbers_recognition_strategy = serializers.ChoiceField(
        Strategy.choices,
        source="strategy",
        required=False,
        allow_null=True,
        help_text="null: only the face provider is changed.",
    )
    normalization_policy = serializers.ChoiceField(
        NormalizationPolicy.choices,
        required=False,
        allow_null=True,
        help_text="null: stays as it is.",
    )
    start_number_capacity = serializers.IntegerField(
        min_value=1,
        max_value=MAX_CAPACITY,
        required=False,
        allow_null=True,
        help_text="null: stays as it is.",
    )


class RecognitionStateInput(Input):
    """Whether photos are recognised."""

    example = {"state": "Off"}

    state = serializers.ChoiceField(RecognitionState.choices)
