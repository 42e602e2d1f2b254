"""A participant's balance and operations over the ClientApi: reasons and names are for staff."""

from uuid import UUID

from rest_framework.request import Request
from rest_framework.response import Response

from foundation.rest.access import Role
from foundation.rest.operations import operation
from foundation.rest.pages import Filters, MomentFilter
from foundation.rest.views import ApiViewSet
from rewards.api.balances.serializers import AccountOperationOutput, BalanceAtOutput, BalanceQuery
from rewards.models import Balance
from rewards.statements import get_balance, list_account


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
