"""Inserts and updates of a few records, written once a process; see `records.statements`."""

from collections.abc import Sequence
from functools import cache
from typing import Any

from django.db import DatabaseError, connection
from django.db.models import NOT_PROVIDED, Model

from records.statements import Statement

FEW = 8  # each count of records is a statement of its own


def insert_few(records: Sequence[Model]) -> None:
    """Insert records of one model and set their keys, as the ORM's `bulk_create` does.

    Columns that have their default in the database alone are left to it. More than `FEW` records
    are inserted by the ORM.
    """
    if len(records) > FEW:
        type(records[0])._default_manager.bulk_create(records)
    elif records:
        _insert(type(records[0]), records)


def update_row(record: Model, names: Sequence[str]) -> None:
    """Save these fields of a record, as its `save(update_fields=names)` does.

    :raises DatabaseError: the row is gone.
    """
    columns = _columns(type(record), tuple(names))
    values = {column.attname: _stored(column, record) for column in columns}
    if not _update(type(record), tuple(names)).execute(key_of_the_row=record.pk, **values):
        raise DatabaseError(f"{type(record).__name__} {record.pk} is gone.")


def _insert(model: type[Model], records: Sequence[Model]) -> None:
    values = {
        f"{column.attname}_{place}": _stored(column, record)
        for place, record in enumerate(records)
        for column in _inserted(model)
    }
    keys = _insertion(model, len(records)).rows(**values)
    for record, (key,) in zip(records, keys, strict=True):
        record.pk, record._state.adding = key, False  # noqa: SLF001 (documented Model._state)


@cache
def _insertion(model: type[Model], count: int) -> Statement:
    columns = _inserted(model)
    rows = (
        ", ".join(f"%({column.attname}_{place})s" for column in columns) for place in range(count)
    )
    return Statement(
        f"INSERT INTO {_quoted(model._meta.db_table)} "  # noqa: S608 (names of the model)
        f"({', '.join(_quoted(column.column) for column in columns)}) "
        f"VALUES {', '.join(f'({row})' for row in rows)} "
        f"RETURNING {_quoted(model._meta.pk.column)}"
    )


@cache
def _update(model: type[Model], names: tuple[str, ...]) -> Statement:
    changes = (
        f"{_quoted(column.column)} = %({column.attname})s" for column in _columns(model, names)
    )
    return Statement(
        f"UPDATE {_quoted(model._meta.db_table)} SET {', '.join(changes)} "  # noqa: S608
        f"WHERE {_quoted(model._meta.pk.column)} = %(key_of_the_row)s"
    )


@cache
def _inserted(model: type[Model]) -> list[Any]:
    """Return the columns that an insert names."""
    made_by_database = (
        column
        for column in model._meta.concrete_fields
        if column.db_default is not NOT_PROVIDED and column.default is NOT_PROVIDED
    )
    left_out = {model._meta.auto_field, *made_by_database}
    return [column for column in model._meta.concrete_fields if column not in left_out]


@cache
def _columns(model: type[Model], names: tuple[str, ...]) -> list[Any]:
    return [model._meta.get_field(name) for name in names]


def _stored(column: Any, record: Model) -> Any:
    """Return a field's value as the database takes it."""
    return column.get_db_prep_save(getattr(record, column.attname), connection)


def _quoted(name: str | None) -> str:
    return connection.ops.quote_name(str(name))
