"""Each way in leads to its end, by the commands that stand on its page."""

import os
import re
import shutil
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest
from django.conf import settings

from clients.tests.npm import node_packages
from clients.tests.test_cookbook import assert_jobs_are_done
from config.tests.ways.pages import blocks_of, follow
from tools.local.management.commands.demo import SAMPLE
from tools.local.tests.running import printed_by, running_up

FIRST_PHOTO, SEE_IT = "docs/first-photo.md", "README.md"
FIRST_CHANGE = "docs/first-change.md"


def starts(page: str) -> list[str]:
    return [block.text.strip() for block in blocks_of(page) if block.word == "up"]


def reached(variables: Mapping[str, str], var: Path) -> dict[str, str]:
    """Return the addresses of pages, with those of this `up` in their place."""
    bus = next(line for line in printed_by(var).splitlines() if line.strip().startswith("Bus "))
    return {
        "http://127.0.0.1:8000": f"http://127.0.0.1:{variables['WEB_PORT']}",
        "http://127.0.0.1:8100": f"http://127.0.0.1:{variables['SANDBOX_PORT']}",
        "EVENT_BUS_URL=BUS": f"EVENT_BUS_URL={bus.split()[-1]}",
    }


def photos_of_a_race(folder: Path) -> Path:
    """Make a folder of two photos of the sample, which `up` reads whole, with its tables."""
    folder.mkdir()
    for name in ("01-start.jpg", "12-no-numbers.jpg", "start-list.txt", "numbers.csv"):
        shutil.copy(SAMPLE / name, folder)
    return folder


@pytest.mark.rehearsal
def test_see_it_run_and_do_the_jobs_of_the_cookbook(tmp_path: Path) -> None:
    var = tmp_path / "var"
    var.mkdir()
    assert starts(SEE_IT) == ["./script/up"]

    with running_up(var) as variables:
        photos = photos_of_a_race(tmp_path / "race")
        replaced = {**reached(variables, var), "~/photos-of-a-race": str(photos)}
        printed = follow(SEE_IT, replaced, variables, settings.BASE_DIR)
        assert "precision 1.000" in printed
        assert "QuizActivity" in printed

        node_packages()  # without npm, it ends here
        assert_jobs_are_done(variables, tmp_path / "programs")


@pytest.mark.rehearsal
def test_send_your_first_photo(tmp_path: Path) -> None:
    node_packages()
    var, client = tmp_path / "var", tmp_path / "typescript"
    var.mkdir()
    # What the page installs and builds there, other tests read meanwhile:
    made = shutil.ignore_patterns("node_modules", "dist")
    shutil.copytree(settings.BASE_DIR / "clients" / "typescript", client, ignore=made)
    (start,) = starts(FIRST_PHOTO)
    name, _, address = start.partition(" ")[0].partition("=")
    assert start.endswith(" ./script/up")

    with running_up(var, **{name: address}) as variables:
        ours = {"$project/clients/typescript": str(client)}
        replaced = {**reached(variables, var), **ours}
        printed = follow(FIRST_PHOTO, replaced, variables, settings.BASE_DIR)

    for words in ('"value":"101"', '"value": "102"', "Processed ['102']", "[ '103' ]"):
        assert words in printed


@pytest.mark.process
def test_your_first_change(tmp_path: Path) -> None:
    clone = tmp_path / "clone"
    # Without what other tests make meanwhile:
    made = (".*", "var", "node_modules", "dist", "build", "*.egg-info", "__pycache__")
    shutil.copytree(settings.BASE_DIR, clone, ignore=shutil.ignore_patterns(*made))
    (clone / ".venv").symlink_to(sys.prefix)
    tests = f"{sys.executable} -m pytest -n 0 -q -p no:cacheprovider"  # in this environment

    printed = follow(FIRST_CHANGE, {"./script/test ": f"{tests} "}, os.environ, clone)

    assert re.search(r"^\d+ passed, ", printed, re.MULTILINE)
    assert "StepsActivity" in (clone / "docs/moving-in/activities.json").read_text()
