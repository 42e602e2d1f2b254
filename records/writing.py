"""Inserts and updates of a few records, written once a process; see `records.statements`."""

from collections.abc import Sequence
from functools import cache
from typing import Any

from django.db import DatabaseError, connection, models
from django.db.models import Model
from django.db.models.expressions import DatabaseDefault

from records.creating import insert_new  # noqa: F401 (moved)
from records.statements import Statement

FEW = 8  # each count of records is a statement of its own
# Fields whose values the driver takes as they are.
_TAKEN = frozenset({
    models.BooleanField, models.CharField, models.DateTimeField, models.FloatField,
    models.ForeignKey, models.PositiveIntegerField, models.PositiveSmallIntegerField,
    models.SmallIntegerField, models.TextField, models.UUIDField,
})  # fmt: skip


def insert_few(records: Sequence[Model]) -> None:
    """Insert records of one model and set their keys, as the ORM's `bulk_create` does.

    More than `FEW` records are inserted by the ORM.
    """
    if len(records) > FEW:
        type(records[0])._default_manager.bulk_create(records)
    elif records:
        for record, (key,) in zip(records, _insert(records), strict=True):
            record.pk, record._state.adding = key, False  # noqa: SLF001 (documented Model._state)


def update_row(record: Model, names: Sequence[str]) -> None:
    """Save these fields of a record, as its `save(update_fields=names)` does.

    :raises DatabaseError: the row is gone.
    """
    columns = _columns(type(record), tuple(names))
    values = {column.attname: _stored(column, record) for column in columns}
    if not _update(type(record), tuple(names)).execute(key_of_the_row=record.pk, **values):
        raise DatabaseError(f"{type(record).__name__} {record.pk} is gone.")


def _insert(records: Sequence[Model], ending: str = "") -> list[tuple[Any, ...]]:
    """Return the keys of what was inserted."""
    columns = _inserted(records)
    values = {
        f"{column.attname}_{place}": _stored(column, record)
        for place, record in enumerate(records)
        for column in columns
    }
    return _insertion(type(records[0]), columns, len(records), ending).rows(**values)


@cache
def _insertion(model: type[Model], columns: tuple[Any, ...], count: int, ending: str) -> Statement:
    rows = (
        ", ".join(f"%({column.attname}_{place})s" for column in columns) for place in range(count)
    )
    return Statement(
        f"INSERT INTO {_quoted(model._meta.db_table)} "  # noqa: S608 (names of the model)
        f"({', '.join(_quoted(column.column) for column in columns)}) "
        f"VALUES {', '.join(f'({row})' for row in rows)} {ending} "
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


def _inserted(records: Sequence[Model]) -> tuple[Any, ...]:
    """Return the columns for which a record has a value: the others are left to the database."""
    model = type(records[0])
    left = {
        column
        for column in model._meta.concrete_fields
        if (column.has_db_default() or column is model._meta.auto_field)
        and all(_is_left(getattr(record, column.attname)) for record in records)
    }
    return tuple(column for column in model._meta.concrete_fields if column not in left)


def _is_left(value: Any) -> bool:
    return value is None or isinstance(value, DatabaseDefault)


@cache
def _columns(model: type[Model], names: tuple[str, ...]) -> list[Any]:
    return [model._meta.get_field(name) for name in names]


def _stored(column: Any, record: Model) -> Any:
    """Return a field's value as the database takes it."""
    value = getattr(record, column.attname)
    return value if type(column) in _TAKEN else column.get_db_prep_save(value, connection)


def _quoted(name: str | None) -> str:
    return connection.ops.quote_name(str(name))
