"""Balances and their operations over the AdminApi."""

from uuid import UUID, uuid4

import django_filters
from django.http.response import HttpResponseBase
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from foundation.records.formats import CSV
from foundation.records.refusals import REASON_LENGTH
from foundation.rest.access import Role
from foundation.rest.operations import operation
from foundation.rest.pagination import Filters, GuidFilter, MomentFilter, TextFilter, filtered
from foundation.rest.serializers import (
    ExactDecimalField,
    GuidField,
    Input,
    NewGuidField,
    Output,
    StrictTextField,
    UtcDateTimeField,
)
from foundation.rest.views import ApiViewSet
from rewards.access import caller
from rewards.approvals.commands import order_alone
from rewards.balances.commands import AdjustBalanceCommand, adjust_balance
from rewards.balances.models import Balance, OperationSource, OperationState, OperationType
from rewards.balances.queries import csv_of, get_balance, list_account, list_operations
from rewards.example_ids import ACTIVITY_ID, MOMENT, PARTICIPANT_ID

# Balances and operations in requests and answers.


class BalanceOutput(Output):
    """A participant's balance."""

    example = {"participantId": PARTICIPANT_ID, "amount": "120.00", "updatedOn": MOMENT}

    participant_id = GuidField()
    amount = serializers.DecimalField(max_digits=20, decimal_places=2)
    updated_on = UtcDateTimeField(help_text="When its last operation was recorded.")


class BalanceAtOutput(BalanceOutput):
    """A participant's balance at a moment."""

    example = {**BalanceOutput.example, "asOf": "2026-05-18T07:00:00.120330Z"}

    as_of = UtcDateTimeField(help_text="The moment: asked for again by `at`, it is the same.")


class BalanceQuery(Input):
    """The moment."""

    at = UtcDateTimeField(
        required=False,
        help_text="A moment until now; the balance as it was then. Left out: as it is.",
    )


class OperationOutput(Output):
    """One change of a balance."""

    example = {
        "operationId": ACTIVITY_ID,
        "participantId": PARTICIPANT_ID,
        "source": "Activity",
        "sourceId": ACTIVITY_ID,
        "type": "Refill",
        "state": "Accepted",
        "amount": "120.00",
        "balance": "320.00",
        "reason": "",
        "createdBy": "",
        "createdOn": MOMENT,
        "recordedOn": "2026-05-17T09:30:00.004211Z",
    }

    operation_id = GuidField(source="pk")
    participant_id = GuidField(source="balance_id")
    source = serializers.ChoiceField(OperationSource.choices)  # type: ignore[assignment]
    source_id = GuidField(
        allow_null=True, help_text="The activity; null: an adjustment for no activity."
    )
    type = serializers.ChoiceField(OperationType.choices)
    state = serializers.ChoiceField(OperationState.choices)
    amount = serializers.DecimalField(
        max_digits=20, decimal_places=2, help_text="What is added; negative: taken."
    )
    balance = serializers.DecimalField(
        source="balance_after", max_digits=20, decimal_places=2, help_text="The balance after it."
    )
    reason = serializers.CharField(allow_blank=True, help_text="Of an adjustment.")
    created_by = serializers.CharField(allow_blank=True, help_text="Who made the adjustment.")
    created_on = UtcDateTimeField(help_text="When it was ordered.")
    recorded_on = UtcDateTimeField(help_text="Since when it is in the balance.")


class AccountOperationOutput(Output):
    """One change of a balance, as the event `rewards.balance-changed` has it."""

    example = {
        "operationId": ACTIVITY_ID,
        "type": "Refill",
        "amount": "120.00",
        "balance": "320.00",
        "source": "Activity",
        "sourceId": ACTIVITY_ID,
        "occurredOn": "2026-05-17T09:30:00.004211Z",
    }

    operation_id = GuidField(source="pk")
    type = serializers.ChoiceField(OperationType.choices)
    amount = serializers.DecimalField(
        max_digits=20, decimal_places=2, help_text="What is added; negative: taken."
    )
    balance = serializers.DecimalField(
        source="balance_after", max_digits=20, decimal_places=2, help_text="The balance after it."
    )
    source = serializers.ChoiceField(OperationSource.choices)  # type: ignore[assignment]
    source_id = GuidField(
        allow_null=True, help_text="The activity; null: an adjustment for no activity."
    )
    occurred_on = UtcDateTimeField(source="recorded_on")


class AdjustmentInput(Input):
    """A correction of a balance."""

    example = {
        "operationId": "0b7e9c1d-5f3a-4e2b-8c6d-9a1f3e5d7c2b",
        "amount": "-20.00",
        "reason": "The distance was measured twice.",
        "activityId": ACTIVITY_ID,
    }

    operation_id = NewGuidField(required=False, help_text="Makes the request repeatable.")
    amount = ExactDecimalField(
        max_digits=17, decimal_places=2, help_text="What is added; negative: taken. Not 0."
    )
    reason = StrictTextField(max_length=REASON_LENGTH)
    activity_id = GuidField(
        required=False,
        allow_null=True,
        default=None,
        help_text="The activity whose credited reward is corrected, if there is one.",
    )


class BalanceFilters(Filters):
    """By program, and by amount."""

    marketing_program_id = GuidFilter(field_name="participant__program")
    least = django_filters.NumberFilter(field_name="amount", lookup_expr="gte")
    most = django_filters.NumberFilter(field_name="amount", lookup_expr="lte")


class OperationFilters(Filters):
    """By participant, program, what it is, and when it was."""

    participant_id = GuidFilter(field_name="balance")
    marketing_program_id = GuidFilter(field_name="balance__participant__program")
    source = django_filters.ChoiceFilter(choices=OperationSource.choices)
    source_id = GuidFilter()
    type = django_filters.ChoiceFilter(choices=OperationType.choices)
    state = django_filters.ChoiceFilter(choices=OperationState.choices)
    created_by = TextFilter(help_text="Who made the adjustment.")
    created_from = MomentFilter(field_name="created_on", lookup_expr="gte")
    created_before = MomentFilter(field_name="created_on", lookup_expr="lt")


class BalanceViews(ApiViewSet):
    """Balances, and what changed them."""

    access = Role("rewards.read", "rewards.adjust")

    @operation(
        gives=BalanceOutput, paged=True, filters=BalanceFilters, ordering=("-updated_on", "amount")
    )
    def list(self, request: Request) -> Response:
        """List balances, the last changed first."""
        return self.page(Balance.objects.all())

    @operation(query=BalanceQuery, gives=BalanceAtOutput, locking=True, refusals=(404,))
    def retrieve(self, request: Request, participant_id: UUID) -> Response:
        """Return a participant's balance, as it is or `at` a moment.

        404: there was no operation yet, or none until that moment.
        """
        return self.answer(get_balance(participant_id, **self.query()))

    @operation(
        takes=AdjustmentInput,
        gives=OperationOutput,
        statuses=(201, 200),
        refusals=(404, 409),
        access=Role("rewards.adjust"),
    )
    def adjust(self, request: Request, participant_id: UUID) -> Response:
        """Correct a balance by an operation of its own; the caller's name is stored with it.

        The same request with the same `operationId` again changes nothing and is 200; with other
        data it is 409. 409 too: less than zero would be left. 404: no such participant, or the
        activity has no credited reward of this participant. 403 `another-person-needed`: so many
        points need a second person; staff request and approve them in the console.
        """
        given = {"operation_id": uuid4(), **self.data()}
        command = AdjustBalanceCommand(balance_id=participant_id, **given, **caller(request))
        adjusted = order_alone(command, adjust_balance)
        return self.answer(adjusted.record, status=201 if adjusted.is_new else 200)

    @operation(
        gives=OperationOutput,
        paged=True,
        filters=OperationFilters,
        ordering=("-created_on", "amount"),
    )
    def operations(self, request: Request) -> Response:
        """List operations, the newest first."""
        return self.page(list_operations())

    @operation(sends=(CSV,), filters=OperationFilters)
    def operations_file(self, request: Request) -> HttpResponseBase:
        """Return all operations that the filters find as CSV, the newest first."""
        rows = filtered(list_operations(), OperationFilters, request.query_params)
        return csv_of(rows)


# A participant's balance and operations over the ClientApi: reasons and names are for staff.


class StatementFilters(Filters):
    """By when they occurred: `from` a moment until just before `to`."""

    from_ = MomentFilter(field_name="recorded_on", lookup_expr="gte")
    to = MomentFilter(field_name="recorded_on", lookup_expr="lt")


class AccountViews(ApiViewSet):
    """Every participant's whose id the caller knows."""

    access = Role("rewards.balance")

    @operation(query=BalanceQuery, gives=BalanceAtOutput, locking=True, refusals=(404,))
    def retrieve(self, request: Request, participant_id: UUID) -> Response:
        """Return a participant's balance, as it is or `at` a moment.

        404: there was no operation yet, or none until that moment.
        """
        return self.answer(get_balance(participant_id, **self.query()))

    @operation(gives=AccountOperationOutput, paged=True, filters=StatementFilters, refusals=(404,))
    def operations(self, request: Request, participant_id: UUID) -> Response:
        """List what changed the balance, the newest first, each with the balance after it.

        404: there was no operation yet.
        """
        Balance.objects.get_or_refuse(participant_id)
        return self.page(list_account(participant_id))
