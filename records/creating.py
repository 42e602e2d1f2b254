"""Creating a record under an id that the caller chose: a repeated command is harmless."""

from dataclasses import dataclass
from typing import Generic, TypeVar

from django.db import DEFAULT_DB_ALIAS, connection, models
from django.db.models.constants import OnConflict
from django.db.models.sql import InsertQuery

from records.refusals import Conflict
from records.versioned import VersionedModel

M = TypeVar("M", bound=VersionedModel)


class IdTaken(Conflict):
    """There is already a record with this id and other data."""

    code = "id-taken"


@dataclass(frozen=True, slots=True, kw_only=True)
class Creation(Generic[M]):
    """The record, and whether it is new."""

    record: M
    is_new: bool


def create_once(record: M, *data: str) -> Creation[M]:
    """Insert the record, or return the stored one with the same id and the same `data` (fields).

    :raises IdTaken: the stored record has other data.
    """
    if insert_new(record):
        return Creation(record=record, is_new=True)
    known = type(record)._default_manager.filter(pk=record.pk).first()
    if known is None or not all(known.holds(name, getattr(record, name)) for name in data):
        raise IdTaken
    return Creation(record=known, is_new=False)


def insert_new(record: models.Model) -> bool:
    """Insert the record unless a unique key of it is taken; say whether it was inserted.

    One statement, which waits until a concurrent insert of the same key commits or rolls back. The
    ORM's `ignore_conflicts` does the same, but does not say whether it inserted a row.
    """
    query = InsertQuery(type(record), on_conflict=OnConflict.IGNORE)
    query.insert_values(record._meta.concrete_fields, [record])
    [(sql, params)] = query.get_compiler(DEFAULT_DB_ALIAS).as_sql()
    with connection.cursor() as cursor:
        cursor.execute(sql, params)
        inserted: bool = cursor.rowcount == 1
    record._state.adding = not inserted  # noqa: SLF001 (documented Model._state)
    return inserted
