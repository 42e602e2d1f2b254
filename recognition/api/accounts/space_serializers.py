"""Spaces of accounts on the wire."""

from rest_framework import serializers

from recognition.api.samples import ACCOUNT_ID, MOMENT, SPACE_ID
from rest.fields import GuidField, NewGuidField, UtcDateTimeField
from rest.serializers import Input, Output


class SpaceInput(Input):
    """A new space of an account."""

    example = {
        "accountSpaceId": SPACE_ID,
        "name": "Everybody",
        "externalId": "everybody",
        "isDefault": True,
    }

    account_space_id = NewGuidField(
        required=False, help_text="Makes the request repeatable; left out: a new one."
    )
    name = serializers.CharField(max_length=200)
    external_id = serializers.CharField(max_length=200, help_text="What the provider calls it.")
    is_default = serializers.BooleanField(
        default=False, help_text="The account's default space; another one is so no longer."
    )


class SpaceChangeInput(Input):
    """What is to change about a space; what is left out stays."""

    example = {"name": "Everybody of 2026", "isDefault": True}

    name = serializers.CharField(max_length=200, required=False)
    external_id = serializers.CharField(max_length=200, required=False)
    is_default = serializers.BooleanField(required=False)


class SpaceOutput(Output):
    """A space of an account."""

    example = {
        "accountSpaceId": SPACE_ID,
        "accountId": ACCOUNT_ID,
        "name": "Everybody",
        "externalId": "everybody",
        "isDefault": True,
        "isActive": True,
        "createdOn": MOMENT,
        "updatedOn": MOMENT,
    }

    account_space_id = GuidField(source="pk")
    account_id = GuidField()
    name = serializers.CharField()
    external_id = serializers.CharField()
    is_default = serializers.BooleanField()
    is_active = serializers.BooleanField()
    created_on = UtcDateTimeField()
    updated_on = UtcDateTimeField()
