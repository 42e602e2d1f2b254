"""Commands of staff's accounts: a new member of staff gets groups, and a link to set a password."""

from dataclasses import dataclass

from django.contrib.auth.models import Group, User
from django.db import IntegrityError, transaction

from foundation.records.audit import CREATED, Actor, record_deed
from foundation.records.refusals import Conflict
from foundation.rest.password_links import SendPasswordLinkCommand, send_password_link


class AccountTaken(Conflict):
    """Another account signs in with this e-mail address."""

    code = "account-taken"


@dataclass(frozen=True, slots=True, kw_only=True)
class CreateMemberCommand:
    """Add a member of staff, who signs in with the e-mail address."""

    name: str
    email: str
    group_ids: frozenset[int]
    by: Actor | None = None


def create_member(command: CreateMemberCommand) -> User:
    """Create the account without a password, and mail a link to set one.

    :raises AccountTaken: see there.
    """
    try:
        return _insert(command)
    except IntegrityError as error:
        if User.objects.filter(username=command.email.lower()).exists():
            raise AccountTaken from error
        raise


@transaction.atomic
def _insert(command: CreateMemberCommand) -> User:
    email = command.email.lower()
    user = User(username=email, email=email, first_name=command.name, is_staff=True)
    user.set_unusable_password()
    user.save()
    groups = Group.objects.filter(pk__in=command.group_ids).order_by("name")
    user.groups.set(groups)
    wanted = {"name": command.name, "email": email, "groups": ", ".join(g.name for g in groups)}
    record_deed(command.by, CREATED, user, {name: (None, to) for name, to in wanted.items()})
    send_password_link(SendPasswordLinkCommand(user_id=user.pk, is_new=True))
    return user
