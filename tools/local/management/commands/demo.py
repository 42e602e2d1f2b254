"""`manage.py demo FOLDER`: the main job on a folder of photos, beside a running `script/up`."""

import time
from argparse import ArgumentParser
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import requests
from django.conf import settings
from django.core.management.base import CommandError

from recognition.models import Strategy
from tools.local.demos.photos.folder import DemoAlbum, UnusableFolder, read_folder
from tools.local.demos.photos.report import (
    accuracy_of,
    count_resting,
    how_to_tag,
    rows_of,
    table_of,
)
from tools.local.demos.photos.stage import publish, require_sandbox, set_stage
from tools.local.demos.screen import POLL_SECONDS, DemoCommand, wait_until_done
from tools.local.folders import PROJECT

if TYPE_CHECKING:
    from rich.console import Console

DELIVERY_SECONDS = 30
SAMPLE = PROJECT / "tools" / "sandbox" / "sample-album"


class Command(DemoCommand):
    help = "Publish a folder of photos and show what is recognised and delivered."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("folder", nargs="?", type=Path, help="a folder of photos")
        parser.add_argument("--sample", action="store_true", help="the photos of the sandbox")
        parser.add_argument("--numbers", type=Path, help="CSV photo,numbers: the true numbers")
        parser.add_argument("--start-list", type=Path, help="start numbers, one a line")
        parser.add_argument("--strategy", choices=Strategy.values, default=Strategy.NUMBER)
        parser.add_argument("--timeout", type=int, default=1800, help="seconds; default 1800")

    def show(self, console: "Console", options: dict[str, Any]) -> None:
        try:
            album = _album(options)
            require_sandbox()
            set_stage(album, Strategy(options["strategy"]))
            publish(album)
        except UnusableFolder as error:
            raise CommandError(str(error)) from error
        except requests.RequestException as error:
            raise CommandError(
                f"The sandbox at {settings.SANDBOX_URL} does not answer; does ./script/up run?"
            ) from error
        if album.skipped:
            console.print(f"Skipped, not readable here: {', '.join(album.skipped)}")
        if album.unmatched:
            console.print(f"True numbers of photos not in the folder: {', '.join(album.unmatched)}")
        count, total = partial(count_resting, album), len(album.photos)
        title, seconds = f"Recognising {album.name}", options["timeout"]
        done = wait_until_done(console, title, count, total, seconds) and _delivered(album)
        rows = rows_of(album)
        console.print(table_of(rows))
        if accuracy := accuracy_of(rows):
            console.print(f"precision {accuracy.precision:.3f}  recall {accuracy.recall:.3f}")
        if hint := how_to_tag(album):
            console.print(hint, soft_wrap=True, highlight=False)
        if not done:
            raise CommandError("Not all photos were done in time; processing goes on.")


def _album(options: dict[str, Any]) -> DemoAlbum:
    folder, numbers, start_list = options["folder"], options["numbers"], options["start_list"]
    if options["sample"]:
        folder = SAMPLE
        numbers, start_list = folder / "numbers.csv", folder / "start-list.txt"
    if folder is None:
        raise CommandError("Name a folder of photos, or --sample.")
    return read_folder(folder, numbers, start_list, variant=options["strategy"])


def _delivered(album: DemoAlbum) -> bool:
    deadline = time.monotonic() + DELIVERY_SECONDS
    while any(row.delivered is False for row in rows_of(album)):
        if time.monotonic() > deadline:
            return False
        time.sleep(POLL_SECONDS)
    return True
