"""Accounts at face providers."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any
from uuid import UUID

from django.db import transaction
from django.db.models import QuerySet

from foundation.records.audit import Actor, create_recorded, store_recorded
from foundation.records.models import UNCHANGED, Creation, Unchanged
from foundation.records.refusals import Conflict, Invalid
from recognition.accounts.queries import albums_of, get_use
from recognition.providers.credentials import CredentialsUnreadable
from recognition.providers.faces.port import faults_of
from recognition.providers.models import Account, AccountSpace

SET_UP = ("provider", "base_url", "credentials")
UNREADABLE = "The stored credentials cannot be read any more: enter them again."


class AccountInUse(Conflict):
    """An album uses the account."""


class AccountNameTaken(Conflict):
    """Another account has that name."""


class AccountNotSetUp(Invalid):
    """The account lacks what its provider requires."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CreateAccountCommand:
    account_id: UUID
    name: str
    provider: str
    base_url: str = ""
    requests_per_second: float | None = None
    credentials: Mapping[str, Any] = field(default_factory=dict, repr=False)
    by: Actor | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ChangeAccountCommand:
    """Change an account; None leaves a field as it is, but `requests_per_second` None: no limit."""

    account_id: UUID
    name: str | None = None
    provider: str | None = None
    base_url: str | None = None
    requests_per_second: float | Unchanged | None = UNCHANGED
    credentials: Mapping[str, Any] | None = field(default=None, repr=False)
    expected_version: int | None = None
    by: Actor | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ChangeAccountActiveStateCommand:
    account_id: UUID
    is_active: bool
    expected_version: int | None = None
    by: Actor | None = None


@transaction.atomic
def create_account(command: CreateAccountCommand) -> Creation[Account]:
    """Create an account, or return the one that the same command created before.

    An empty `base_url`: the provider's own; `requests_per_second` None: no limit.

    :raises AccountNameTaken: another account has that name.
    :raises AccountNotSetUp: the provider needs another address or other credentials.
    :raises IdTaken: there is an account of that id with other data.
    """
    account = Account(
        pk=command.account_id,
        name=command.name,
        provider=command.provider,
        base_url=command.base_url,
        requests_per_second=command.requests_per_second,
    )
    account.credentials = dict(command.credentials)
    _refuse(faults_of(account.provider, account.base_url, account.credentials))
    _refuse_taken_name(account, command.name)
    return create_recorded(command.by, account, "name", "requests_per_second", *SET_UP)


@transaction.atomic
def change_account(command: ChangeAccountCommand) -> Account:
    """Change an account.

    :raises AccountNotFound: no such account.
    :raises AccountNameTaken: another account has that name.
    :raises AccountNotSetUp: the provider needs another address or other credentials, or no key
        reads the stored credentials and they are needed.
    :raises VersionConflict: the account changed since `expected_version`.
    """
    account = Account.objects.locked(command.account_id, command.expected_version)
    wanted = {name: getattr(command, name) for name in ("name", *SET_UP)}
    changes = account.differing(**wanted)
    _refuse(unmet_requirements(account, changes))
    _refuse_taken_name(account, command.name)
    limit = command.requests_per_second
    if limit is not UNCHANGED and limit != account.requests_per_second:
        changes["requests_per_second"] = limit
    return store_recorded(command.by, account, **changes)


@transaction.atomic
def change_account_active_state(command: ChangeAccountActiveStateCommand) -> Account:
    """Allow albums to use an account, or not.

    The account is locked, so no album can choose it before the commit.

    :raises AccountNotFound: no such account.
    :raises AccountInUse: it is to be switched off, and an album uses it.
    :raises VersionConflict: the account changed since `expected_version`.
    """
    account = Account.objects.locked(command.account_id, command.expected_version)
    if not command.is_active and account.albums.exists():
        raise AccountInUse(get_use(albums_of(account.pk)).in_words("account"))
    changes = account.differing(is_active=command.is_active)
    return store_recorded(command.by, account, **changes)


def unmet_requirements(account: Account, changes: Mapping[str, Any]) -> dict[str, str]:
    """Return, by field, what the provider requires and the changed account lacks.

    Checked only if provider, address or credentials change: an account whose credentials no key
    can decrypt can still be renamed.
    """
    if not changes.keys() & set(SET_UP):
        return {}
    try:
        after = {
            name: changes[name] if name in changes else getattr(account, name) for name in SET_UP
        }
    except CredentialsUnreadable:
        return {"credentials": UNREADABLE}
    return faults_of(**after)


def _refuse_taken_name(account: Account, name: str | None) -> None:
    others = Account.objects.exclude(pk=account.pk)
    if name is not None and others.filter(name__iexact=name).exists():
        raise AccountNameTaken


def _refuse(unmet: Mapping[str, str]) -> None:
    if unmet:
        raise AccountNotSetUp(errors=unmet)


# The spaces of accounts. Every change locks the account: it has one default space.


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
