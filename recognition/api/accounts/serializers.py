"""Accounts at face providers on the wire: credentials come in and never go out."""

import json
from typing import Any

from rest_framework import serializers

from recognition.api.samples import ACCOUNT_ID, MOMENT
from recognition.models import FaceProviderName
from recognition.models.accounts import MAX_REQUESTS_PER_SECOND, MIN_REQUESTS_PER_SECOND
from rest.fields import BaseUrlField, GuidField, NewGuidField, UtcDateTimeField
from rest.serializers import Input, Output

MAX_CREDENTIALS = 10_000  # characters of JSON


class CredentialsField(serializers.DictField):
    """What the provider's adapter signs in with: a free JSON object, never shown again."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(
            write_only=True, help_text="Kept encrypted and never shown again.", **kwargs
        )

    def to_internal_value(self, data: Any) -> dict[str, Any]:
        found: dict[str, Any] = super().to_internal_value(data)
        if len(json.dumps(found)) > MAX_CREDENTIALS:
            raise serializers.ValidationError("These are too long.", "max_length")
        return found


class RequestsPerSecondField(serializers.FloatField):
    """How many requests the provider takes; a number, not a text that spells one."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(
            min_value=MIN_REQUESTS_PER_SECOND,
            max_value=MAX_REQUESTS_PER_SECOND,
            allow_null=True,
            help_text="How many the provider takes from all processes together; null: no limit.",
            **kwargs,
        )

    def to_internal_value(self, data: Any) -> float:
        if isinstance(data, bool) or not isinstance(data, int | float):
            self.fail("invalid")
        return super().to_internal_value(data)


class AccountInput(Input):
    """A new account at a face provider."""

    example = {
        "accountId": ACCOUNT_ID,
        "name": "Faces",
        "provider": "local",
        "baseUrl": "https://faces.example.org",
        "requestsPerSecond": 10,
        "credentials": {"key": "key-of-the-service"},
    }

    account_id = NewGuidField(
        required=False, help_text="Makes the request repeatable; left out: a new one."
    )
    name = serializers.CharField(max_length=200)
    provider = serializers.ChoiceField(FaceProviderName.choices)
    base_url = BaseUrlField(required=False, allow_blank=True, default="")
    requests_per_second = RequestsPerSecondField(required=False)
    credentials = CredentialsField(default=dict)


class AccountChangeInput(Input):
    """What is to change about an account; what is left out stays."""

    example = {
        "name": "Faces of the city",
        "requestsPerSecond": None,
        "credentials": {"key": "key-of-the-service"},
    }

    name = serializers.CharField(max_length=200, required=False)
    provider = serializers.ChoiceField(FaceProviderName.choices, required=False)
    base_url = BaseUrlField(required=False, allow_blank=True)
    requests_per_second = RequestsPerSecondField(required=False)
    credentials = CredentialsField(required=False)


class ActiveInput(Input):
    """Whether an account or a space may be used."""

    example = {"isActive": False}

    is_active = serializers.BooleanField()


class AccountOutput(Output):
    """An account at a face provider."""

    example = {
        "accountId": ACCOUNT_ID,
        "name": "Faces",
        "provider": "local",
        "baseUrl": "https://faces.example.org",
        "requestsPerSecond": 10,
        "isActive": True,
        "createdOn": MOMENT,
        "updatedOn": MOMENT,
    }

    account_id = GuidField(source="pk")
    name = serializers.CharField()
    provider = serializers.ChoiceField(FaceProviderName.choices)
    base_url = serializers.CharField(help_text="Empty: the provider has an address of its own.")
    requests_per_second = serializers.FloatField(allow_null=True, help_text="null: no limit.")
    is_active = serializers.BooleanField()
    created_on = UtcDateTimeField()
    updated_on = UtcDateTimeField()
