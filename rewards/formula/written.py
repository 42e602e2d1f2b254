"""Values as texts: literals of the language, or JSON of tables. `read` inverts `written`."""

import json
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
    return _json(value)


def read(text: str) -> Value:
    """Return the value of such a text."""
    if text.startswith("'"):
        return text[1:-1].replace("''", "'")
    return _WORDS[text] if text in _WORDS else read_json(text)


def _json(value: Any) -> str:
    match value:
        case Decimal():
            return plain(value)
        case list():
            return f"[{', '.join(map(_json, value))}]"
        case dict():
            pairs = (f"{json.dumps(key)}: {_json(item)}" for key, item in value.items())
            return f"{{{', '.join(pairs)}}}"
    return json.dumps(value)
