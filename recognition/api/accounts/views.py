"""Accounts at face providers and their spaces, over the AdminApi."""

from typing import Any
from uuid import UUID, uuid4

import django_filters
from rest_framework.request import Request
from rest_framework.response import Response

from foundation.rest.access import Role
from foundation.rest.operations import operation
from foundation.rest.pages import Filters, TextFilter, TrueOrFalseFilter
from foundation.rest.views import ApiViewSet
from recognition.api.access import READ
from recognition.api.accounts.serializers import (
    AccountChangeInput,
    AccountInput,
    AccountOutput,
    ActiveInput,
    SpaceChangeInput,
    SpaceInput,
    SpaceOutput,
)
from recognition.commands.accounts.face_accounts import (
    ChangeAccountActiveStateCommand,
    ChangeAccountCommand,
    CreateAccountCommand,
    change_account,
    change_account_active_state,
    create_account,
)
from recognition.commands.accounts.spaces import (
    AddAccountSpaceCommand,
    ChangeAccountSpaceActiveStateCommand,
    ChangeAccountSpaceCommand,
    add_account_space,
    change_account_space,
    change_account_space_active_state,
)
from recognition.models import Account, FaceProviderName


class SpaceFilters(Filters):
    """By whether it may be used, whether it is the default one, and a part of the name."""

    is_active = TrueOrFalseFilter()
    is_default = TrueOrFalseFilter()
    search = TextFilter(field_name="name", lookup_expr="icontains")


class AccountFilters(Filters):
    """By provider, by whether it may be used, and a part of the name."""

    provider = django_filters.ChoiceFilter(choices=FaceProviderName.choices)
    is_active = TrueOrFalseFilter()
    search = TextFilter(field_name="name", lookup_expr="icontains")


class FaceAccountViews(ApiViewSet):
    access = Role("recognition.manage")

    @operation(
        gives=AccountOutput,
        paged=True,
        filters=AccountFilters,
        ordering=("name", "created_on", "updated_on"),
        access=READ,
    )
    def list(self, request: Request) -> Response:
        """List accounts by name."""
        return self.page(Account.objects.all())

    @operation(gives=AccountOutput, locking=True, refusals=(404,), access=READ)
    def retrieve(self, request: Request, account_id: UUID) -> Response:
        """Return an account."""
        return self.answer(Account.objects.get_or_refuse(account_id))

    @operation(takes=AccountInput, gives=AccountOutput, statuses=(201, 200), refusals=(409,))
    def create(self, request: Request) -> Response:
        """Create an account.

        The same request with the same `accountId` again changes nothing and is 200; with other data
        it is 409.
        """
        created = create_account(
            CreateAccountCommand(by=self.actor, **{"account_id": uuid4(), **self.data()})
        )
        return self.answer(created.record, status=201 if created.is_new else 200)

    @operation(takes=AccountChangeInput, gives=AccountOutput, locking=True, refusals=(404,))
    def change(self, request: Request, account_id: UUID) -> Response:
        """Change an account."""
        command = ChangeAccountCommand(account_id=account_id, **self.changes())
        return self.answer(change_account(command))

    @operation(takes=ActiveInput, locking=True, refusals=(404,))
    def active(self, request: Request, account_id: UUID) -> Response:
        """Allow albums to use an account, or not; 409: an album uses it, so it stays on."""
        command = ChangeAccountActiveStateCommand(account_id=account_id, **self.changes())
        return self.done(change_account_active_state(command))


class SpaceViews(ApiViewSet):
    """Spaces of an account, where known faces are kept."""

    access = Role("recognition.manage")

    @operation(
        gives=SpaceOutput,
        paged=True,
        filters=SpaceFilters,
        ordering=("name", "created_on", "updated_on"),
        refusals=(404,),
        access=READ,
    )
    def list(self, request: Request, account_id: UUID) -> Response:
        """List the spaces of an account by name."""
        return self.page(Account.objects.get_or_refuse(account_id).spaces.all())

    @operation(gives=SpaceOutput, locking=True, refusals=(404,), access=READ)
    def retrieve(self, request: Request, account_id: UUID, account_space_id: UUID) -> Response:
        """Return a space of an account."""
        spaces = Account.objects.get_or_refuse(account_id).spaces
        return self.answer(spaces.get_or_refuse(account_space_id))

    @operation(takes=SpaceInput, gives=SpaceOutput, statuses=(201, 200), refusals=(404, 409))
    def create(self, request: Request, account_id: UUID) -> Response:
        """Add a space to an account.

        The same request with the same `accountSpaceId` again changes nothing and is 200; with other
        data it is 409.
        """
        wanted = {"account_space_id": uuid4(), "by": self.actor, **self.data()}
        created = add_account_space(AddAccountSpaceCommand(account_id=account_id, **wanted))
        return self.answer(created.record, status=201 if created.is_new else 200)

    @operation(takes=SpaceChangeInput, gives=SpaceOutput, locking=True, refusals=(404, 409))
    def change(self, request: Request, **ids: Any) -> Response:
        """Change a space of an account."""
        command = ChangeAccountSpaceCommand(**ids, **self.changes())
        return self.answer(change_account_space(command))

    @operation(takes=ActiveInput, locking=True, refusals=(404,))
    def active(self, request: Request, **ids: Any) -> Response:
        """Allow albums to use a space, or not; 409: an album uses it, so it stays on."""
        command = ChangeAccountSpaceActiveStateCommand(**ids, **self.changes())
        return self.done(change_account_space_active_state(command))
