"""A formula's way from a draft to its activation, over the AdminApi."""

from typing import Any
from uuid import UUID

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from foundation.records.refusals import REASON_LENGTH
from foundation.rest.operations import operation
from foundation.rest.serializers import (
    INT32,
    CountField,
    GuidField,
    Input,
    Output,
    StrictIntegerField,
    StrictTextField,
    UtcDateTimeField,
)
from foundation.rest.views import ApiViewSet
from rewards.access import ACTIVATORS, READ, REQUESTERS, caller
from rewards.activation.requests import (
    ApproveActivationCommand,
    RejectActivationCommand,
    RequestActivationCommand,
    WithdrawActivationCommand,
    approve_activation,
    reject_activation,
    request_activation,
    withdraw_activation,
)
from rewards.approvals.models import ActivationState
from rewards.example_ids import MOMENT
from rewards.formulas.queries import list_activations
from rewards.formulas.serializers import RevisionField
from rewards.trials.differences import compare_revisions

# Requests, approvals and differences of formulas in requests and answers.


ACTIVATION_ID = "3b8d0f2c-5e7a-4c91-8f04-6a2b9d1e7c53"


class ActivationInput(Input):
    """Which revision others are asked to make active."""

    example = {"revision": 2}

    revision = RevisionField(source="number")


class ApprovalInput(Input):
    """The revision that was looked at; another one than requested is refused."""

    example = {"revision": 2}

    revision = StrictIntegerField(source="number", min_value=1, max_value=INT32)


class RejectionInput(Input):
    """Why the request is rejected."""

    example = {"reason": "Half of the runners would get nothing."}

    reason = StrictTextField(max_length=REASON_LENGTH)


class ActivationOutput(Output):
    """A request to make a revision active, and what became of it."""

    example = {
        "activationId": ACTIVATION_ID,
        "revision": 2,
        "state": "Approved",
        "requestedBy": "ann",
        "requestedOn": MOMENT,
        "settledBy": "bob",
        "settledOn": MOMENT,
        "reason": "",
        "endedBy": "",
        "endedOn": None,
    }

    activation_id = GuidField(source="pk")
    revision = CountField(source="revision.number")
    state = serializers.ChoiceField(
        ActivationState.choices,
        help_text="`Requested` until it is approved, rejected or withdrawn. `Outdated`: the "
        "formula was changed.",
    )
    requested_by = serializers.CharField()
    requested_on = UtcDateTimeField()
    settled_by = serializers.CharField(allow_blank=True)
    settled_on = UtcDateTimeField(allow_null=True)
    reason = serializers.CharField(allow_blank=True, help_text="Why it was rejected.")
    ended_by = serializers.CharField(allow_blank=True)
    ended_on = UtcDateTimeField(
        allow_null=True, help_text="Until when the revision was active; null: it is, or never was."
    )


class ComparisonQuery(Input):
    """Which revisions are compared."""

    revision = CountField(
        required=False, default=None, help_text="Left out: the one that was saved last."
    )
    against = CountField(required=False, default=None, help_text="Left out: nothing.")


class DifferenceLineOutput(Output):
    """A line of the expression."""

    example = {"sign": "+", "text": "distance * coeff('rate')"}

    sign = serializers.ChoiceField(
        (" ", "-", "+"),
        help_text="A blank: both have it; `-`: only the older; `+`: only the newer.",
    )
    text = serializers.CharField(allow_blank=True)


class DifferingFieldOutput(Output):
    """A setting or coefficient; null where a revision does not have it."""

    example = {"name": "rate", "old": "1", "new": "1.5"}

    name = serializers.CharField()
    old = serializers.CharField(allow_null=True, allow_blank=True)
    new = serializers.CharField(allow_null=True, allow_blank=True)


class DifferingExampleOutput(Output):
    """A golden example, and what both revisions give for it."""

    example = {"name": "A long run", "wanted": "63", "old": "42", "new": "63"}

    name = serializers.CharField(source="new.example.name")
    wanted = serializers.CharField(source="new.wanted")
    old = serializers.CharField(source="old.got", allow_null=True, default=None)
    new = serializers.CharField(source="new.got")


class ComparisonOutput(Output):
    """How a revision differs from another; what stays is listed, too."""

    example = {
        "revision": 2,
        "against": 1,
        "expression": [DifferenceLineOutput.example],
        "settings": [],
        "coefficients": [DifferingFieldOutput.example],
        "examples": [DifferingExampleOutput.example],
    }

    revision = CountField(source="new.number")
    against = CountField(source="old.number", allow_null=True, default=None)
    expression = DifferenceLineOutput(many=True)
    settings = DifferingFieldOutput(many=True)
    coefficients = DifferingFieldOutput(many=True)
    examples = DifferingExampleOutput(many=True)


class ActivationViews(ApiViewSet):
    """Requests to make a revision active, and what became of them."""

    access = READ

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

    access = READ

    @operation(query=ComparisonQuery, gives=ComparisonOutput, refusals=(404,))
    def retrieve(self, request: Request, formula_id: UUID) -> Response:
        """Compare a revision with another one: expression, settings, coefficients, examples."""
        asked = self.query()
        return self.answer(compare_revisions(formula_id, asked["against"], asked["revision"]))
