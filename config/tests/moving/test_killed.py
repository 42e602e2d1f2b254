"""An import whose process is killed goes on, and gives what it gives without."""

import re
import signal
import subprocess
import sys
import time
from pathlib import Path
from uuid import uuid4

import pytest
from django.conf import settings as project

from config.tests.moving.former import ALBUM, good, write
from config.tests.moving.system import empty, import_all, tables
from foundation.messaging.tests.play.other_processes import environment
from foundation.moving.models import FolderImport

pytestmark = [pytest.mark.process, pytest.mark.django_db(transaction=True)]

# Moments of the import, and what is encrypted: each time otherwise.
MOMENT = re.compile(r"datetime\.datetime\([^)]*\)|Sealed\([^)]*\)")
RUN = """
import sys
from datetime import timedelta
from django import setup
setup()
from django.core.management import call_command
from foundation.moving import importing
importing.PORTION, importing.LEASE = 7, timedelta(seconds=1)
call_command("import_former", sys.argv[1])
"""


def test_is_equal_to_one_that_was_not(tmp_path: Path) -> None:
    folder = former(tmp_path)
    import_all(folder)
    wanted = tables()
    empty()

    kills = killed_amid(folder)

    assert kills > 2
    assert without_moments(tables()) == without_moments(wanted)
    job = FolderImport.objects.get()
    assert (job.state, job.done) == ("Finished", job.total)


def former(folder: Path) -> Path:
    photos = [
        {
            "photoId": str(uuid4()), "albumId": ALBUM, "numberRecognized": True,
            "numbers": [str(number), "7000"], "createdOn": "2026-05-17T09:30:00Z",
        }
        for number in range(400)
    ]  # fmt: skip
    rows = good()
    return write(folder, {**rows, "photos": [*rows["photos"], *photos]})


def killed_amid(folder: Path) -> int:
    """Kill the command as often as a portion has been done since; return how often."""
    kills = done = 0
    while True:
        process = subprocess.Popen(
            [sys.executable, "-c", RUN, str(folder)],
            env=environment("config.settings"),
            cwd=project.BASE_DIR,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        while process.poll() is None and count_done() < done + 100:
            time.sleep(0.02)
        if process.poll() is not None:
            assert process.returncode == 0
            return kills
        process.send_signal(signal.SIGKILL)
        process.wait()
        kills, done = kills + 1, count_done()


def count_done() -> int:
    return sum(FolderImport.objects.values_list("done", flat=True))


def without_moments(found: dict[str, list[str]]) -> dict[str, list[str]]:
    """Return the rows without moments: those of the import differ."""
    return {name: sorted(MOMENT.sub("", row) for row in rows) for name, rows in found.items()}
