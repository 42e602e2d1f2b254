"""Creating a record once: a repeated command, event or callback is harmless."""

from dataclasses import dataclass
from typing import Generic, TypeVar

from django.db import IntegrityError, connection, models, transaction
from psycopg.errors import UniqueViolation

from foundation.records.refusals import Conflict
from foundation.records.versioned import VersionedModel

R = TypeVar("R", bound=models.Model)

_INSERT = 'INSERT INTO "{table}" ({columns}) VALUES ({places}) ON CONFLICT DO NOTHING'


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


def insert_unknown(record: models.Model) -> bool:
    """Do as `insert_new`, in one statement in place of three, for a hot path.

    Not for tables with a trigger that writes before an insert: it would also where the key is
    taken. All values are given: what the database would set by itself is not read.
    """
    meta = type(record)._meta
    fields = [
        field
        for field in meta.get_fields()
        if isinstance(field, models.Field) and field.concrete and not field.many_to_many
    ]
    text = _INSERT.format(
        table=meta.db_table,
        columns=", ".join(f'"{field.column}"' for field in fields),
        places=", ".join(["%s"] * len(fields)),
    )
    values = [field.get_db_prep_save(field.pre_save(record, True), connection) for field in fields]
    with connection.cursor() as cursor:
        cursor.execute(text, values)
        is_inserted = bool(cursor.rowcount)
    record._state.adding = not is_inserted  # noqa: SLF001 (documented)
    return is_inserted


def create_once(record: R, *data: str) -> Creation[R]:
    """Insert the record, or return the stored one, if it has the same `data` (fields).

    :raises IdTaken: the stored one has other data.
    """
    if insert_new(record):
        return Creation(record=record, is_new=True)
    known = type(record)._default_manager.filter(pk=record.pk).first()
    if known is None or not all(_holds(known, name, getattr(record, name)) for name in data):
        raise IdTaken
    return Creation(record=known, is_new=False)


def _holds(known: models.Model, name: str, value: object) -> bool:
    if isinstance(known, VersionedModel):
        return known.holds(name, value)
    return bool(getattr(known, name) == value)
