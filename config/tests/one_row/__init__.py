"""How a row is planted that raises in each task, long job, lane and handler."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest

Patch = pytest.MonkeyPatch


class Fault(Exception):
    """A fault of ours."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Case:
    """`run` works on the rows, of which `row` raises; `others_done` says whether the others are."""

    run: Callable[[], object]
    row: str
    others_done: Callable[[], bool]


def first(argument: Any, *_: Any, **__: Any) -> str:
    """Return the text of what a function gets first: the row."""
    return str(getattr(argument, "pk", argument))


def in_a_batch(rows: Any, *_: Any, **__: Any) -> list[str]:
    """Return the texts of the rows that a function gets first: a batch."""
    return [first(row) for row in rows]


def raises(*_: Any, **__: Any) -> Any:
    raise Fault


def raises_for(
    patch: Patch, where: Any, name: str, row: str, row_of: Callable[..., Any] = first
) -> None:
    """Let a function raise for one row; `row_of` returns the row, or the rows, of a call."""
    real = getattr(where, name)

    def broken(*args: Any, **kwargs: Any) -> Any:
        if row in row_of(*args, **kwargs):
            raise Fault
        return real(*args, **kwargs)

    patch.setattr(where, name, broken)
