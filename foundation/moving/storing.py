"""Rows of a kind beside what the database has: compared, inserted by COPY, changed where asked."""

import json
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import psycopg
from django.contrib.postgres.fields import ArrayField
from django.db import DatabaseError, OperationalError, connection, models
from django.db.models import F, Func, Value
from django.utils import timezone

from foundation.moving.kinds import KINDS, MovedKind, Row, Values
from foundation.records.models import VersionedModel

_JSON = json.JSONEncoder(ensure_ascii=False)


@dataclass(slots=True)
class Differing:
    """A row that is in the database with other values; `lists`: those of its lists that differ."""

    row: Row
    values: Values
    lists: list[str]
    pk: Any

    def names(self, kind: MovedKind) -> str:
        return ", ".join([*(kind.name_of(each) for each in self.values), *self.lists])


@dataclass(slots=True)
class Sorted:
    """Rows as they compare with the database."""

    new: list[Row] = field(default_factory=list)
    equal: int = 0
    differing: list[Differing] = field(default_factory=list)


def sort_out(kind: MovedKind, rows: Sequence[Row]) -> Sorted:
    """Compare rows with the records that are here, in the fields that the rows have."""
    found = Sorted()
    here = _records(kind, rows)
    lists = _lists_here(kind, rows, here)
    for row in rows:
        record = here.get(row.key)
        if record is None:
            found.new.append(row)
            continue
        changes = _changes(kind, row.values, record)
        other = [name for name in row.lists if not _is_same_list(kind, name, row, record, lists)]
        if changes or other:
            found.differing.append(Differing(row, changes, other, record["pk"]))
        else:
            found.equal += 1
    return found


def facts_here(kind_name: str, keys: Iterable[Any], /) -> Mapping[str, Mapping[str, Any]]:
    """Return what is remembered of records in the database, by key."""
    kind, wanted = KINDS[kind_name], {key for key in keys if key is not None}
    if not wanted:
        return {}
    parts = zip(*(str(key).split("\n", len(kind.key) - 1) for key in wanted), strict=True)
    query = [_is_one_of(kind, *each) for each in zip(kind.key, parts, strict=True)]
    rows = kind.model._default_manager.filter(*query).values(*kind.key, *kind.remembers)
    return {kind.key_of(row): {each: plain(row[each]) for each in kind.remembers} for row in rows}


def plain(value: Any) -> Any:
    """Return a value as JSON remembers it."""
    return value if isinstance(value, bool | int | dict | list) or value is None else str(value)


def insert(kind: MovedKind, rows: Sequence[Row]) -> None:
    """Insert new rows with the rows of their lists, and what follows."""
    kind.before_insert(rows)
    copy_rows(kind, [row.values for row in rows])
    _name_rows(kind, rows)
    for child in kind.children:
        copy_rows(child, below(kind, child, rows))
    kind.after_insert(rows)


def change(kind: MovedKind, differing: Sequence[Differing]) -> None:
    """Give records the values of their rows; what is append-only gets what it does not have."""
    for each in differing:
        changes = {name: value for name, value in each.values.items() if name in kind.fields}
        if changes and issubclass(kind.model, VersionedModel) and "version" not in changes:
            changes |= {"version": F("version") + 1, "updated_on": timezone.now()}
        if changes:
            kind.model._default_manager.filter(pk=each.pk).update(**changes)
        for name in each.lists:
            _change_list(kind, kind.lists[name], each)
    kind.after_change([each.pk for each in differing])


def below(kind: MovedKind, child: MovedKind, rows: Sequence[Row]) -> list[Values]:
    """Return the rows of a list, with what follows from the rows above."""
    pk = kind.model._meta.pk
    found = []
    for row in rows:
        if given := row.lists.get(child.listed_as):
            follows = {name: row.values.get(name) for name in child.follows_parent}
            above = {child.parent: row.values.get(pk.attname, 0) if pk is not None else 0}
            found += [{**follows, **values, **above} for values in given]
    return found


def _name_rows(kind: MovedKind, rows: Sequence[Row]) -> None:
    """Give rows the ids that the database has chosen, where lists are below them."""
    if not kind.children or "id" in kind.by_attribute:
        return
    here = _records(kind, rows)
    for row in rows:
        row.values["id"] = here[row.key]["pk"]


def copy_rows(
    kind: MovedKind, rows: Sequence[Values], table: str = "", set_later: Collection[str] = ()
) -> None:
    """Insert rows by COPY, with the defaults of what they do not have.

    :param table: another one than the model's, with its columns.
    :param set_later: columns that are 0 until then.
    """
    if not rows:
        return
    later = dict.fromkeys(set_later, 0)
    defaults = {**kind.defaults, **later}
    given = {name for name in kind.set_by_database if any(name in row for row in rows)}
    names = [*defaults, *(given - defaults.keys())]
    fields = {each.attname: each for each in kind.model._meta.concrete_fields}
    columns = ", ".join(f'"{fields[name].column}"' for name in names)
    values = zip(*(_column(fields[name], rows, defaults.get(name)) for name in names), strict=True)
    text = f'COPY "{table or kind.model._meta.db_table}" ({columns}) FROM STDIN'
    try:
        with connection.cursor() as cursor, cursor.copy(text) as copy:
            for each in values:
                copy.write_row(each)
    except psycopg.OperationalError as error:  # Django does not see what a copy raises
        raise OperationalError(str(error)) from error
    except psycopg.DatabaseError as error:
        raise DatabaseError(str(error)) from error


def _column(each: "models.Field[Any, Any]", rows: Sequence[Values], default: Any) -> list[Any]:
    """Return the values of a column, as COPY takes them."""
    name = each.attname
    if callable(default):
        also = "created_on" if name == "updated_on" else name
        found = [row[name] if name in row else row[also] if also in row else default()
                 for row in rows]  # fmt: skip
    else:
        found = [row.get(name, default) for row in rows]
    if isinstance(each, models.JSONField):
        return [None if value is None else _JSON.encode(value) for value in found]
    if isinstance(each, models.CharField | models.TextField) and hasattr(each, "is_secret"):
        return [each.get_prep_value(value) for value in found]
    return found


def _is_one_of(kind: MovedKind, name: str, values: Iterable[Any]) -> Func:
    """Return the condition that an attribute has one of these values, as one parameter."""
    each = kind.fields[name]
    each = each.target_field if isinstance(each, models.ForeignKey) else each
    prepared = [each.to_python(value) for value in set(values)]
    given = Value(prepared, output_field=ArrayField(each))
    return Func(
        F(name),
        given,
        template="%(expressions)s)",
        arg_joiner=" = ANY(",
        output_field=models.BooleanField(),
    )


def _records(kind: MovedKind, rows: Sequence[Row]) -> dict[str, Values]:
    """Return the records that have the rows' keys, by key."""
    if not rows:
        return {}
    wanted = [_is_one_of(kind, name, [row.values.get(name) for row in rows]) for name in kind.key]
    found = kind.model._default_manager.filter(*wanted).values("pk", *kind.fields)
    keys = {row.key for row in rows}
    here = {kind.key_of(record): record for record in found}
    kind.extra_values(list(here.values()))
    return {key: record for key, record in here.items() if key in keys}


def _changes(kind: MovedKind, values: Values, record: Values) -> Values:
    return {
        name: value
        for name, value in values.items()
        if name in record and not kind.is_same(name, value, record[name])
    }


def _lists_here(kind: MovedKind, rows: Sequence[Row], here: Mapping[str, Values]) -> dict[Any, Any]:
    """Return the rows of lists in the database, by list and the record above."""
    found: dict[Any, list[Values]] = {}
    for name, child in kind.lists.items():
        above = [here[row.key]["pk"] for row in rows
                 if name in row.lists and row.key in here]  # fmt: skip
        if not above:
            continue
        query = child.model._default_manager.filter(_is_one_of(child, child.parent, above))
        for record in query.order_by("pk").values("pk", *child.fields):
            found.setdefault((name, record[child.parent]), []).append(record)
    return found


def _is_same_list(
    kind: MovedKind, name: str, row: Row, record: Values, lists: dict[Any, Any]
) -> bool:
    child, here = kind.lists[name], lists.get((name, record["pk"]), [])
    given = row.lists[name]
    if len(given) != len(here):
        return False
    if child.key == ("id",) and "id" not in child.fields:
        pairs = zip(given, here, strict=True)
    else:
        by_key = [name for name in child.key if name != child.parent]
        pairs = zip(_by(by_key, given), _by(by_key, here), strict=True)
    return not any(_changes(child, one, other) for one, other in pairs)


def _by(names: Sequence[str], rows: Sequence[Values]) -> list[Values]:
    return sorted(rows, key=lambda row: [str(row.get(name)) for name in names])


def _change_list(kind: MovedKind, child: MovedKind, each: Differing) -> None:
    each.row.values.setdefault("id", each.pk)
    rows = below(kind, child, [each.row])
    here = child.model._default_manager.filter(**{child.parent: each.pk})
    if child.is_append_only:
        known = list(here.order_by("pk").values("pk", *child.fields))
        rows = [row for row in rows if not any(not _changes(child, row, one) for one in known)]
    else:
        here.delete()
    copy_rows(child, rows)
