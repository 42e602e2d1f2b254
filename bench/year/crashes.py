"""Kills: the process dies in the middle of its work, before one of its statements."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Any

from django.db import connection


class Killed(BaseException):
    """The process died. No code of the product catches it."""


@contextmanager
def killed_before(statement: int) -> Iterator[None]:
    """Die before the statement of this number, without savepoints; if there are fewer, not."""
    left = statement

    def run(execute: Callable[..., Any], sql: Any, *rest: Any) -> Any:
        nonlocal left
        if not str(sql).startswith(("SAVEPOINT", "RELEASE", "ROLLBACK")):
            left -= 1
            if left == 0:
                raise Killed
        return execute(sql, *rest)

    with suppress(Killed), connection.execute_wrapper(run):
        yield
