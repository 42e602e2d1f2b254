"""A formula's way from a draft to its activation, over the AdminApi."""

from typing import Any
from uuid import UUID

from rest_framework.request import Request
from rest_framework.response import Response

from foundation.rest.operations import operation
from foundation.rest.views import ApiViewSet
from rewards.api.access import ACTIVATORS, READERS, REQUESTERS, caller
from rewards.api.activations.serializers import (
    ActivationInput,
    ActivationOutput,
    ApprovalInput,
    ComparisonOutput,
    ComparisonQuery,
    RejectionInput,
)
from rewards.commands.activation_requests import (
    ApproveActivationCommand,
    RejectActivationCommand,
    RequestActivationCommand,
    WithdrawActivationCommand,
    approve_activation,
    reject_activation,
    request_activation,
    withdraw_activation,
)
from rewards.differences import compare_revisions
from rewards.formula_queries import list_activations


class ActivationViews(ApiViewSet):
    """Requests to make a revision active, and what became of them."""

    access = READERS

    @operation(gives=ActivationOutput, paged=True, refusals=(404,))
    def list(self, request: Request, formula_id: UUID) -> Response:
        """List a formula's activations and requests, the newest first."""
        return self.page(list_activations(formula_id))

    @operation(
        takes=ActivationInput,
        gives=ActivationOutput,
        statuses=(201, 200),
        refusals=(404, 409),
        access=REQUESTERS,
    )
    def create(self, request: Request, formula_id: UUID) -> Response:
        """Ask others to make a revision active. The same request again is 200.

        409: the revision is active; another one is requested; golden examples do not hold for it;
        it always fails.
        """
        asked = {"formula_id": formula_id, **self.data(), **caller(request)}
        made = request_activation(RequestActivationCommand(**asked))
        return self.answer(made.record, status=201 if made.is_new else 200)

    @operation(takes=ApprovalInput, gives=ActivationOutput, refusals=(404, 409), access=ACTIVATORS)
    def approve(self, request: Request, formula_id: UUID, activation_id: UUID) -> Response:
        """Make the requested revision calculate rewards from now on. Again: nothing changes.

        403: you saved or requested it, and the site wants another person. 409: the formula was
        changed meanwhile; another revision is requested; it was settled; its examples do not hold.
        """
        command = ApproveActivationCommand(**self._of(formula_id, activation_id), **self.data())
        return self.answer(approve_activation(command))

    @operation(takes=RejectionInput, gives=ActivationOutput, refusals=(404, 409), access=ACTIVATORS)
    def reject(self, request: Request, formula_id: UUID, activation_id: UUID) -> Response:
        """Reject a request, with a reason."""
        command = RejectActivationCommand(**self._of(formula_id, activation_id), **self.data())
        return self.answer(reject_activation(command))

    @operation(gives=ActivationOutput, refusals=(404, 409), access=REQUESTERS)
    def withdraw(self, request: Request, formula_id: UUID, activation_id: UUID) -> Response:
        """Take your own request back."""
        command = WithdrawActivationCommand(**self._of(formula_id, activation_id))
        return self.answer(withdraw_activation(command))

    def _of(self, formula_id: UUID, activation_id: UUID) -> dict[str, Any]:
        named = {"formula_id": formula_id, "activation_id": activation_id}
        return {**named, **caller(self.request)}


class ComparisonViews(ApiViewSet):
    """How two revisions of a formula differ."""

    access = READERS

    @operation(query=ComparisonQuery, gives=ComparisonOutput, refusals=(404,))
    def retrieve(self, request: Request, formula_id: UUID) -> Response:
        """Compare a revision with another one: expression, settings, coefficients, examples."""
        asked = self.query()
        return self.answer(compare_revisions(formula_id, asked["against"], asked["revision"]))
