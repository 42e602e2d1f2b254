"""Spaces of accounts over the AdminApi."""

from typing import Any
from uuid import UUID, uuid4

from rest_framework.request import Request
from rest_framework.response import Response

from recognition.api.accounts.filters import SpaceFilters
from recognition.api.accounts.serializers import ActiveInput
from recognition.api.accounts.space_serializers import SpaceChangeInput, SpaceInput, SpaceOutput
from recognition.commands.accounts.spaces import (
    AddAccountSpaceCommand,
    ChangeAccountSpaceActiveStateCommand,
    ChangeAccountSpaceCommand,
    add_account_space,
    change_account_space,
    change_account_space_active_state,
)
from recognition.queries.accounts import get_space, list_spaces
from rest.access import Role
from rest.operations import operation
from rest.views import ApiViewSet


class SpaceViews(ApiViewSet):
    """Spaces of an account, where known faces are kept."""

    access = Role("recognition.manage")

    @operation(
        gives=SpaceOutput,
        paged=True,
        filters=SpaceFilters,
        ordering=("name", "created_on", "updated_on"),
        refusals=(404,),
    )
    def list(self, request: Request, account_id: UUID) -> Response:
        """List the spaces of an account by name."""
        return self.page(list_spaces(account_id))

    @operation(gives=SpaceOutput, locking=True, refusals=(404,))
    def retrieve(self, request: Request, account_id: UUID, account_space_id: UUID) -> Response:
        """Return a space of an account."""
        return self.answer(get_space(account_id, account_space_id))

    @operation(takes=SpaceInput, gives=SpaceOutput, statuses=(201, 200), refusals=(404, 409))
    def create(self, request: Request, account_id: UUID) -> Response:
        """Add a space to an account.

        The same request with the same `accountSpaceId` again changes nothing and is 200; with other
        data it is 409.
        """
        wanted = {"account_space_id": uuid4(), **self.data()}
        created = add_account_space(AddAccountSpaceCommand(account_id=account_id, **wanted))
        return self.answer(created.record, status=201 if created.is_new else 200)

    @operation(takes=SpaceChangeInput, gives=SpaceOutput, locking=True, refusals=(404, 409))
    def change(self, request: Request, **ids: Any) -> Response:
        """Change a space of an account."""
        command = ChangeAccountSpaceCommand(
            **ids, expected_version=self.expected_version, **self.data()
        )
        return self.answer(change_account_space(command))

    @operation(takes=ActiveInput, locking=True, refusals=(404,))
    def active(self, request: Request, **ids: Any) -> Response:
        """Say whether albums may use a space; 409 where one does and it is switched off."""
        command = ChangeAccountSpaceActiveStateCommand(
            **ids, expected_version=self.expected_version, **self.data()
        )
        return self.done(change_account_space_active_state(command))
