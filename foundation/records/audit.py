"""Writing the audit: who ordered what, in the transaction of the change itself.

A command takes `by: Actor | None`. The commands that it calls get None, as do the system's own
steps, so that each order leaves exactly one row. How long rows are kept: `records/retention.py`.
"""

import getpass
import os
import socket
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any, Final, TypeVar

from django.core.exceptions import FieldDoesNotExist
from django.db import transaction
from django.db.models import Field, ForeignKey, Model
from django.http import HttpRequest
from django.utils import timezone

from foundation.records.callers import address_of
from foundation.records.models import (
    NAME_LENGTH,
    AuditEntry,
    Creation,
    VersionedModel,
    create_once,
    name_and_id,
)

Changes = Mapping[str, tuple[Any, Any]]  # old and new, by the field's name
M = TypeVar("M", bound=VersionedModel)

CREATED: Final = "Created"
CHANGED: Final = "Changed"
DELETED: Final = "Deleted"
REQUESTED: Final = "Requested"  # of another person, who must approve it
SECRET: Final = (None, "changed")  # old and new of what the audit must not show

NO_CHANGES: Changes = MappingProxyType({})
# Rows since the request began, without those that request a deed of another person.
_deeds: ContextVar[int] = ContextVar("deeds", default=0)
_KEPT_BY_THE_SYSTEM = {"created_on", "updated_on", "version"}


@dataclass(frozen=True, slots=True)
class Actor:
    """Who orders a change, and from where."""

    name: str
    address: str = ""
    request_id: str = ""


@dataclass(frozen=True, slots=True)
class _Gathering(Actor):
    """An actor for whom changes are gathered instead of written."""

    changes: dict[str, tuple[Any, Any]] = field(default_factory=dict)


def part_of(by: Actor | None) -> Actor | None:
    """Return the actor for commands that an order calls: histories name them, the audit does not.

    So the order leaves the one row that it writes itself.
    """
    return _Gathering(by.name, by.address, by.request_id) if by else None


def name_of(by: Actor | None) -> str:
    """Return the name for a record's own history; empty for the system."""
    return by.name[:150] if by else ""


def actor_of(request: HttpRequest) -> Actor:
    """Return who sends the request: staff in the admin, or the user of an API's token."""
    user: Any = request.user
    return Actor(
        user.get_username(), address_of(request), request.META.get("HTTP_X_REQUEST_ID", "")
    )


def operator(command: str) -> Actor:
    """Return who runs a command of `manage.py`: the account of the operating system."""
    try:
        account = getpass.getuser()
    except (OSError, KeyError):  # a container's user may have no name
        account = str(os.getuid())
    return Actor(f"{account} (manage.py {command})", socket.gethostname())


def record_change(
    by: Actor | None, action: str, record: Model, changes: Changes, reason: str = ""
) -> None:
    """Write which fields of a record an order changes; nothing if each stays as it is."""
    differing = {name: pair for name, pair in changes.items() if pair[0] != pair[1]}
    if differing:
        record_deed(by, action, record, differing, reason)


def record_deed(
    by: Actor | None,
    action: str,
    record: Model | type[Model],
    changes: Changes = NO_CHANGES,
    reason: str = "",
) -> None:
    """Write an order that counts whether or not fields change: sent again, created, deleted.

    :param record: a model, where the order is about many of its records.
    """
    record_deeds(by, action, [record], changes, reason)


def record_deeds(
    by: Actor | None,
    action: str,
    records: Iterable[Model | type[Model]],
    changes: Changes = NO_CHANGES,
    reason: str = "",
) -> None:
    """Write the same order about several records, a row each."""
    record_all(by, ((action, record, changes) for record in records), reason)


def record_all(
    by: Actor | None, orders: Iterable[tuple[str, Model | type[Model], Changes]], reason: str = ""
) -> None:
    """Write several orders at once: of each the action, the record, and what changes."""
    if by is None:
        return
    if isinstance(by, _Gathering):
        for _, _, changes in orders:
            by.changes.update(changes)
        return
    now = timezone.now()
    rows = AuditEntry.objects.bulk_create(
        AuditEntry(
            occurred_on=now,
            actor=by.name[:NAME_LENGTH],
            address=by.address[:100],
            request_id=by.request_id,
            action=action,
            changes=dict(_shown(record, name, pair) for name, pair in changes.items()),
            reason=reason,
            **_of_record(record),
        )
        for action, record, changes in orders
    )
    _deeds.set(_deeds.get() + sum(row.action != REQUESTED for row in rows))


def deeds_written() -> int:
    """Return how many rows of deeds were written since the request of this thread began.

    Nothing was changed by an order that has written none: each one leaves a row.
    """
    return _deeds.get()


@contextmanager
def undone() -> Iterator[None]:
    """Undo what is done within: it is only tried."""
    before = _deeds.get()
    try:
        with transaction.atomic():
            yield
            transaction.set_rollback(True)
    finally:
        _deeds.set(before)


def begin_request(**_: Any) -> None:
    """Count the rows of a request of their own. Receives `request_started`."""
    _deeds.set(0)


def record_creation(by: Actor | None, record: Model) -> None:
    """Write that a record was created, with its fields that are not empty."""
    record_deed(by, CREATED, record, created_fields(record))


def record_deletion(by: Actor | None, record: Model) -> None:
    """Write that a record is deleted, with what it held; call it before the deletion."""
    record_deed(by, DELETED, record, {name: (value, None) for name, value in values_of(record)})


def create_recorded(by: Actor | None, record: M, *data: str) -> Creation[M]:
    """Do as `create_once`, and write that the record was created if it is new."""
    created = create_once(record, *data)
    if created.is_new:
        record_creation(by, created.record)
    return created


def store_recorded(by: Actor | None, record: M, /, **changes: Any) -> M:
    """Store the fields, if there are any, and write old and new of each."""
    if not changes:
        return record
    record_change(by, CHANGED, record, old_and_new(record, **changes))
    return record.store(**changes)


def old_and_new(record: Model, **changes: Any) -> Changes:
    """Return old and new of the fields that storing these would change; call it before."""
    return {
        name: SECRET if is_secret(record, name) else (getattr(record, name), value)
        for name, value in changes.items()
    }


def created_fields(record: Model) -> Changes:
    """Return old and new of the fields of a new record."""
    return {name: (None, value) for name, value in values_of(record)}


def values_of(record: Model) -> Iterator[tuple[str, Any]]:
    """Yield a record's fields that are not empty, but for its id and what the system keeps."""
    for column in record._meta.concrete_fields:
        if column.primary_key or column.name in _KEPT_BY_THE_SYSTEM:
            continue
        # `name`, not `attname`: of a foreign key the record that it refers to, mostly at hand.
        secret = is_secret(record, column.name)
        value = SECRET[1] if secret else getattr(record, column.name)
        if value is not None and value != "":
            yield column.name, value


def is_secret(record: Model | type[Model], name: str) -> bool:
    """Return whether the audit must not show the field: a password, or an encrypted field."""
    return name == "password" or getattr(_field(record, name), "is_secret", False)


@contextmanager
def in_one_row(by: Actor, record: Model, action: str = CHANGED) -> Iterator[Actor]:
    """Let the commands within, called for the given actor, leave one row: the parts of a form."""
    gathering = _Gathering(by.name, by.address, by.request_id)
    yield gathering
    record_change(by, action, record, gathering.changes)


def _of_record(record: Model | type[Model]) -> dict[str, str]:
    found = {"record_type": str(record._meta.object_name)}
    if isinstance(record, Model):
        key, name = str(record.pk), str(record)[:NAME_LENGTH]
        found |= {"record_id": key, "record_name": "" if name == key else name}
    return found


def _shown(
    record: Model | type[Model], name: str, pair: tuple[Any, Any]
) -> tuple[str, tuple[Any, Any]]:
    """Return a field's name and its values, where other records have names beside their ids."""
    column = _field(record, name)
    if not isinstance(column, ForeignKey):
        return name, pair
    return column.name, (_named(column, pair[0]), _named(column, pair[1]))


def _named(key: "ForeignKey[Any, Any]", value: Any) -> Any:
    model: Any = key.related_model
    if value is None or isinstance(value, Model):
        return value
    found = model._default_manager.filter(**{key.target_field.name: value}).first()
    return value if found is None else name_and_id(found)


def _field(record: Model | type[Model], name: str) -> "Field[Any, Any] | None":
    try:
        found = record._meta.get_field(name)
    except FieldDoesNotExist:
        return None
    return found if isinstance(found, Field) else None
