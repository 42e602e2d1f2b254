"""Create a tagger with a user to sign in as, change or block them, set their password."""

from dataclasses import dataclass, field
from datetime import datetime
from decimal import Decimal
from uuid import UUID
from zoneinfo import ZoneInfo

from django.conf import settings
from django.contrib.auth.hashers import check_password
from django.contrib.auth.models import Permission, User
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.db.models import OuterRef, Subquery, Sum, Value

from foundation.records.audit import (
    CHANGED,
    SECRET,
    Actor,
    old_and_new,
    part_of,
    record_change,
    record_creation,
)
from foundation.records.models import Creation, IdTaken
from foundation.records.refusals import Conflict, Invalid
from foundation.rest.passwords import SendPasswordLinkCommand, send_password_link
from tagging.records.history import TaskHistory
from tagging.records.tagators import Tagator, TagatorSettings, TagatorState
from tagging.records.works import Work, WorkState
from tagging.statistics.queries import midnight
from tagging.works.expiring import BLOCKED_REASON, ExpireWorkCommand, expire_work

PASSWORD = {"password": SECRET}  # for the audit


class EmailTaken(Conflict):
    """Another account signs in with this e-mail address."""


class WeakPassword(Invalid):
    """The password is too weak."""


class WrongPassword(Invalid):
    """The present password is another one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CreateTagatorCommand:
    """Add a tagger, who without a password gets a link to set one."""

    tagator_id: UUID
    email: str
    name: str
    now: datetime
    phone: str = ""
    password: str | None = field(default=None, repr=False)
    rate_per_task: Decimal = Decimal(0)
    rate_per_number: Decimal = Decimal(0)
    state: TagatorState = TagatorState.ACTIVE
    language: str = ""
    by: Actor | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ChangeTagatorCommand:
    """Change a tagger; None leaves a field unchanged."""

    tagator_id: UUID
    now: datetime
    email: str | None = None
    name: str | None = None
    phone: str | None = None
    password: str | None = field(default=None, repr=False)
    rate_per_task: Decimal | None = None
    rate_per_number: Decimal | None = None
    state: TagatorState | None = None
    language: str | None = None
    expected_version: int | None = None
    by: Actor | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ChangeTagatorPasswordCommand:
    """Give a tagger a new password; their tokens stop working."""

    tagator_id: UUID
    password: str = field(repr=False)
    by: Actor | None = None


def create_tagator(command: CreateTagatorCommand) -> Creation[Tagator]:
    """Create a tagger with default settings; the same tagger again is success.

    :raises EmailTaken, IdTaken, WeakPassword: see there.
    """
    email = command.email.lower()
    known = _find(command.tagator_id)
    if known is not None:
        return _same(known, command, email)
    user = User(username=email, email=email, is_active=command.state == TagatorState.ACTIVE)
    if command.password is None:
        user.set_unusable_password()
    else:
        _set_password(user, command.password)
    try:
        return Creation(record=_insert(command, user), is_new=True)
    except IntegrityError as error:
        # Another request may have created the same tagger meanwhile.
        known = _find(command.tagator_id)
        if known is not None:
            return _same(known, command, email)
        _refuse_taken(email, error)
        raise


@transaction.atomic
def _insert(command: CreateTagatorCommand, user: User) -> Tagator:
    user.save()
    user.user_permissions.add(
        Permission.objects.get(content_type__app_label="tagging", codename="tag")
    )
    tagator = Tagator.objects.create(
        id=command.tagator_id,
        user=user,
        email=user.username,
        name=command.name,
        phone=command.phone,
        state=command.state,
        rate_per_task=command.rate_per_task,
        rate_per_number=command.rate_per_number,
        language=command.language,
        created_on=command.now,
        updated_on=command.now,
    )
    TagatorSettings.objects.create(tagator=tagator)
    if command.password is None and user.is_active:
        send_password_link(SendPasswordLinkCommand(user_id=user.pk, is_new=True))
    record_creation(command.by, tagator)
    return tagator


def _find(tagator_id: UUID) -> Tagator | None:
    return Tagator.objects.select_related("user").filter(pk=tagator_id).first()


def _same(known: Tagator, command: CreateTagatorCommand, email: str) -> Creation[Tagator]:
    wanted = {
        "email": email,
        "name": command.name,
        "phone": command.phone,
        "rate_per_task": command.rate_per_task,
        "rate_per_number": command.rate_per_number,
        "state": command.state,
        "language": command.language,
    }
    if known.differing(**wanted) or not _has_password(known.user, command.password):
        raise IdTaken
    return Creation(record=known, is_new=False)


def _has_password(user: User, password: str | None) -> bool:
    """Return whether this is the user's password; None: the user has none."""
    if password is None:
        return not user.has_usable_password()
    return check_password(password, user.password)


def _refuse_taken(email: str, error: IntegrityError) -> None:
    if User.objects.filter(username=email).exists():
        raise EmailTaken from error


def change_tagator(command: ChangeTagatorCommand) -> Tagator:
    """Change a tagger. A blocked one has no access from the next request on.

    :raises TagatorNotFound, VersionConflict, EmailTaken, WeakPassword: see there.
    """
    try:
        tagator = _change(command)
    except IntegrityError as error:
        _refuse_taken((command.email or "").lower(), error)
        raise
    # After the commit: who completes a task holds the task's lock and may wait for the tagger's.
    # If the process dies here, the sweep of works expires them.
    if tagator.state == TagatorState.BLOCKED:
        for work in Work.objects.filter(tagator=tagator, state=WorkState.ACTIVE):
            expire_work(
                ExpireWorkCommand(
                    work_id=work.pk, now=command.now, reason=BLOCKED_REASON, by=part_of(command.by)
                )
            )
    return tagator


@transaction.atomic
def _change(command: ChangeTagatorCommand) -> Tagator:
    tagator = Tagator.objects.locked(command.tagator_id, command.expected_version)
    changes = tagator.differing(
        email=command.email.lower() if command.email else None,
        name=command.name,
        phone=command.phone,
        rate_per_task=command.rate_per_task,
        rate_per_number=command.rate_per_number,
        state=command.state,
        language=command.language,
    )
    password = {} if command.password is None else PASSWORD
    record_change(command.by, CHANGED, tagator, {**old_and_new(tagator, **changes), **password})
    if changes:
        tagator.store(**changes)
    _change_user(tagator, command)
    return tagator


def _change_user(tagator: Tagator, command: ChangeTagatorCommand) -> None:
    """Change what the command names, so that a user whom staff made inactive stays inactive."""
    user, changed = tagator.user, []
    if command.email is not None:
        user.username = user.email = tagator.email
        changed += ["username", "email"]
    if command.state is not None:
        user.is_active = tagator.state == TagatorState.ACTIVE
        changed.append("is_active")
    if command.password is not None:
        _set_password(user, command.password)
        changed.append("password")
    if changed:
        user.save(update_fields=changed)


@transaction.atomic
def change_tagator_password(command: ChangeTagatorPasswordCommand) -> Tagator:
    """Set a tagger's password.

    :raises TagatorNotFound, WeakPassword: see there.
    """
    tagator = Tagator.objects.locked(command.tagator_id)
    _set_password(tagator.user, command.password)
    tagator.user.save(update_fields=["password"])
    record_change(command.by, CHANGED, tagator, PASSWORD)
    return tagator


def _set_password(user: User, password: str) -> None:
    try:
        validate_password(password, user)
    except ValidationError as error:
        raise WeakPassword(errors={"password": " ".join(error.messages)}) from error
    user.set_password(password)


def get_tagator_settings(tagator_id: UUID) -> TagatorSettings:
    """Return how a tagger works, with the albums opened to them."""
    settings = TagatorSettings.objects.select_related("tagator")
    return settings.prefetch_related("tagator__opened_albums").get_or_refuse(tagator_id)


def get_account(tagator_id: UUID, zone: ZoneInfo, now: datetime) -> Tagator:
    """Return a tagger with `tasks_completed`, `numbers_added` and `amount` since midnight."""
    begin = midnight(now.astimezone(zone).date(), zone)
    done = TaskHistory.objects.counted().filter(tagator=OuterRef("pk"), occurred_on__gte=begin)
    by_tagator = done.order_by().values("tagator")
    sums = {"tasks_completed": "tasks", "numbers_added": "numbers", "amount": "amount"}
    tagators = Tagator.objects.select_related("settings").annotate(
        currency=Value(settings.TAGGING_CURRENCY),
        **{
            name: Subquery(by_tagator.annotate(n=Sum(column)).values("n"))
            for name, column in sums.items()
        },
    )
    tagator = tagators.get_or_refuse(tagator_id)
    for name in sums:
        vars(tagator)[name] = vars(tagator)[name] or Decimal(0)
    return tagator
