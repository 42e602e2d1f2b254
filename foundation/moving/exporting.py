"""Writing what an import reads: a file a kind, of one moment of the database; and its schemas."""

import json
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

from django.db import transaction
from django.db.models import Q

from foundation.moving import files
from foundation.moving.columns import MovedColumn
from foundation.moving.kinds import MovedKind, Values, kinds_in_order
from foundation.records.statements import run_statement

CHUNK = 2_000


def export_all(folder: Path, show: Callable[[str, int], object] = lambda *_: None) -> None:
    """Write a file of each kind; what changes meanwhile is in none of them.

    :param show: which kind is written, and how many rows it has.
    """
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    with transaction.atomic(durable=True):
        run_statement("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY")
        for kind in kinds_in_order():
            if kind.is_exported:
                show(kind.name, files.write_lines(folder / f"{kind.name}.jsonl", rows_of(kind)))


def rows_of(kind: MovedKind) -> Iterator[dict[str, Any]]:
    """Yield the rows of a kind as they stand in its file."""
    for records in _chunks(kind):
        kind.extra_values(records)
        above = {record["pk"]: record for record in records}
        lists = {name: _below(child, above) for name, child in kind.lists.items()}
        for record in records:
            row = _written(kind.columns, record)
            row |= {name: below[record["pk"]] for name, below in lists.items()
                    if record["pk"] in below}  # fmt: skip
            yield row


def _chunks(kind: MovedKind) -> Iterator[list[Values]]:
    """Yield the records in the order of the export, by the place of the last one."""
    order = kind.order or ("pk",)
    query = kind.queryset().order_by(*order).values("pk", *kind.fields)
    records = list(query[:CHUNK])
    while records:
        yield records
        query_behind = query.filter(_behind(order, records[-1])) if len(records) == CHUNK else None
        records = [] if query_behind is None else list(query_behind[:CHUNK])


def _behind(order: tuple[str, ...], last: Values) -> Q:
    """Return the condition of the records behind this one."""
    condition, equal = Q(), Q()
    for name in order:
        condition |= equal & Q(**{f"{name}__gt": last[name]})
        equal &= Q(**{name: last[name]})
    return condition & Q(**{f"{order[0]}__gte": last[order[0]]})


def _below(child: MovedKind, above: dict[Any, Values]) -> dict[Any, list[dict[str, Any]]]:
    """Return the rows of a list, by the record above them."""
    query = child.model._default_manager.filter(**{f"{child.parent}__in": list(above)})
    found: dict[Any, list[dict[str, Any]]] = {}
    for record in query.order_by("pk").values("pk", *child.fields):
        written = _written(child.nested_columns, record)
        for name in child.follows_parent:
            if record[name] == above[record[child.parent]][name]:
                written.pop(child.name_of(name), None)
            else:
                written.setdefault(child.name_of(name), None)
        found.setdefault(record[child.parent], []).append(written)
    return found


def _written(columns: dict[str, MovedColumn], record: Values) -> dict[str, Any]:
    """Return the values that a record has, by their names in files."""
    return {
        name: column.write(record[column.attname])
        for name, column in columns.items()
        if not column.is_only_read
        and (record.get(column.attname) is not None or column.writes_null)
    }


DIALECT = "https://json-schema.org/draft/2020-12/schema"


def write_schemas(folder: Path) -> None:
    """Write a file of each kind, and remove those of kinds that are no more."""
    folder.mkdir(parents=True, exist_ok=True)
    texts = schema_texts()
    for path in folder.glob("*.json"):
        if path.name not in texts:
            path.unlink()
    for name, text in texts.items():
        (folder / name).write_text(text)


def schema_texts() -> dict[str, str]:
    """Return the schema of each kind's rows by the name of its file.

    Fields that it does not name are reported, not refused.
    """
    texts = {}
    for kind in kinds_in_order():
        about = {"$schema": DIALECT, "title": kind.name, "description": kind.says}
        schema = {**about, **_object(kind, kind.columns)}
        texts[f"{kind.name}.json"] = json.dumps(schema, indent=2, ensure_ascii=False) + "\n"
    return texts


def _object(kind: MovedKind, columns: Mapping[str, MovedColumn]) -> dict[str, Any]:
    lists = {name: _list(child) for name, child in kind.lists.items()}
    return {
        "type": "object",
        "properties": {**{name: _property(each) for name, each in columns.items()}, **lists},
        "required": [name for name, column in columns.items() if column.is_required],
    }


def _property(column: MovedColumn) -> dict[str, Any]:
    schema = dict(column.type.schema)
    if column.is_nullable and "type" in schema:
        kinds = schema["type"] if isinstance(schema["type"], list) else [schema["type"]]
        schema["type"] = [*kinds, "null"]
        if "enum" in schema:
            schema["enum"] = [*schema["enum"], None]
    about = f" A record of {column.refers_to}." if column.refers_to else ""
    absent = "" if column.is_required else f" Absent: {column.otherwise}."
    return {**schema, "description": f"{column.says}{about}{absent}"}


def _list(child: MovedKind) -> dict[str, Any]:
    items = _object(child, child.nested_columns)
    if child.shorthand:
        items = {"anyOf": [items, {"type": "string"}]}
    return {"type": "array", "items": items, "description": child.says}
