"""Rows that are done one after the other, of which one may fail: it must not hold up the others.

A row that fails is named in the log, and on the page of rows that were left out.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

import structlog
from django.db.models import F, Model
from django.utils import timezone

from foundation.records.database import is_away
from foundation.records.models import LeftOutRow
from foundation.records.plain_words import counted, reason_of

log = structlog.get_logger(__name__)
R = TypeVar("R")
T = TypeVar("T")
MOST_NAMED = 5


class RowsFailed(Exception):
    """Some rows of a sweep failed, and are tried again by the next one; the others are done."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Swept(Generic[R]):
    """What doing the rows of a sweep returned, and the names of those that failed."""

    what: str
    results: Sequence[R]
    failed: Sequence[str]

    def report(self) -> None:
        """Let the task fail if a row did, so that the alert on failing tasks sees it.

        :raises RowsFailed: some failed.
        """
        if self.failed:
            named = ", ".join(self.failed[:MOST_NAMED])
            raise RowsFailed(f"{counted(len(self.failed), 'row')} of {self.what} failed: {named}")


def do_batch(
    rows: Sequence[T],
    do: Callable[[Sequence[T]], object],
    give_up: Callable[[T, Exception], object],
) -> None:
    """Do a batch; if that fails, do each of its rows by itself.

    So what `do` does may happen twice. A row that fails is named in the log. While the database is
    away nothing is a row's fault: the error is raised.

    :param give_up: stores that a row failed, and when it is tried again, if at all.
    """
    if not rows or _failure(rows, do) is None:
        return
    for row in rows:
        if (error := _failure([row], do)) is not None:
            give_up(row, error)


def do_each(what: str, rows: Iterable[T], do: Callable[[T], R]) -> Swept[R]:
    """Do each row of a sweep, whichever fails.

    While the database is away nothing is a row's fault: the error is raised.

    :param what: the sweep, by the name of its task. A record is named by its id, another row by
        its text.
    """
    results: list[R] = []
    done, failed = [], []
    for row in rows:
        try:
            results.append(do(row))
        except Exception as error:
            if is_away(error):
                raise
            note_left_out(what, row, error)
            failed.append(_named(row))
        else:
            done.append(_named(row))
    if done:
        LeftOutRow.objects.filter(what=what, job="", row__in=done).delete()
    return Swept(what=what, results=results, failed=failed)


def note_left_out(what: str, row: object, error: Exception, job: object = "") -> None:
    """Name a row that failed in the log, and on the page of rows that were left out.

    :param what: the task or the kind of long job; `job`: the job's id.
    """
    log.error("row_left_out", what=what, job=str(job), row=_named(row), exc_info=error)
    now = timezone.now()
    latest = {"reason": reason_of(error)[:1000], "last_on": now}
    LeftOutRow.objects.update_or_create(
        what=what,
        job=str(job),
        row=_named(row),
        defaults={**latest, "times": F("times") + 1},
        create_defaults={**latest, "first_on": now},
    )


def _named(row: object) -> str:
    """Return a row's name: of a record its id alone, as its text may name a person."""
    return str(row.pk if isinstance(row, Model) else row)[:200]


def _failure(rows: Sequence[T], do: Callable[[Sequence[T]], object]) -> Exception | None:
    try:
        do(rows)
    except Exception as error:
        if is_away(error):
            raise
        log.exception("batch_failed", rows=len(rows), first=_named(rows[0]))
        return error
    return None
