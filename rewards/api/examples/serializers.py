"""Golden examples in requests and answers."""

from rest_framework import serializers

from foundation.rest.fields import (
    CountField,
    GuidField,
    StrictIntegerField,
    StrictTextField,
    UtcDateTimeField,
)
from foundation.rest.serializers import Input, Output
from rewards.api.fields import MOMENT, TextsField
from rewards.models import Expectation

EXAMPLE_ID = "0d5b7a91-6c3e-4f28-8a1d-2b4c6e8f0a1c"
GIVEN = {
    "name": "A long run",
    "inputs": {"distance": "10.5", "discipline": "'running'", "is_manual": "false"},
    "expectation": "Reward",
    "reward": 63,
}


class RevisionQuery(Input):
    """Which revision is meant."""

    revision = CountField(
        required=False, default=None, help_text="Left out: the one that was saved last."
    )


class ExampleInput(Input):
    """A golden example: inputs or the id of an activity, and what the formula must give."""

    example = GIVEN

    name = StrictTextField(max_length=200)
    inputs = TextsField(
        required=False,
        help_text="Values by variable, as texts of the language: `10.5`, `'running'`, `true`. "
        "What is left out is null.",
    )
    activity_id = GuidField(
        required=False, help_text="Instead of `inputs`: those of an activity that came."
    )
    expectation = serializers.ChoiceField(
        Expectation.choices,
        required=False,
        help_text="May be left out for an activity that has a reward.",
    )
    reward = StrictIntegerField(
        min_value=0,
        max_value=10**15 - 1,
        required=False,
        allow_null=True,
        help_text="A whole number from 0, where `expectation` is `Reward`.",
    )


class ExampleOutput(Output):
    """A golden example."""

    example = {
        "exampleId": EXAMPLE_ID,
        **GIVEN,
        "changedBy": "ann",
        "createdOn": MOMENT,
        "updatedOn": MOMENT,
    }

    example_id = GuidField(source="pk")
    name = serializers.CharField()
    inputs = serializers.DictField(child=serializers.CharField())
    expectation = serializers.ChoiceField(Expectation.choices)
    reward = serializers.IntegerField(allow_null=True)
    changed_by = serializers.CharField()
    created_on = UtcDateTimeField()
    updated_on = UtcDateTimeField()


class TriedExampleOutput(Output):
    """A golden example, and what the revision gave for it."""

    example = {
        "exampleId": EXAMPLE_ID,
        **GIVEN,
        "revision": 2,
        "wanted": "63",
        "got": "no reward",
        "holds": False,
    }

    example_id = GuidField(source="example.pk")
    name = serializers.CharField(source="example.name")
    inputs = serializers.DictField(source="example.inputs", child=serializers.CharField())
    expectation = serializers.ChoiceField(Expectation.choices, source="example.expectation")
    reward = serializers.IntegerField(source="example.reward", allow_null=True)
    revision = CountField(help_text="The one that was tried.")
    wanted = serializers.CharField()
    got = serializers.CharField(help_text="A reward, `no reward`, `does not suit`, or `fails: …`.")
    holds = serializers.BooleanField()
