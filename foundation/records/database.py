"""The database as a whole: away or not needed, rows of one SQL text, rows done in batches."""

import random
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import timedelta
from functools import cache, lru_cache
from itertools import islice
from typing import Any, Generic, Literal, TypeVar
from zoneinfo import available_timezones

import structlog
from django.db import (
    InterfaceError,
    InternalError,
    OperationalError,
    connection,
    models,
    transaction,
)
from django.db.models import F, Model
from django.utils import timezone
from psycopg.errors import ReadOnlySqlTransaction

from foundation.records.models import LeftOutRow
from foundation.records.statements import fetch_rows, run_statement
from foundation.records.texts import counted, reason_of

log = structlog.get_logger(__name__)

# https://www.postgresql.org/docs/current/errcodes-appendix.html: connection exceptions (class 08),
# too many connections, shutdown and start-up (57P0x), serialization failure, deadlock.
_AWAY = ("08", "53300", "57P01", "57P02", "57P03", "40001", "40P01")


# Files beside the names of the IANA database: what they stand for differs from host to host.
_OF_THE_HOST = {"localtime", "posixrules", "Factory"}


@cache
def time_zones() -> frozenset[str]:
    """Return the IANA time zones that Python and the database both know.

    Their lists differ: Debian's PostgreSQL has no `Brazil/East`. They are read once a process.
    """
    known = {name for (name,) in fetch_rows("SELECT name FROM pg_timezone_names")}
    return frozenset(available_timezones() & known - _OF_THE_HOST)


def is_away(error: BaseException) -> bool:
    """Return whether the database is unavailable (or a race was lost): a retry may succeed.

    So it may where a standby answered: another server is the primary, or is about to be.
    """
    if isinstance(error, InterfaceError) or is_read_only(error):
        return True
    if not isinstance(error, OperationalError):
        return False
    state = getattr(error.__cause__, "sqlstate", None)
    return state is None or state.startswith(_AWAY)


def is_read_only(error: BaseException) -> bool:
    """Return whether a server refused to write because it is a standby."""
    return isinstance(error, InternalError) and isinstance(error.__cause__, ReadOnlySqlTransaction)


def give_connection_back() -> None:
    """Give the connection back to the pool while waiting; in a transaction nothing happens."""
    # Not documented; `transaction.get_autocommit` would take a connection to answer.
    if not connection.in_atomic_block:
        connection.close()


@contextmanager
def rewriting(what: Literal["audit", "histories"]) -> Iterator[None]:
    """Let this transaction change and delete rows of tables that a trigger keeps append-only.

    For retention, and for erasing people.

    :param what: the tables, as their triggers name them.
    """
    with transaction.atomic():
        _let_rewrite(what, "on")
        yield
        _let_rewrite(what, "")


def _let_rewrite(what: str, value: str) -> None:
    run_statement("SELECT set_config(%s, %s, true)", [f"finishline.rewriting_{what}", value])


M = TypeVar("M", bound=models.Model)


def read_joined(
    sql: str, parameters: Sequence[Any] | Mapping[str, Any], **selected: type[models.Model]
) -> Iterator[tuple[Any, ...]]:
    """Run a text such as `SELECT {a}, {b} FROM …`; yield a record of each model, a row at a time.

    For the reads of a hot path, where the ORM takes longer to write the statement than PostgreSQL
    to run it. The names of the `selected` models are the aliases of their tables, in the order of
    the text; a record is None where an outer join found none. What the text selects after them
    follows as values. JSON and encrypted columns are not converted: not for models that have such.
    """
    for row in fetch_rows(_with_columns(sql, tuple(selected.items())), parameters):
        values = iter(row)
        yield (*[_record(model, values) for model in selected.values()], *values)


@lru_cache
def _with_columns(sql: str, selected: tuple[tuple[str, type[models.Model]], ...]) -> str:
    """Write out the columns: a prepared `SELECT *` fails as soon as a table has one more."""
    columns = {
        alias: ", ".join(f'{alias}."{column}"' for column, _ in _fields(model))
        for alias, model in selected
    }
    return sql.format_map(columns)


def _record(model: type[M], values: Iterator[Any]) -> M | None:
    fields = _fields(model)
    own = list(islice(values, len(fields)))
    if all(value is None for value in own):
        return None
    return model.from_db(connection.alias, [name for _, name in fields], own)


@lru_cache
def _fields(model: type[models.Model]) -> tuple[tuple[str, str], ...]:
    """Return the column and the attribute of each field, in the order of the model."""
    return tuple((str(field.column), field.attname) for field in model._meta.concrete_fields)


# Rows that are done one after the other, of which one may fail: it must not hold up the others.
#
# A row that fails is named in the log, and on the page of rows that were left out.


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


def backoff(attempts: int, *, base: float, cap: float, at_least: float = 0.0) -> timedelta:
    """Return the wait after `attempts` failures: exponential, half of it random, at most `cap` s.

    `at_least`, in seconds, is what the other side asked for (Retry-After).
    """
    full = min(cap, base * 2.0 ** min(attempts - 1, 30))
    drawn = full / 2 + random.uniform(0, full / 2)
    return timedelta(seconds=max(drawn, min(at_least, cap)))
