"""Asks for statistics of a month out of a year of tagging: the time of each answer, and the plan.

    python -m bench.statistics [--rows 10000000] [--runs 5]

Ten million rows of history, a million photos and tasks, 300 albums, 200 tagators. The endpoints are
called in this process, so that the time is that of the whole answer: count, page of 50, JSON.
Prints what the database read (`EXPLAIN (ANALYZE, BUFFERS)`), and whether each bar is met; exits
with 1 if one is missed. Runs in a new database on the server of DATABASE_URL, or on the embedded
one, and drops it afterwards. Filling it takes some minutes and 5 GB.
"""

import argparse
import statistics
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from rich.console import Console
from rich.table import Table

from bench.new_database import django_with
from bench.scans import Reads, explained_of
from bench.verdicts import Verdict, conclude

if TYPE_CHECKING:
    from rest_framework.response import Response
    from rest_framework.test import APIClient

DATABASE = "finishline_bench_statistics"
TOO_SLOW = 1.0  # s
MONTH = {"from": "2026-04-30T22:00:00Z", "to": "2026-05-31T22:00:00Z"}
YEAR = {"from": "2026-01-01T00:00:00Z", "to": "2027-01-01T00:00:00Z"}
BASE = "/admin-api/api/v2/"
SHEETS = f"{BASE}statistics/timeSheetsByInterval"
IN_A_ZONE = {"timeZone": "Europe/Berlin"}
TABLES = (
    "tagging_taskhistory",
    "tagging_taggingtask",
    "recognition_photo",
    "recognition_photoperson",
    "recognition_photonumber",
)

Call = Callable[["APIClient"], "Response"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """What is asked; with a bar, or only to show what more than a month takes."""

    name: str
    call: Call
    has_bar: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class Measured:
    """The times of a question in seconds, and what each table was read for."""

    name: str
    has_bar: bool
    seconds: Sequence[float]
    reads: Sequence[Reads]

    @property
    def median(self) -> float:
        return statistics.median(self.seconds)

    def by_index(self) -> bool:
        """Return whether no table was read from beginning to end."""
        return not any("Seq Scan" in scan for each in self.reads for scan in each.scans)


def main() -> None:
    """Fill the database, ask, print the tables, and fail if a bar is missed."""
    parser = argparse.ArgumentParser(prog="python -m bench.statistics", description=__doc__)
    parser.add_argument("--rows", type=int, default=10_000_000)
    parser.add_argument("--runs", type=int, default=5)
    asked = parser.parse_args()
    with django_with(DATABASE):
        measured = _measure_all(asked.rows, asked.runs)
    Console(width=140).print(table(measured, asked.rows))
    conclude(judge(measured))


def judge(measured: Sequence[Measured]) -> list[Verdict]:
    """Judge the median of each question that has a bar, and its plan."""
    return [
        Verdict(
            bar=f"{each.name}: at most {TOO_SLOW:g} s, by index",
            measured=f"{each.median:.2f} s{'' if each.by_index() else ', a table was read whole'}",
            passed=each.median <= TOO_SLOW and each.by_index(),
        )
        for each in measured
        if each.has_bar
    ]


def table(measured: Sequence[Measured], rows: int) -> Table:
    """Return the times, and what the database read for each answer."""
    shown = Table(title=f"statistics out of {rows:,} rows of history")
    for heading in ("Question", "Least s", "Median s", "Most s", "Buffers", "Scans (rows)"):
        shown.add_column(heading, justify="left" if heading[0] in "QS" else "right")
    for each in measured:
        scans = [f"{', '.join(set(one.scans))} ({one.heap_rows:,})" for one in each.reads]
        times = [min(each.seconds), each.median, max(each.seconds)]
        shown.add_row(
            each.name,
            *(f"{seconds:.3f}" for seconds in times),
            f"{sum(one.buffers for one in each.reads):,}",
            "\n".join(scans),
        )
    return shown


def _questions() -> Iterator[Question]:
    for interval in ("day", "week", "month"):
        asked = {**MONTH, **IN_A_ZONE, "interval": interval}
        yield Question(name=f"timesheets of a month by {interval}", call=_get(SHEETS, asked))
    for page in (1, 4):
        asked = {**MONTH, **IN_A_ZONE, "interval": "day", "page": f"{page}", "pageSize": "200"}
        yield Question(name=f"… by day, page {page} of 200", call=_get(SHEETS, asked))
    albums = f"{BASE}statistics/byAlbums"
    yield Question(name="albums of a month", call=_get(albums, MONTH))
    for form in ("json", "csv", "xlsx"):
        yield Question(
            name=f"report of a month, {form}", call=_post_report({**MONTH, "format": form})
        )
    asked = {**YEAR, **IN_A_ZONE, "interval": "day"}
    yield Question(name="timesheets of a year by day", call=_get(SHEETS, asked), has_bar=False)
    yield Question(name="albums of a year, 50 of them", call=_get(albums, YEAR), has_bar=False)
    report = _post_report({**YEAR, "format": "json"})
    yield Question(name="report of a year", call=report, has_bar=False)


def _get(address: str, asked: dict[str, Any]) -> Call:
    return lambda client: client.get(address, asked)


def _post_report(asked: dict[str, Any]) -> Call:
    address = f"{BASE}tagators/tagator-report"
    return lambda client: client.post(address, asked, format="json")


def _measure_all(rows: int, runs: int) -> list[Measured]:
    from django.core.management import call_command

    from bench.year_of_tagging import fill

    call_command("migrate", verbosity=0)
    began = time.perf_counter()
    fill(rows)
    print(f"Filled in {time.perf_counter() - began:.0f} s.", flush=True)
    client = _manager()
    return [_measure(client, question, runs) for question in _questions()]


def _manager() -> "APIClient":
    from datetime import timedelta

    from django.contrib.auth.models import User
    from rest_framework.test import APIClient

    from rest.roles import grant_role
    from rest.tokens import issue

    user = User.objects.create_user("bench")
    grant_role(user, "tagging.manage")
    client = APIClient(SERVER_NAME="localhost")
    client.credentials(HTTP_AUTHORIZATION=f"Bearer {issue(user, timedelta(hours=1))}")
    return client


def _measure(client: "APIClient", question: Question, runs: int) -> Measured:
    with explained_of(TABLES) as reads:
        _ask(client, question)
    return Measured(
        name=question.name,
        has_bar=question.has_bar,
        seconds=[_ask(client, question) for _ in range(runs)],
        reads=reads,
    )


def _ask(client: "APIClient", question: Question) -> float:
    began = time.perf_counter()
    answer = question.call(client)
    taken = time.perf_counter() - began
    if answer.status_code != 200:
        raise RuntimeError(f"{question.name}: {answer.status_code} {answer.content!r}")
    return taken


if __name__ == "__main__":
    main()
