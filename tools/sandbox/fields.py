"""Reads JSON objects field by field, and collects all errors before it refuses."""

import json
from collections.abc import Callable, Collection, Mapping
from enum import StrEnum
from typing import Any, TypeVar

from tools.sandbox.problems import FieldError, Refused

JsonObject = dict[str, Any]
Choice = TypeVar("Choice", bound=StrEnum)
Item = TypeVar("Item")


def parse_json(body: bytes) -> Any:
    """Parse a body.

    :raises Refused: 400, the body is not JSON.
    """
    try:
        return json.loads(body)
    except ValueError as error:
        raise Refused(400, "malformed-json", "The body is not JSON.") from error


class Fields:
    """Reads the fields of one JSON object; `close` refuses with 422 if one was wrong."""

    def __init__(
        self, document: object, path: str = "", errors: list[FieldError] | None = None
    ) -> None:
        self.errors: list[FieldError] = [] if errors is None else errors
        self.path = path
        self.document: Mapping[str, Any] = {}
        if isinstance(document, dict):
            self.document = document
        else:
            self.wrong("", "invalid", "must be an object")

    def wrong(self, name: str, code: str, detail: str) -> None:
        """Note an error of the field `name`, or of the whole object if `name` is empty."""
        field = ".".join(part for part in (self.path, name) if part)
        self.errors.append({"field": field or "body", "code": code, "detail": detail})

    def close(self) -> None:
        """:raises Refused: 422, with all errors so far."""
        if self.errors:
            first = self.errors[0]
            detail = f"{first['field']} {first['detail']}."
            raise Refused(422, "invalid", detail, errors=self.errors)

    def only(self, known: Collection[str]) -> None:
        """Note every unknown field: a misspelt one must not be ignored."""
        for name in self.document:
            if name not in known:
                self.wrong(name, "unknown", "is not a field here")

    def number(self, name: str, *, low: float = 0, high: float = 1e9) -> float:
        value = self.document.get(name)
        if isinstance(value, int | float) and not isinstance(value, bool) and low <= value <= high:
            return float(value)
        self.wrong(name, "invalid", f"must be a number from {low:g} to {high:g}")
        return low

    def integer(self, name: str, *, low: int = 0, high: int = 10**9) -> int:
        value = self.document.get(name)
        if isinstance(value, int) and not isinstance(value, bool) and low <= value <= high:
            return value
        self.wrong(name, "invalid", f"must be an integer from {low} to {high}")
        return low

    def text(self, name: str) -> str:
        value = self.document.get(name)
        if isinstance(value, str) and value:
            return value
        self.wrong(name, "invalid", "must be a non-empty text")
        return ""

    def maybe_text(self, name: str) -> str | None:
        return None if self.document.get(name) is None else self.text(name)

    def url(self, name: str) -> str:
        value = self.text(name)
        if value and not value.startswith(("http://", "https://")):
            self.wrong(name, "invalid", "must be an http or https URL")
        return value

    def flag(self, name: str) -> bool:
        value = self.document.get(name)
        if not isinstance(value, bool):
            self.wrong(name, "invalid", "must be true or false")
        return value is True

    def choice(self, name: str, choices: type[Choice]) -> Choice:
        try:
            return choices(str(self.document.get(name)))
        except ValueError:
            allowed = ", ".join(choices)
            self.wrong(name, "invalid", f"must be one of {allowed}")
            return next(iter(choices))

    def section(self, name: str) -> "Fields":
        """Return the fields of an inner object; its errors are noted here."""
        path = ".".join(part for part in (self.path, name) if part)
        return Fields(self.document.get(name), path, self.errors)

    def items(self, name: str, read: Callable[["Fields", str], Item]) -> tuple[Item, ...]:
        """Read a list; `read` gets the fields of the list and the index of each item."""
        value = self.document.get(name)
        if not isinstance(value, list):
            self.wrong(name, "invalid", "must be a list")
            return ()
        places = Fields({f"{name}.{n}": item for n, item in enumerate(value)}, self.path)
        places.errors = self.errors
        return tuple(read(places, place) for place in places.document)
