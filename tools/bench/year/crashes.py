"""Kills: the process dies in the middle of its work, before one of its statements."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Any

from django.db import connection

_SHOWN = 50  # characters of a statement


class Killed(BaseException):
    """The process died. No code of the product catches it."""


@contextmanager
def killed_before(statement: int, story: list[str]) -> Iterator[None]:
    """Die before the statement of this number, without savepoints; if there are fewer, not.

    The story gets the statement that was never sent.
    """
    left = statement

    def run(execute: Callable[..., Any], sql: Any, *rest: Any) -> Any:
        nonlocal left
        if not str(sql).startswith(("SAVEPOINT", "RELEASE", "ROLLBACK")):
            left -= 1
            if left == 0:
                story.append(f"killed before {' '.join(str(sql).split())[:_SHOWN]}")
                raise Killed
        return execute(sql, *rest)

    with suppress(Killed), connection.execute_wrapper(run):
        yield
