"""The JSON Schema of each kind, as the project ships it and the documentation shows it."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from foundation.moving.columns import MovedColumn
from foundation.moving.kinds import MovedKind, kinds_in_order

DIALECT = "https://json-schema.org/draft/2020-12/schema"


def schema_of(kind: MovedKind) -> dict[str, Any]:
    """Return the schema of a row; fields that it does not name are reported, not refused."""
    return {
        "$schema": DIALECT,
        "title": kind.name,
        "description": kind.says,
        **_object(kind, kind.columns),
    }


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
    """Return the text of each kind's file by its name."""
    return {
        f"{kind.name}.json": json.dumps(schema_of(kind), indent=2, ensure_ascii=False) + "\n"
        for kind in kinds_in_order()
    }


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
