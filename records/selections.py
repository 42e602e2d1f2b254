"""Queries of the ORM that are written once a process; see `records.statements` for when."""

import re
from collections.abc import Callable
from functools import cached_property
from inspect import signature
from typing import Any, Generic, TypeVar

from django.db import connection
from django.db.models import Expression, Field, Lookup, Model, QuerySet
from django.db.models.query import get_related_populators
from django.db.transaction import TransactionManagementError

from records.statements import Statement

M = TypeVar("M", bound=Model)


class Selection(Generic[M]):
    """A query of the ORM, given as a function of its values, all by name.

    The function is called once, with placeholders instead of values, so it may only pass them on to
    `filter` and `annotate`: the query may not look different for different values.
    """

    def __init__(self, build: Callable[..., QuerySet[M]]) -> None:
        self._build = build

    def __call__(self, **values: Any) -> list[M]:
        """Return the rows, read with what the query's `select_related` names."""
        written = self._written
        if written.locks and not connection.in_atomic_block:
            raise TransactionManagementError("Rows are locked inside a transaction.")
        return [written.record(row) for row in written.read(values)]

    def first(self, **values: Any) -> M | None:
        """Return the first row, or None."""
        return next(iter(self(**values)), None)

    @cached_property
    def _written(self) -> "_Written[M]":
        slots = {name: _Slot(name) for name in signature(self._build).parameters}
        return _Written(self._build(**slots))


class _Written(Generic[M]):
    """The SQL of a query, and how its rows become records: as Django's `ModelIterable` does it."""

    def __init__(self, query: QuerySet[M]) -> None:
        self._compiler: Any = query.query.get_compiler(query.db)
        sql, given = self._compiler.as_sql()
        places = (f"%({index})s" for index in range(len(given)))
        self._statement = Statement(re.sub("%s", lambda _: next(places), sql))
        self._given = given
        self.locks = query.query.select_for_update
        select, shape = self._compiler.select, self._compiler.klass_info
        self._model: type[M] = shape["model"]
        self._columns = slice(shape["select_fields"][0], shape["select_fields"][-1] + 1)
        self._names = [column.target.attname for column, _, _ in select[self._columns]]
        self._related = get_related_populators(shape, select, query.db)  # type: ignore[call-arg]
        self._annotated = list(self._compiler.annotation_col_map.items())
        self._converters = self._compiler.get_converters([column for column, _, _ in select])
        self._database = query.db

    def read(self, values: dict[str, Any]) -> Any:
        filled = {
            str(index): values[value.name] if isinstance(value, _Slot) else value
            for index, value in enumerate(self._given)
        }
        return self._compiler.apply_converters(self._statement.rows(**filled), self._converters)

    def record(self, row: list[Any]) -> M:
        made = self._model.from_db(self._database, self._names, row[self._columns])
        for related in self._related:
            related.populate(row, made)
        for name, position in self._annotated:
            setattr(made, name, row[position])
        return made


@Field.register_lookup
class AnyOf(Lookup):
    """`name__any=values`: equals one of them. `IN` would be another statement for each count."""

    lookup_name = "any"
    prepare_rhs = False

    def as_sql(self, compiler: Any, connection: Any) -> tuple[str, Any]:
        column, of_column = self.process_lhs(compiler, connection)
        values, of_values = self.process_rhs(compiler, connection)
        return f"{column} = ANY({values})", (*of_column, *of_values)


class _Slot(Expression):
    """Stands in the SQL for a value that is given later."""

    def __init__(self, name: str) -> None:
        super().__init__()
        self.name = name

    def as_sql(self, *_: Any) -> tuple[str, Any]:
        return "%s", [self]
