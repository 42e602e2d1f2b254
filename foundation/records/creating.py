"""Creating a record once: a repeated command, event or callback is harmless."""

from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from django.db import IntegrityError, connection, models, transaction
from psycopg.errors import UniqueViolation

from foundation.records.refusals import Conflict
from foundation.records.versioned import VersionedModel

M = TypeVar("M", bound=VersionedModel)
R = TypeVar("R", bound=models.Model)

_LOCK = "SELECT pg_advisory_xact_lock(hashtextextended(%s, 0))"


class IdTaken(Conflict):
    """There is already a record with this id and other data."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Creation(Generic[R]):
    """The record, and whether it is new."""

    record: R
    is_new: bool


def insert_new(record: models.Model) -> bool:
    """Insert the record unless a unique key of it is taken; return whether it was inserted.

    It waits until a concurrent insert of the same key commits or rolls back. The savepoint (two
    more statements) keeps the caller's transaction usable.
    """
    try:
        with transaction.atomic():
            record.save(force_insert=True)
    except IntegrityError as error:
        if isinstance(error.__cause__, UniqueViolation):
            return False
        raise
    return True


def is_first(record: models.Model, *fields: str, **among: Any) -> bool:
    """Return whether no row has the record's values of these fields; then insert the record.

    For tables in partitions, where no unique index spans all times. Of two processes with the same
    values the second waits here until the transaction of the first has ended, then sees its row.

    :param among: further conditions that such a row meets, to search no older partitions.

    :raises TransactionManagementError: no transaction is open that could hold the lock.
    """
    if transaction.get_autocommit():
        raise transaction.TransactionManagementError("Its lock would end at once.")
    values = {name: record.serializable_value(name) for name in fields}
    with connection.cursor() as cursor:
        cursor.execute(_LOCK, [repr((record._meta.db_table, *map(str, values.values())))])
    return not type(record)._default_manager.filter(**values, **among).exists()


def create_once(record: M, *data: str) -> Creation[M]:
    """Insert the record, or return the stored one, if it has the same `data` (fields)."""
    if insert_new(record):
        return Creation(record=record, is_new=True)
    known = type(record)._default_manager.filter(pk=record.pk).first()
    if known is None or not all(known.holds(name, getattr(record, name)) for name in data):
        raise IdTaken
    return Creation(record=known, is_new=False)
