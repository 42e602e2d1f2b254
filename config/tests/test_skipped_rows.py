"""What is held by others is not absent.

Each place that skips locked rows is listed with why it never says that there is nothing.
"""

import re

from django.conf import settings

SKIPS = re.compile(r"skip_locked=True|SKIP LOCKED")
LOOKS_AGAIN = {
    "foundation/messaging/jobs.py": "the next sweep wakes the job",
    "foundation/messaging/outbox/rows.py": "another worker has the row; the lane stays due",
    "recognition/rejudging/rejudging.py": "the next sweep claims the photo",
    "recognition/processing/storing.py": "the next sweep resumes the photo",
    "recognition/due.py": "the next sweep claims the row",
    "tagging/works/commands.py": "it waits for the tasks before it refuses with no-tasks",
}


def test_every_place_that_skips_locked_rows_looks_again():
    found = {
        str(path.relative_to(settings.BASE_DIR))
        for app in settings.OWN_FOLDERS
        for path in (settings.BASE_DIR / app).rglob("*.py")
        if "tests" not in path.parts and SKIPS.search(path.read_text())
    }

    assert found == set(LOOKS_AGAIN)
