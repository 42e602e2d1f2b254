"""Accounts at face providers and their spaces, over the AdminApi."""

import json
from typing import Any
from uuid import UUID, uuid4

import django_filters
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from foundation.rest.access import Role, readers_of
from foundation.rest.operations import operation
from foundation.rest.pagination import Filters, TextFilter, TrueOrFalseFilter
from foundation.rest.serializers import (
    BaseUrlField,
    ExactTextField,
    GuidField,
    Input,
    NewGuidField,
    Output,
    StrictBooleanField,
    StrictNumberField,
    StrictTextField,
    UtcDateTimeField,
)
from foundation.rest.views import ApiViewSet
from recognition.accounts.commands import (
    AddAccountSpaceCommand,
    ChangeAccountActiveStateCommand,
    ChangeAccountCommand,
    ChangeAccountSpaceActiveStateCommand,
    ChangeAccountSpaceCommand,
    CreateAccountCommand,
    add_account_space,
    change_account,
    change_account_active_state,
    change_account_space,
    change_account_space_active_state,
    create_account,
)
from recognition.example_ids import ACCOUNT_ID, SPACE_ID, TIMES
from recognition.providers.models import (
    MAX_REQUESTS_PER_SECOND,
    MIN_REQUESTS_PER_SECOND,
    Account,
    FaceProviderName,
)

READ = readers_of("recognition")

# Accounts at face providers and their spaces on the wire; credentials are never sent out.


MAX_CREDENTIALS = 10_000  # characters of JSON
REPEATABLE = "Makes the request repeatable; left out: a new one."

_ACCOUNT = {
    "accountId": ACCOUNT_ID,
    "name": "Faces",
    "provider": "local",
    "baseUrl": "https://faces.example.org",
    "requestsPerSecond": 10,
}
_CREDENTIALS = {"credentials": {"key": "key-of-the-service"}}


class CredentialsField(serializers.DictField):
    """What the adapter signs in with at the provider: a free JSON object, never shown again."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(
            write_only=True, help_text="Stored encrypted and never shown again.", **kwargs
        )

    def to_internal_value(self, data: Any) -> dict[str, Any]:
        found: dict[str, Any] = super().to_internal_value(data)
        if len(json.dumps(found)) > MAX_CREDENTIALS:
            raise serializers.ValidationError("These are too long.", "max_length")
        return found


def _requests_per_second() -> StrictNumberField:
    return StrictNumberField(
        required=False,
        min_value=MIN_REQUESTS_PER_SECOND,
        max_value=MAX_REQUESTS_PER_SECOND,
        allow_null=True,
        help_text="How many the provider takes from all processes together; null: no limit.",
    )


class AccountInput(Input):
    """A new account at a face provider."""

    example = {**_ACCOUNT, **_CREDENTIALS}

    account_id = NewGuidField(required=False, help_text=REPEATABLE)
    name = StrictTextField(max_length=200)
    provider = serializers.ChoiceField(FaceProviderName.choices)
    base_url = BaseUrlField(required=False, allow_blank=True, default="")
    requests_per_second = _requests_per_second()
    credentials = CredentialsField(default=dict)


class AccountChangeInput(Input):
    """What is to change about an account; what is left out stays."""

    example = {"name": "Faces of the city", "requestsPerSecond": None, **_CREDENTIALS}

    name = StrictTextField(max_length=200, required=False)
    provider = serializers.ChoiceField(FaceProviderName.choices, required=False)
    base_url = BaseUrlField(required=False, allow_blank=True)
    requests_per_second = _requests_per_second()
    credentials = CredentialsField(required=False)


class ActiveInput(Input):
    """Whether an account or a space may be used."""

    example = {"isActive": False}

    is_active = StrictBooleanField()


class AccountOutput(Output):
    """An account at a face provider."""

    example = {**_ACCOUNT, "isActive": True, **TIMES}

    account_id = GuidField(source="pk")
    name = serializers.CharField()
    provider = serializers.ChoiceField(FaceProviderName.choices)
    base_url = serializers.CharField(help_text="Empty: the provider has an address of its own.")
    requests_per_second = serializers.FloatField(allow_null=True, help_text="null: no limit.")
    is_active = serializers.BooleanField()
    created_on = UtcDateTimeField()
    updated_on = UtcDateTimeField()


class SpaceInput(Input):
    """A new space of an account."""

    example = {
        "accountSpaceId": SPACE_ID,
        "name": "Everybody",
        "externalId": "everybody",
        "isDefault": True,
    }

    account_space_id = NewGuidField(required=False, help_text=REPEATABLE)
    name = StrictTextField(max_length=200)
    external_id = ExactTextField(max_length=200, help_text="What the provider calls it.")
    is_default = StrictBooleanField(
        default=False, help_text="The account's default space, in place of the present one."
    )


class SpaceChangeInput(Input):
    """What is to change about a space; what is left out stays."""

    example = {"name": "Everybody of 2026", "isDefault": True}

    name = StrictTextField(max_length=200, required=False)
    external_id = ExactTextField(max_length=200, required=False)
    is_default = StrictBooleanField(required=False)


class SpaceOutput(Output):
    """A space of an account."""

    example = {**SpaceInput.example, "accountId": ACCOUNT_ID, "isActive": True, **TIMES}

    account_space_id = GuidField(source="pk")
    account_id = GuidField()
    name = serializers.CharField()
    external_id = serializers.CharField()
    is_default = serializers.BooleanField()
    is_active = serializers.BooleanField()
    created_on = UtcDateTimeField()
    updated_on = UtcDateTimeField()


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
