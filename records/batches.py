"""Batches of rows of which one may fail: it must not hold up the others."""

from collections.abc import Callable, Sequence
from typing import TypeVar

import structlog

from records.database import is_away

log = structlog.get_logger(__name__)
T = TypeVar("T")


def do_batch(
    rows: Sequence[T], do: Callable[[Sequence[T]], None], give_up: Callable[[T], None]
) -> None:
    """Do a batch; if that fails, do each of its rows by itself.

    So what `do` does may happen twice. A row that fails is named in the log. While the database is
    away nothing is a row's fault: the error is raised.

    :param give_up: stores that a row failed, and when it is tried again, if at all.
    """
    if not rows or _is_done(rows, do):
        return
    for row in rows:
        if not _is_done([row], do):
            give_up(row)


def _is_done(rows: Sequence[T], do: Callable[[Sequence[T]], None]) -> bool:
    try:
        do(rows)
    except Exception as error:
        if is_away(error):
            raise
        log.exception("batch_failed", rows=len(rows), first=str(rows[0]))
        return False
    return True
