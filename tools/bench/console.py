"""Opens the staff's pages on ten million photos: the server's time of each page, and its plans.

    python -m tools.bench.console [--photos 10000000] [--runs 25]

Albums of a thousand photos and one of a hundred times as many, photos of two months, a number on
every other photo and a person on every fourth; a fiftieth is not processed. Pages are asked for in
this process, so the time is that of the whole answer, without the network; the home page is counted
each time. After ten runs PostgreSQL may keep a plan for any parameters, so there are more. Prints
what the database read, and whether each bar is met; exits with 1 if one is missed. Runs in a new
database on the server of DATABASE_URL, or on the embedded one, and drops it afterwards. Filling it
takes some minutes and 12 GB.
"""

import argparse
import time
from collections.abc import Iterator, Sequence
from functools import partial
from typing import TYPE_CHECKING
from urllib.parse import urlencode

from rich.console import Console
from rich.table import Table

from tools.bench.new_database import django_with, run
from tools.bench.timed import Timed, timed
from tools.bench.verdicts import conclude

if TYPE_CHECKING:
    from django.test import Client

DATABASE = "finishline_bench_console"
TOO_SLOW = 0.3  # s
TABLES = ("recognition_photo", "recognition_photonumber", "recognition_photoperson")


def main() -> None:
    """Fill the database, open the pages, print the table, and fail if a bar is missed."""
    parser = argparse.ArgumentParser(prog="python -m tools.bench.console", description=__doc__)
    parser.add_argument("--photos", type=int, default=10_000_000)
    parser.add_argument("--runs", type=int, default=25)
    asked = parser.parse_args()
    with django_with(DATABASE):
        opened = _open_all(asked.photos, asked.runs)
    Console(width=150).print(table(opened, f"staff's pages on {asked.photos:,} photos"))
    conclude([each.verdict(TOO_SLOW) for each in opened])


def table(opened: Sequence[Timed], title: str) -> Table:
    """Return the times, and what the database read for each page."""
    shown = Table(title=title)
    for heading in ("Page", "Least ms", "Median ms", "Most ms", "Rows", "Scans"):
        shown.add_column(heading, justify="left" if heading in ("Page", "Scans") else "right")
    for each in opened:
        times = [min(each.seconds), each.median, max(each.seconds)]
        scans = sorted({scan for one in each.reads for scan in one.scans})
        rows = sum(one.heap_rows for one in each.reads)
        texts = [f"{seconds * 1000:.0f}" for seconds in times]
        shown.add_row(each.name, *texts, f"{rows:,}", ", ".join(scans))
    return shown


def addresses() -> Iterator[tuple[str, str]]:
    """Yield the pages by name, with their addresses."""
    from foundation.staff.links import address_of_list, address_of_page
    from recognition.models import Album, Photo
    from tools.bench.months_of_photos import BIG_ALBUM, REASON

    (album_id,), (big_id,) = (
        run("SELECT id FROM recognition_album WHERE name = %s", [name])[0]
        for name in ("Album 7", BIG_ALBUM)
    )
    ((photo_id, image),) = run(
        "SELECT id, image_url FROM recognition_photo WHERE album_id = %s LIMIT 1", [album_id]
    )
    yield "home", "/admin/"
    yield "album list", address_of_list(Album)
    yield "album page", address_of_page(Album, album_id)
    yield "page of a big album", address_of_page(Album, big_id)
    yield "photo list", address_of_list(Photo)
    yield "photo grid of an album", address_of_list(Photo, album=album_id, look="grid")
    yield "photo grid of a big album", address_of_list(Photo, album=big_id, look="grid")
    yield "failed photos", address_of_list(Photo, state="Failed")
    yield "photos not processed", address_of_list(Photo, state="unfinished")
    yield "photos of a reason", address_of_list(Photo, state="Failed", reason=REASON)
    yield "photos with a number", address_of_list(Photo, q="777")
    yield "photo page", address_of_page(Photo, photo_id)
    for name, text in {
        "id": photo_id,
        "number": "777",
        "album's name": "album 77",
        "file name": image.rpartition("/")[2],
        "a text not found": "zebra",
    }.items():
        yield f"search: {name}", f"/admin/search/?{urlencode({'s': text})}"


def _open_all(photos: int, runs: int) -> list[Timed]:
    from django.contrib.auth.models import User
    from django.core.management import call_command
    from django.test import Client

    from tools.bench.months_of_photos import fill

    call_command("migrate", verbosity=0)
    began = time.perf_counter()
    fill(photos)
    print(f"Filled in {time.perf_counter() - began:.0f} s.", flush=True)
    client = Client(SERVER_NAME="localhost")
    client.force_login(User.objects.create_superuser("bench"))
    return [
        timed(name, partial(time_page, client, address), TABLES, runs)
        for name, address in addresses()
    ]


def time_page(client: "Client", address: str) -> float:
    """Return the seconds that a page takes, with the figures of home counted again."""
    from django.core.cache import caches

    caches["figures"].clear()
    began = time.perf_counter()
    answer = client.get(address, secure=True)
    taken = time.perf_counter() - began
    if answer.status_code != 200:
        raise RuntimeError(f"{address}: {answer.status_code}")
    return taken


if __name__ == "__main__":
    main()
