"""Accounts at face providers and their spaces on the wire; credentials are never sent out."""

import json
from typing import Any

from rest_framework import serializers

from foundation.rest.fields import (
    BaseUrlField,
    ExactTextField,
    GuidField,
    NewGuidField,
    StrictBooleanField,
    StrictNumberField,
    StrictTextField,
    UtcDateTimeField,
)
from foundation.rest.serializers import Input, Output
from recognition.api.samples import ACCOUNT_ID, SPACE_ID, TIMES
from recognition.models import FaceProviderName
from recognition.models.accounts import MAX_REQUESTS_PER_SECOND, MIN_REQUESTS_PER_SECOND

MAX_CREDENTIALS = 10_000  # characters of JSON
REPEATABLE = "Makes the request repeatable; left out: a new one."

_ACCOUNT = {
    "accountId": ACCOUNT_ID,
    "name": "Faces",
    "provider": "local",
    "baseUrl": "https://faces.example.org",
    "requestsPerSecond": 10,
}
_CREDENTIALS = {"credentials": {"key": "key-of-the-service"}}


class CredentialsField(serializers.DictField):
    """What the adapter signs in with at the provider: a free JSON object, never shown again."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(
            write_only=True, help_text="Stored encrypted and never shown again.", **kwargs
        )

    def to_internal_value(self, data: Any) -> dict[str, Any]:
        found: dict[str, Any] = super().to_internal_value(data)
        if len(json.dumps(found)) > MAX_CREDENTIALS:
            raise serializers.ValidationError("These are too long.", "max_length")
        return found


def _requests_per_second() -> StrictNumberField:
    return StrictNumberField(
        required=False,
        min_value=MIN_REQUESTS_PER_SECOND,
        max_value=MAX_REQUESTS_PER_SECOND,
        allow_null=True,
        help_text="How many the provider takes from all processes together; null: no limit.",
    )


class AccountInput(Input):
    """A new account at a face provider."""

    example = {**_ACCOUNT, **_CREDENTIALS}

    account_id = NewGuidField(required=False, help_text=REPEATABLE)
    name = StrictTextField(max_length=200)
    provider = serializers.ChoiceField(FaceProviderName.choices)
    base_url = BaseUrlField(required=False, allow_blank=True, default="")
    requests_per_second = _requests_per_second()
    credentials = CredentialsField(default=dict)


class AccountChangeInput(Input):
    """What is to change about an account; what is left out stays."""

    example = {"name": "Faces of the city", "requestsPerSecond": None, **_CREDENTIALS}

    name = StrictTextField(max_length=200, required=False)
    provider = serializers.ChoiceField(FaceProviderName.choices, required=False)
    base_url = BaseUrlField(required=False, allow_blank=True)
    requests_per_second = _requests_per_second()
    credentials = CredentialsField(required=False)


class ActiveInput(Input):
    """Whether an account or a space may be used."""

    example = {"isActive": False}

    is_active = StrictBooleanField()


class AccountOutput(Output):
    """An account at a face provider."""

    example = {**_ACCOUNT, "isActive": True, **TIMES}

    account_id = GuidField(source="pk")
    name = serializers.CharField()
    provider = serializers.ChoiceField(FaceProviderName.choices)
    base_url = serializers.CharField(help_text="Empty: the provider has an address of its own.")
    requests_per_second = serializers.FloatField(allow_null=True, help_text="null: no limit.")
    is_active = serializers.BooleanField()
    created_on = UtcDateTimeField()
    updated_on = UtcDateTimeField()


class SpaceInput(Input):
    """A new space of an account."""

    example = {
        "accountSpaceId": SPACE_ID,
        "name": "Everybody",
        "externalId": "everybody",
        "isDefault": True,
    }

    account_space_id = NewGuidField(required=False, help_text=REPEATABLE)
    name = StrictTextField(max_length=200)
    external_id = ExactTextField(max_length=200, help_text="What the provider calls it.")
    is_default = StrictBooleanField(
        default=False, help_text="The account's default space, in place of the present one."
    )


class SpaceChangeInput(Input):
    """What is to change about a space; what is left out stays."""

    example = {"name": "Everybody of 2026", "isDefault": True}

    name = StrictTextField(max_length=200, required=False)
    external_id = ExactTextField(max_length=200, required=False)
    is_default = StrictBooleanField(required=False)


class SpaceOutput(Output):
    """A space of an account."""

    example = {**SpaceInput.example, "accountId": ACCOUNT_ID, "isActive": True, **TIMES}

    account_space_id = GuidField(source="pk")
    account_id = GuidField()
    name = serializers.CharField()
    external_id = serializers.CharField()
    is_default = serializers.BooleanField()
    is_active = serializers.BooleanField()
    created_on = UtcDateTimeField()
    updated_on = UtcDateTimeField()
