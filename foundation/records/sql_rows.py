"""Records of several models from the rows of one SQL text."""

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import islice
from typing import Any, TypeVar

from django.db import connection, models

M = TypeVar("M", bound=models.Model)


def read_joined(
    sql: str, parameters: Sequence[Any] | Mapping[str, Any], **selected: type[models.Model]
) -> Iterator[tuple[Any, ...]]:
    """Run a text such as `SELECT {a}, {b} FROM …`; yield a record of each of its models a row.

    For the reads of a hot path, where the ORM takes longer to write the statement than PostgreSQL
    to run it. The names of the `selected` models are the aliases of their tables, in the order of
    the text; a record is None where an outer join found none. JSON and encrypted columns are not
    converted: not for models that have such.
    """
    with connection.cursor() as cursor:
        cursor.execute(_with_columns(sql, tuple(selected.items())), parameters)
        rows = cursor.fetchall()
    for row in rows:
        values = iter(row)
        yield tuple(_record(model, values) for model in selected.values())


@lru_cache
def _with_columns(sql: str, selected: tuple[tuple[str, type[models.Model]], ...]) -> str:
    """Write out the columns: a prepared `SELECT *` fails as soon as a table has one more."""
    columns = {
        alias: ", ".join(f'{alias}."{column}"' for column, _ in _fields(model))
        for alias, model in selected
    }
    return sql.format_map(columns)


def _record(model: type[M], values: Iterator[Any]) -> M | None:
    fields = _fields(model)
    own = list(islice(values, len(fields)))
    if all(value is None for value in own):
        return None
    return model.from_db(connection.alias, [name for _, name in fields], own)


@lru_cache
def _fields(model: type[models.Model]) -> tuple[tuple[str, str], ...]:
    """Return the column and the attribute of each field, in the order of the model."""
    return tuple(
        (str(field.column), field.attname)
        for field in model._meta.get_fields()
        if isinstance(field, models.Field) and field.concrete
    )
