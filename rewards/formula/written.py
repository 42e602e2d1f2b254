"""Values as texts: literals of the language, or JSON of tables. `read` inverts `written`."""

import json
from collections.abc import Iterator
from decimal import Decimal
from typing import Any

from programs.readers import plain
from rewards.formula.values import Value, read_json

_WORDS: dict[str, Value] = {"true": True, "false": False, "null": None}


def written(value: Value) -> str:
    """Return a value as text with every digit: `10.5`, `'running'`, `true`, `null`, `[0, 1]`."""
    match value:
        case Decimal():
            return plain(value)
        case str():
            return "'" + value.replace("'", "''") + "'"
        case True | False | None:
            return {True: "true", False: "false", None: "null"}[value]
    return "".join(_json(value))


def beginning(value: Value, length: int) -> str:
    """Return the text of a value, or at least its first `length` characters.

    A large table is not written whole for the sake of its beginning: a trace has many of them.
    """
    if not isinstance(value, list | dict):
        return written(value)
    text = ""
    for piece in _json(value):
        text += piece
        if len(text) >= length:
            break
    return text


def read(text: str) -> Value:
    """Return the value of such a text."""
    if text.startswith("'"):
        return text[1:-1].replace("''", "'")
    return _WORDS[text] if text in _WORDS else read_json(text)


def _json(value: Any) -> Iterator[str]:
    """Yield the JSON of a value, piece by piece."""
    match value:
        case Decimal():
            yield plain(value)
        case list():
            yield "["
            for place, item in enumerate(value):
                yield ", " if place else ""
                yield from _json(item)
            yield "]"
        case dict():
            yield "{"
            for place, (key, item) in enumerate(value.items()):
                yield f"{', ' if place else ''}{json.dumps(key)}: "
                yield from _json(item)
            yield "}"
        case _:
            yield json.dumps(value)
