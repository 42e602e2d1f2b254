"""Opens the tagging lead's pages on a million tasks: the server's time of each page, and its plans.

    python -m tools.bench.board [--tasks 1000000] [--open 100000] [--runs 15]

Two months of 300 albums and 200 taggers, 100 of them at work. Signed in with the role of tagging
lead alone; otherwise as `tools.bench.console`, with the same bar.
"""

import argparse
import time
from collections.abc import Iterator
from functools import partial

from rich.console import Console

from tools.bench.console import TOO_SLOW, table, time_page
from tools.bench.new_database import django_with, run
from tools.bench.timed import Timed, timed
from tools.bench.verdicts import conclude

DATABASE = "finishline_bench_board"
# Small tables may be read whole.
TABLES = (
    "recognition_photo",
    "tagging_taggingtask",
    "tagging_taskhistory",
    "tagging_comparison",
    "tagging_knownanswerreading",
)


def main() -> None:
    """Fill the database, open the pages, print the table, and fail if a bar is missed."""
    parser = argparse.ArgumentParser(prog="python -m tools.bench.board", description=__doc__)
    parser.add_argument("--tasks", type=int, default=1_000_000)
    parser.add_argument("--open", type=int, default=100_000)
    parser.add_argument("--runs", type=int, default=15)
    asked = parser.parse_args()
    with django_with(DATABASE):
        opened = _open_all(asked.tasks, asked.open, asked.runs)
    title = f"the lead's pages on {asked.tasks:,} tasks, {asked.open:,} of them unfinished"
    Console(width=150).print(table(opened, title))
    conclude([each.verdict(TOO_SLOW) for each in opened])


def addresses() -> Iterator[tuple[str, str]]:
    """Yield the pages by name, with their addresses."""
    from django.urls import reverse

    from foundation.staff.links import address_of_list, address_of_page
    from recognition.models import Album
    from tagging.admin.board.page import BOARD
    from tagging.admin.pay.page import NEXT
    from tagging.models import (
        Comparison,
        KnownAnswer,
        PaidMonth,
        PhotoQuestion,
        SkippedTask,
        Tagator,
        TaggingTask,
        TimeSheet,
        Work,
    )

    album_id, task_id, work_id, tagator_id, comparison_id = (
        run(f"SELECT {key} FROM {rows} LIMIT 1")[0][0]
        for key, rows in (
            ("id", "recognition_album WHERE name = 'Album 7'"),
            ("id", "tagging_taggingtask"),
            ("id", "tagging_work"),
            ("id", "tagging_tagator"),
            ("task_id", "tagging_comparison WHERE agrees = false"),
        )
    )
    yield "home", "/admin/"
    yield "board", reverse(BOARD)
    yield "album page", address_of_page(Album, album_id)
    yield "task list", address_of_list(TaggingTask)
    yield "tasks of an album", address_of_list(TaggingTask, album=album_id, state="Open")
    yield "tasks by a name", address_of_list(TaggingTask, q="album 7")
    yield "task page", address_of_page(TaggingTask, task_id)
    yield "disagreements", address_of_list(Comparison)
    yield "settled ones", address_of_list(Comparison, state="settled")
    yield "disagreement page", address_of_page(Comparison, comparison_id)
    yield "skips", address_of_list(SkippedTask)
    yield "skips of a reason", address_of_list(SkippedTask, reason="Reason 3")
    yield "questions", address_of_list(PhotoQuestion)
    yield "taggers", address_of_list(Tagator)
    yield "tagger page", address_of_page(Tagator, tagator_id)
    yield "works", address_of_list(Work)
    yield "work page", address_of_page(Work, work_id)
    yield "known answers", address_of_list(KnownAnswer)
    yield "timesheets", address_of_list(TimeSheet)
    yield "months of pay", address_of_list(PaidMonth)
    yield "next month of pay", reverse(NEXT)


def _open_all(tasks: int, open_tasks: int, runs: int) -> list[Timed]:
    from django.contrib.auth.models import User
    from django.core.management import call_command
    from django.test import Client

    from foundation.rest.roles import grant_role
    from tools.bench.months_of_tagging import fill

    call_command("migrate", verbosity=0)
    began = time.perf_counter()
    fill(tasks, open_tasks)
    print(f"Filled in {time.perf_counter() - began:.0f} s.", flush=True)
    lead = User.objects.create_user("bench", is_staff=True)
    grant_role(lead, "tagging.manage")
    client = Client(SERVER_NAME="localhost")
    client.force_login(lead)
    return [
        timed(name, partial(time_page, client, address), TABLES, runs)
        for name, address in addresses()
    ]


if __name__ == "__main__":
    main()
