"""The spaces of accounts. Every change locks the account: it has one default space."""

from dataclasses import dataclass
from uuid import UUID

from django.db import transaction
from django.db.models import QuerySet

from foundation.records.audit import Actor, create_recorded, store_recorded
from foundation.records.creating import Creation
from foundation.records.refusals import Conflict
from recognition.models import Account, AccountSpace
from recognition.queries.accounts import albums_of, get_use


class AccountSpaceInUse(Conflict):
    """An album uses the space."""


class ExternalIdTaken(Conflict):
    """Another space of the account has that external id."""


class SpaceNameTaken(Conflict):
    """Another space of the account has that name."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AddAccountSpaceCommand:
    account_id: UUID
    account_space_id: UUID
    name: str
    external_id: str
    is_default: bool = False
    by: Actor | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ChangeAccountSpaceCommand:
    """Change a space; None leaves a field as it is."""

    account_id: UUID
    account_space_id: UUID
    name: str | None = None
    external_id: str | None = None
    is_default: bool | None = None
    expected_version: int | None = None
    by: Actor | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ChangeAccountSpaceActiveStateCommand:
    account_id: UUID
    account_space_id: UUID
    is_active: bool
    expected_version: int | None = None
    by: Actor | None = None


@transaction.atomic
def add_account_space(command: AddAccountSpaceCommand) -> Creation[AccountSpace]:
    """Add a space to an account, or return the one that the same command added before.

    A new default space replaces the present one.

    :raises AccountNotFound: no such account.
    :raises ExternalIdTaken: another space of the account has that external id.
    :raises SpaceNameTaken: another space of the account has that name.
    :raises IdTaken: there is a space of that id with other data.
    """
    account = Account.objects.locked(command.account_id)
    space = AccountSpace(
        pk=command.account_space_id,
        account=account,
        name=command.name,
        external_id=command.external_id,
        is_default=command.is_default,
    )
    _refuse_taken(space, command.name, command.external_id)
    _take_default(space, command.is_default)
    return create_recorded(command.by, space, "account_id", "name", "external_id", "is_default")


@transaction.atomic
def change_account_space(command: ChangeAccountSpaceCommand) -> AccountSpace:
    """Change a space.

    :raises AccountNotFound: no such account.
    :raises AccountSpaceNotFound: the account has no such space.
    :raises ExternalIdTaken: another space of the account has that external id.
    :raises SpaceNameTaken: another space of the account has that name.
    :raises VersionConflict: the space changed since `expected_version`.
    """
    space = _locked(command)
    _refuse_taken(space, command.name, command.external_id)
    _take_default(space, command.is_default)
    changes = space.differing(
        name=command.name, external_id=command.external_id, is_default=command.is_default
    )
    return store_recorded(command.by, space, **changes)


@transaction.atomic
def change_account_space_active_state(
    command: ChangeAccountSpaceActiveStateCommand,
) -> AccountSpace:
    """Allow albums to use a space, or not.

    :raises AccountNotFound: no such account.
    :raises AccountSpaceNotFound: the account has no such space.
    :raises AccountSpaceInUse: it is to be switched off, and an album uses it.
    :raises VersionConflict: the space changed since `expected_version`.
    """
    space = _locked(command)
    if not command.is_active and space.albums.exists():
        raise AccountSpaceInUse(get_use(albums_of(space.account_id, space.pk)).in_words("space"))
    return store_recorded(command.by, space, **space.differing(is_active=command.is_active))


def _locked(
    command: ChangeAccountSpaceCommand | ChangeAccountSpaceActiveStateCommand,
) -> AccountSpace:
    account = Account.objects.locked(command.account_id)
    of_account = AccountSpace.objects.filter(account=account)
    return of_account.locked(command.account_space_id, command.expected_version)


def _refuse_taken(space: AccountSpace, name: str | None, external_id: str | None) -> None:
    others = _others(space)
    if external_id is not None and others.filter(external_id=external_id).exists():
        raise ExternalIdTaken
    if name is not None and others.filter(name__iexact=name).exists():
        raise SpaceNameTaken


def _take_default(space: AccountSpace, is_default: bool | None) -> None:
    """Reset the present default space, if this one replaces it."""
    if is_default:
        for other in _others(space).filter(is_default=True):
            other.store(is_default=False)


def _others(space: AccountSpace) -> QuerySet[AccountSpace]:
    return AccountSpace.objects.filter(account=space.account_id).exclude(pk=space.pk)
