"""Golden examples of a formula over the AdminApi."""

from typing import Any
from uuid import UUID

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from foundation.rest.bodies import expected_version
from foundation.rest.operations import operation
from foundation.rest.serializers import (
    CountField,
    GuidField,
    Input,
    Output,
    StrictIntegerField,
    StrictTextField,
    UtcDateTimeField,
)
from foundation.rest.views import ApiViewSet
from rewards.access import EDITORS, MOMENT, READ, TextsField
from rewards.trials.examples import (
    MAX_EXAMPLES,
    DeleteExampleCommand,
    PutExampleCommand,
    delete_example,
    list_examples,
    put_example,
)
from rewards.trials.models import Expectation, GoldenExample

# Golden examples in requests and answers.


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


class ExampleViews(ApiViewSet):
    """Golden examples: all of a formula's must hold before a revision can be made active."""

    access = READ

    @operation(
        query=RevisionQuery,
        gives=TriedExampleOutput,
        many=True,
        at_most=MAX_EXAMPLES,
        refusals=(404,),
    )
    def list(self, request: Request, formula_id: UUID) -> Response:
        """List a formula's golden examples, with what a revision gives for each."""
        return self.answer(list_examples(formula_id, self.query()["revision"]))

    @operation(gives=ExampleOutput, locking=True, refusals=(404,))
    def retrieve(self, request: Request, formula_id: UUID, example_id: UUID) -> Response:
        """Return a golden example."""
        of_formula = GoldenExample.objects.filter(formula=formula_id)
        return self.answer(of_formula.get_or_refuse(example_id))

    @operation(
        takes=ExampleInput,
        gives=ExampleOutput,
        statuses=(201, 200),
        locking=True,
        refusals=(404, 409),
        access=EDITORS,
    )
    def replace(self, request: Request, formula_id: UUID, example_id: UUID) -> Response:
        """Add a golden example, or replace it; it may fail for the current revision."""
        given: dict[str, Any] = {"formula_id": formula_id, "example_id": example_id}
        saved = put_example(PutExampleCommand(**given, **self.changes()))
        return self.answer(saved.record, status=201 if saved.is_new else 200)

    @operation(locking=True, refusals=(404,), access=EDITORS)
    def destroy(self, request: Request, formula_id: UUID, example_id: UUID) -> Response:
        """Remove a golden example."""
        given: dict[str, Any] = {"formula_id": formula_id, "example_id": example_id}
        version = expected_version(request)
        delete_example(DeleteExampleCommand(**given, expected_version=version, by=self.actor))
        return self.done()
