"""Rows of an SQL text that selects all columns of several models."""

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Any, TypeVar

from django.db import connection, models

M = TypeVar("M", bound=models.Model)


def read_joined(
    sql: str, parameters: Sequence[Any], *selected: type[models.Model]
) -> Iterator[tuple[Any, ...]]:
    """Run a text that begins `SELECT a.*, b.*` for these models; yield a record of each a row.

    For locking reads of a hot path, where the ORM takes longer to write the statement than
    PostgreSQL to run it. A record is None where an outer join found none. Of models whose columns
    PostgreSQL and Python write alike: JSON and encrypted columns are not converted.
    """
    with connection.cursor() as cursor:
        cursor.execute(sql, parameters)
        names = [column.name for column in cursor.description]
        rows = cursor.fetchall()
    for row in rows:
        columns = iter(zip(names, row, strict=True))
        yield tuple(_record(model, columns) for model in selected)


def _record(model: type[M], columns: Iterator[tuple[str, Any]]) -> M | None:
    found = model._meta.get_fields()
    fields = [each.attname for each in found if isinstance(each, models.Field) and each.concrete]
    values = dict(islice(columns, len(fields)))
    if values[model._meta.pk.attname] is None:
        return None
    return model.from_db(connection.alias, fields, [values[name] for name in fields])
