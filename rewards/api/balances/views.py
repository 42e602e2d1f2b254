"""Balances and their operations over the AdminApi."""

from uuid import UUID, uuid4

import django_filters
from django.http import StreamingHttpResponse
from django.http.response import HttpResponseBase
from rest_framework.request import Request
from rest_framework.response import Response

from foundation.rest.access import Role
from foundation.rest.operations import operation
from foundation.rest.pages import Filters, GuidFilter, MomentFilter, TextFilter, filtered
from foundation.rest.views import ApiViewSet
from rewards.api.access import caller
from rewards.api.balances.serializers import (
    AdjustmentInput,
    BalanceAtOutput,
    BalanceOutput,
    BalanceQuery,
    OperationOutput,
)
from rewards.commands.approvals import order_alone
from rewards.commands.balances import AdjustBalanceCommand, adjust_balance
from rewards.models import Balance, OperationSource, OperationState, OperationType
from rewards.operations_file import CSV, csv_of
from rewards.queries import list_operations
from rewards.statements import get_balance


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
        headers = {
            "Cache-Control": "no-store",
            "Content-Disposition": 'attachment; filename="operations.csv"',
        }
        return StreamingHttpResponse(csv_of(rows), content_type=CSV, headers=headers)
