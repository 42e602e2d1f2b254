"""Spans of numbers: what a task wants, as an index searches it; `number_of` makes one of a text."""

import hashlib
from decimal import Decimal
from typing import Any

from django.db.backends.postgresql.psycopg_any import NumericRange

from programs.readers import plain

SPANS = tuple(f"span_{place}" for place in range(1, 5))
UNBOUNDED = NumericRange(None, None)
NONE = NumericRange(empty=True)


def number_of(value: Any) -> Decimal:
    """Return the number that stands for a text: the first 60 bits of its MD5."""
    digest = hashlib.md5(text_of(value).encode(), usedforsecurity=False).hexdigest()
    return Decimal(int(digest[:15], 16))


def exactly(value: Any) -> NumericRange:
    """Return the span of one text's number."""
    return at(number_of(value))


def at(number: Decimal) -> NumericRange:
    """Return the span of one number."""
    return NumericRange(number, number, "[]")


def text_of(value: Any) -> str:
    """Return a value as its exact text."""
    return plain(value) if isinstance(value, Decimal) else str(value)
