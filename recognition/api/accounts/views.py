"""Accounts at face providers over the AdminApi."""

from uuid import UUID, uuid4

from rest_framework.request import Request
from rest_framework.response import Response

from recognition.api.accounts.filters import AccountFilters
from recognition.api.accounts.serializers import (
    AccountChangeInput,
    AccountInput,
    AccountOutput,
    ActiveInput,
)
from recognition.commands.accounts.accounts import (
    ChangeAccountActiveStateCommand,
    ChangeAccountCommand,
    CreateAccountCommand,
    change_account,
    change_account_active_state,
    create_account,
)
from recognition.queries.accounts import get_account, list_accounts
from rest.access import Role
from rest.operations import operation
from rest.views import ApiViewSet


class AccountViews(ApiViewSet):
    """Accounts at face providers."""

    access = Role("recognition.manage")

    @operation(
        gives=AccountOutput,
        paged=True,
        filters=AccountFilters,
        ordering=("name", "created_on", "updated_on"),
    )
    def list(self, request: Request) -> Response:
        """List accounts by name."""
        return self.page(list_accounts())

    @operation(gives=AccountOutput, locking=True, refusals=(404,))
    def retrieve(self, request: Request, account_id: UUID) -> Response:
        """Return an account."""
        return self.answer(get_account(account_id))

    @operation(takes=AccountInput, gives=AccountOutput, statuses=(201, 200), refusals=(409,))
    def create(self, request: Request) -> Response:
        """Create an account.

        The same request with the same `accountId` again changes nothing and is 200; with other data
        it is 409.
        """
        created = create_account(CreateAccountCommand(**{"account_id": uuid4(), **self.data()}))
        return self.answer(created.record, status=201 if created.is_new else 200)

    @operation(takes=AccountChangeInput, gives=AccountOutput, locking=True, refusals=(404,))
    def change(self, request: Request, account_id: UUID) -> Response:
        """Change an account."""
        account = change_account(
            ChangeAccountCommand(
                account_id=account_id, expected_version=self.expected_version, **self.data()
            )
        )
        return self.answer(account)

    @operation(takes=ActiveInput, locking=True, refusals=(404,))
    def active(self, request: Request, account_id: UUID) -> Response:
        """Say whether albums may use an account; 409 where one does and it is switched off."""
        account = change_account_active_state(
            ChangeAccountActiveStateCommand(
                account_id=account_id, expected_version=self.expected_version, **self.data()
            )
        )
        return self.done(account)
