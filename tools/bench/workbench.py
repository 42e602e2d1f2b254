"""A scripted tagger at human rhythm on 60 photos in Chromium: keys a photo, and time to the next.

    python -m tools.bench.workbench [--photos 60] [--pace 1.0]

The tagger works in the one-Enter mode: of 60 photos 24 have no number, 30 have one, five have two
and one is skipped. Digits come 160 ms apart, each photo is looked at for 900 ms; `--pace 2` is
twice as quick. Prints the marks and whether each bar is met; exits with 1 if one is missed. Runs in
a new database on the server of DATABASE_URL, or on the embedded one, and drops it afterwards.
"""

import argparse
import os
import shutil
import statistics
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from random import Random
from typing import TYPE_CHECKING

from rich.console import Console

from tools.bench.new_database import django_with
from tools.bench.verdicts import Verdict, conclude, show_figures

if TYPE_CHECKING:
    from playwright.sync_api import Page

DATABASE = "finishline_bench_workbench"
MOST_KEYS = 1.1  # a photo, beyond digits
MEDIAN, SLOWEST = 60.0, 150.0  # ms; the slowest of twenty
LOOK, STROKE = 900, 160  # ms
ONE, TWO, SKIPPED = 30, 5, 1  # of 60 photos; the others have no number
SEED = 7
MEASURES = "performance.getEntriesByName('workbench:next-photo').map(one => one.duration)"
READY = "() => document.body.dataset.photo === 'ready'"


def main() -> None:
    """Fill the database, let the tagger work, print the marks, and fail if a bar is missed."""
    parser = argparse.ArgumentParser(prog="python -m tools.bench.workbench", description=__doc__)
    parser.add_argument("--photos", type=int, default=60)
    parser.add_argument("--pace", type=float, default=1.0)
    asked = parser.parse_args()
    os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"  # Playwright has a loop in this thread
    with django_with(DATABASE):
        keys, durations = _work(asked.photos, asked.pace)
    marks = ", ".join(f"{duration:.0f}" for duration in durations)
    Console(width=120).print(f"next photo painted after (ms): {marks}")
    figures = {"Photos": str(asked.photos), "Keys beyond digits": str(keys)}
    show_figures("The scripted tagger", figures)
    conclude(judge(asked.photos, keys, durations))


def judge(photos: int, keys: int, durations: Sequence[float]) -> list[Verdict]:
    """Judge the keys a photo, and the times to the next photo in milliseconds."""
    median = statistics.median(durations)
    slowest = statistics.quantiles(durations, n=20)[-1]
    return [
        Verdict(
            bar=f"keys a photo beyond digits: at most {MOST_KEYS}",
            measured=f"{keys / photos:.2f}",
            passed=keys / photos <= MOST_KEYS,
        ),
        Verdict(
            bar=f"next photo, median: at most {MEDIAN:.0f} ms",
            measured=f"{median:.0f} ms",
            passed=median <= MEDIAN,
        ),
        Verdict(
            bar=f"next photo, p95: at most {SLOWEST:.0f} ms",
            measured=f"{slowest:.0f} ms",
            passed=slowest <= SLOWEST,
        ),
    ]


def plan(photos: int) -> list[Sequence[str]]:
    """Return the presses for each photo: numbers as texts of digits, other keys by name."""
    chance, share = Random(SEED), photos / 60
    numbers = [str(number) for number in chance.sample(range(100, 9_999), photos * 2)]
    presses: list[Sequence[str]] = [
        *([numbers.pop(), "Enter"] for _ in range(round(ONE * share))),
        *([numbers.pop(), " ", numbers.pop(), "Enter"] for _ in range(round(TWO * share))),
        *(["s", "a"] for _ in range(round(SKIPPED * share))),
    ]
    presses += [["Enter"]] * (photos - len(presses))
    chance.shuffle(presses)
    return presses


def _work(photos: int, pace: float) -> tuple[int, list[float]]:
    """Tag the photos; return the keys beyond digits, and the time to each next photo in ms."""
    from django.core.management import call_command
    from playwright.sync_api import sync_playwright

    from tagging.tests.workbench.album import photo_server

    call_command("migrate", verbosity=0)
    with _site() as address, photo_server() as pictures, sync_playwright() as playwright:
        email, password = _fill(photos, f"{pictures}/large")
        chromium = playwright.chromium.launch(executable_path=shutil.which("chromium"))
        page = chromium.new_page(viewport={"width": 1440, "height": 900})
        _begin(page, address, email, password)
        keys = sum(_press(page, presses, pace) for presses in plan(photos))
        page.wait_for_function("() => document.body.dataset.state === 'finished'")
        durations = page.evaluate(MEASURES)
        page.click("#hand-in")
        page.wait_for_function("() => !document.querySelector('#take-any').checkVisibility()")
        chromium.close()
    return keys, durations


def _begin(page: "Page", address: str, email: str, password: str) -> None:
    page.goto(f"{address}/workbench/")
    page.fill("#email", email)
    page.fill("#password", password)
    page.press("#password", "Enter")
    page.click("#take")
    page.wait_for_function(READY)
    page.keyboard.press("?")
    page.check("#one-enter")
    page.keyboard.press("Escape")


def _press(page: "Page", presses: Sequence[str], pace: float) -> int:
    """Look at the photo and press the keys; return how many are no digits."""
    page.wait_for_timeout(LOOK / pace)
    page.wait_for_function(READY)
    keys = 0
    for press in presses:
        if press.isdigit():
            page.keyboard.type(press, delay=STROKE / pace)
        else:
            page.keyboard.press("Space" if press == " " else press)
            keys += 1
    return keys


@contextmanager
def _site() -> Iterator[str]:
    """Serve the site in this process, with its static files."""
    from django.contrib.staticfiles.testing import StaticLiveServerTestCase

    StaticLiveServerTestCase.setUpClass()
    try:
        yield str(StaticLiveServerTestCase.live_server_url)
    finally:
        StaticLiveServerTestCase.doClassCleanups()


def _fill(photos: int, pictures: str) -> tuple[str, str]:
    """Add a tagger and photos for one work; return what the tagger signs in with."""
    from tagging.models import TagatorSettings
    from tagging.tests.factories import PASSWORD, new_tagator
    from tagging.tests.workbench.conftest import album_of

    album_of(photos, pictures)
    tagator = new_tagator()
    TagatorSettings.objects.update(tasks_per_work=photos)
    return tagator.email, PASSWORD


if __name__ == "__main__":
    main()
