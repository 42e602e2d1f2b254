"""Dry runs and golden examples of formulas over the AdminApi."""

from typing import Any
from uuid import UUID, uuid4

import django_filters
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from foundation.messaging.models import LongJobState
from foundation.rest.bodies import expected_version
from foundation.rest.operations import operation
from foundation.rest.pagination import Filters
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
from programs.tasks.segments import Segment
from rewards.access import EDITORS, READ, caller
from rewards.example_ids import MOMENT
from rewards.formulas.models import RewardFormula
from rewards.formulas.serializers import TextsField
from rewards.trials.dry_run_serializers import DryRunInput, DryRunOutput, DryRunWithResultsOutput
from rewards.trials.dry_runs import (
    CancelDryRunCommand,
    OtherDraft,
    StartDryRunCommand,
    cancel_dry_run,
    start_dry_run,
)
from rewards.trials.examples import (
    MAX_EXAMPLES,
    DeleteExampleCommand,
    PutExampleCommand,
    delete_example,
    list_examples,
    put_example,
)
from rewards.trials.models import Expectation, FormulaDryRun, GoldenExample


class DryRunFilters(Filters):
    """By state."""

    state = django_filters.ChoiceFilter(choices=LongJobState.choices)


class DryRunViews(ApiViewSet):
    """Dry runs: a draft beside the live formulas over stored activities. No reward changes."""

    access = READ

    @operation(
        takes=DryRunInput, gives=DryRunOutput, statuses=(202,), refusals=(404, 409), access=EDITORS
    )
    def start(self, request: Request, formula_id: UUID) -> Response:
        """Start a dry run of a formula's revision, which runs in the background.

        Drafts of other formulas may be tried together with it. A draft that is valid only later is
        tried as if it were valid already: `asIfValid` names it. 409: another dry run of the formula
        is not finished. The same request with the same `dryRunId` again changes nothing.
        """
        given = {"dry_run_id": uuid4(), **self.data()}
        others = [OtherDraft(**each) for each in given.pop("others", ())]
        segment = Segment(**given.pop("segment", {}))
        command = StartDryRunCommand(
            formula_id=formula_id, others=others, segment=segment, **given, **caller(request)
        )
        return self.answer(start_dry_run(command))

    @operation(
        gives=DryRunOutput,
        paged=True,
        filters=DryRunFilters,
        ordering=("-created_on",),
        refusals=(404,),
    )
    def list(self, request: Request, formula_id: UUID) -> Response:
        """List the dry runs of a formula, the newest first."""
        formula = RewardFormula.objects.get_or_refuse(formula_id)
        return self.page(formula.dry_runs.select_related("revision"))

    @operation(gives=DryRunWithResultsOutput, refusals=(404,))
    def retrieve(self, request: Request, dry_run_id: UUID) -> Response:
        """Return a dry run with its results by now."""
        found = FormulaDryRun.objects.select_related("formula", "revision")
        return self.answer(found.get_or_refuse(dry_run_id))

    @operation(gives=DryRunOutput, refusals=(404, 409), access=EDITORS)
    def cancel(self, request: Request, dry_run_id: UUID) -> Response:
        """Cancel a dry run; what it has found so far stays. 409: it is finished, or it failed."""
        command = CancelDryRunCommand(dry_run_id=dry_run_id, **caller(request))
        return self.answer(cancel_dry_run(command))


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
