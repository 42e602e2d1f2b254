"""Golden examples of a formula over the AdminApi."""

from typing import Any
from uuid import UUID

from rest_framework.request import Request
from rest_framework.response import Response

from foundation.rest.etags import expected_version
from foundation.rest.operations import operation
from foundation.rest.views import ApiViewSet
from rewards.api.access import EDITORS, READERS
from rewards.api.examples.serializers import (
    ExampleInput,
    ExampleOutput,
    RevisionQuery,
    TriedExampleOutput,
)
from rewards.commands.examples import (
    MAX_EXAMPLES,
    DeleteExampleCommand,
    PutExampleCommand,
    delete_example,
    put_example,
)
from rewards.examples import list_examples
from rewards.models import GoldenExample


class ExampleViews(ApiViewSet):
    """Golden examples: all of a formula's must hold before a revision can be made active."""

    access = READERS

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
