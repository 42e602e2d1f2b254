"""The jobs of docs/cookbook.md, from built packages, in an empty folder, at a running `up`.

Those of the last releases are done too, as their cookbooks did them then: `config/tests/ways`.
"""

import re
import subprocess
import sys
from collections.abc import Mapping
from decimal import Decimal
from pathlib import Path
from typing import Any

from django.conf import settings

from clients.cookbook.book import PYTHON, TYPESCRIPT, read_book
from clients.cookbook.editions import released

MOST_LINES = 10


def test_there_are_twelve_jobs_of_ten_lines() -> None:
    book = read_book((settings.BASE_DIR / "docs/cookbook.md").read_text())
    long = {
        (job.title, language): lines
        for job in book.jobs
        for language in (PYTHON, TYPESCRIPT)
        if (lines := job.lines(language)) > MOST_LINES
    }

    assert len(book.jobs) == 12
    assert long == {}


def assert_jobs_are_done(variables: Mapping[str, str], programs: Path) -> None:
    """Do the jobs at a running `up`, each edition in a folder of its own."""
    command = (sys.executable, "-m", "clients.cookbook", "--into", programs)
    done = subprocess.run(
        command, cwd=settings.BASE_DIR, env=variables, capture_output=True, text=True, check=False
    )

    assert done.returncode == 0, done.stdout + done.stderr
    folders = sorted(programs.iterdir())
    assert len(folders) == 2 * (1 + len(released()))
    for folder in folders:
        assert_done((folder / "printed").read_text(), folder)


def assert_done(printed: str, folder: Path) -> None:
    """Ask that each job has shown what it is about."""
    shown: dict[str, Any] = dict(part.split("\n", 1) for part in printed.split("== ")[1:])
    for title, words in {
        "2.": ["Recognized", "persons", ".jpg"],
        "7.": ["10.00", "The reward is 10."],
        "9.": ["{"],
        "10.": ["1024", "The runner called"],
        "11.": ["Refill 10"],
    }.items():
        [text] = [shown[name] for name in shown if name.startswith(title)]
        assert [word for word in words if word not in text] == [], (title, text)
    # What the taggers of job 3 did is paid.
    [pay] = re.findall(r"Cook (\d+) (\S+) EUR", printed)
    assert int(pay[0]) > 0
    assert Decimal(pay[1]) == int(pay[0]) * Decimal("0.15")
    assert (folder / "operations.csv").read_text().count("\n") >= 4
    assert (folder / "pay.xlsx").stat().st_size > 1000
