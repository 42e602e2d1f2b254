"""Accounts at face providers and their spaces."""

from uuid import UUID

from django.db.models import QuerySet

from recognition.models import Account, AccountSpace


def list_accounts() -> QuerySet[Account]:
    """Return all accounts, without their credentials, to be filtered and ordered."""
    return Account.objects.defer("credentials")


def get_account(account_id: UUID) -> Account:
    """Return an account, without its credentials.

    :raises AccountNotFound: no such account.
    """
    return Account.objects.defer("credentials").get_or_refuse(account_id)


def list_spaces(account_id: UUID) -> QuerySet[AccountSpace]:
    """Return the spaces of an account.

    :raises AccountNotFound: no such account.
    """
    spaces: QuerySet[AccountSpace] = get_account(account_id).spaces.all()
    return spaces


def get_space(account_id: UUID, space_id: UUID) -> AccountSpace:
    """Return a space of an account.

    :raises AccountNotFound: no such account.
    :raises AccountSpaceNotFound: the account has no such space.
    """
    space: AccountSpace = get_account(account_id).spaces.get_or_refuse(space_id)
    return space
