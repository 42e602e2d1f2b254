"""Asks for statistics of a month out of a year of tagging: the time of each answer, and the plan.

    python -m tools.bench.statistics [--rows 10000000] [--runs 5]

Ten million rows of history, a million photos and tasks, 300 albums, 200 tagators. The endpoints are
called in this process, so that the time is that of the whole answer: count, page of 50, JSON.
Prints what the database read (`EXPLAIN (ANALYZE, BUFFERS)`), and whether each bar is met; exits
with 1 if one is missed. Runs in a new database on the server of DATABASE_URL, or on the embedded
one, and drops it afterwards. Filling it takes some minutes and 5 GB.
"""

import argparse
import time
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

from rich.console import Console
from rich.table import Table

from tools.bench.new_database import django_with
from tools.bench.timed import Timed, timed
from tools.bench.verdicts import conclude

if TYPE_CHECKING:
    from rest_framework.response import Response
    from rest_framework.test import APIClient

DATABASE = "finishline_bench_statistics"
TOO_SLOW = 1.0  # s
MONTH = {"from": "2026-04-30T22:00:00Z", "to": "2026-05-31T22:00:00Z"}
YEAR = {"from": "2026-01-01T00:00:00Z", "to": "2027-01-01T00:00:00Z"}
BASE = "/admin-api/api/v2/"
SHEETS = f"{BASE}statistics/timeSheetsByInterval"
ALBUMS = f"{BASE}statistics/byAlbums"
IN_A_ZONE = {"timeZone": "Europe/Berlin"}
TABLES = (
    "tagging_taskhistory",
    "tagging_taggingtask",
    "recognition_photo",
    "recognition_photoperson",
    "recognition_photonumber",
)

Call = Callable[["APIClient"], "Response"]


def main() -> None:
    """Fill the database, ask, print the tables, and fail if a bar is missed."""
    parser = argparse.ArgumentParser(prog="python -m tools.bench.statistics", description=__doc__)
    parser.add_argument("--rows", type=int, default=10_000_000)
    parser.add_argument("--runs", type=int, default=5)
    asked = parser.parse_args()
    with django_with(DATABASE):
        of_month, of_year = _measure_all(asked.rows, asked.runs)
    Console(width=140).print(table([*of_month, *of_year], asked.rows))
    conclude([each.verdict(TOO_SLOW) for each in of_month])


def table(measured: Sequence[Timed], rows: int) -> Table:
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


def _of_a_month() -> Iterator[tuple[str, Call]]:
    for interval in ("day", "week", "month"):
        asked = {**MONTH, **IN_A_ZONE, "interval": interval}
        yield f"timesheets of a month by {interval}", _get(SHEETS, asked)
    for page in (1, 4):
        asked = {**MONTH, **IN_A_ZONE, "interval": "day", "page": f"{page}", "pageSize": "200"}
        yield f"… by day, page {page} of 200", _get(SHEETS, asked)
    yield "albums of a month", _get(ALBUMS, MONTH)
    for form in ("json", "csv", "xlsx"):
        yield f"report of a month, {form}", _post_report({**MONTH, "format": form})


def _of_a_year() -> Iterator[tuple[str, Call]]:
    """Yield what has no bar, to show what more than a month takes."""
    asked = {**YEAR, **IN_A_ZONE, "interval": "day"}
    yield "timesheets of a year by day", _get(SHEETS, asked)
    yield "albums of a year, 50 of them", _get(ALBUMS, YEAR)
    yield "report of a year", _post_report({**YEAR, "format": "json"})


def _get(address: str, asked: dict[str, Any]) -> Call:
    return lambda client: client.get(address, asked)


def _post_report(asked: dict[str, Any]) -> Call:
    address = f"{BASE}tagators/tagator-report"
    return lambda client: client.post(address, asked, format="json")


def _measure_all(rows: int, runs: int) -> list[list[Timed]]:
    from django.core.management import call_command

    from tools.bench.year_of_tagging import fill

    call_command("migrate", verbosity=0)
    began = time.perf_counter()
    fill(rows)
    print(f"Filled in {time.perf_counter() - began:.0f} s.", flush=True)
    client = _manager()
    return [
        [timed(name, partial(_ask, client, call), TABLES, runs) for name, call in questions]
        for questions in (_of_a_month(), _of_a_year())
    ]


def _manager() -> "APIClient":
    from datetime import timedelta

    from django.contrib.auth.models import User
    from rest_framework.test import APIClient

    from foundation.rest.roles import grant_role
    from foundation.rest.tokens import issue

    user = User.objects.create_user("bench")
    grant_role(user, "tagging.manage")
    client = APIClient(SERVER_NAME="localhost")
    client.credentials(HTTP_AUTHORIZATION=f"Bearer {issue(user, timedelta(hours=1))}")
    return client


def _ask(client: "APIClient", call: Call) -> float:
    began = time.perf_counter()
    answer = call(client)
    taken = time.perf_counter() - began
    if answer.status_code != 200:
        raise RuntimeError(f"{answer.status_code} {answer.content!r}")
    return taken


if __name__ == "__main__":
    main()
