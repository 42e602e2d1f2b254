"""A test waits until something is true, and sleeps only where this table says why."""

import re

from tools.local.folders import PROJECT

SLEEP = re.compile(r"\b(?<!pg_)(?<!def )(?:sleep|wait_for_timeout)\([^)]")
ASKS_AGAIN = "It asks again and again, until a condition is true or a time is over."
TO_BE_KILLED = "The process is killed meanwhile."
SLEEPS = {
    "tools/bench/tests/test_restore.py": "A second of the clock is what is restored to.",
    "foundation/fetching/tests/test_fetch_image.py": "The test is about the pace of a slow host.",
    "config/tests/moving/test_killed.py": ASKS_AGAIN,
    "config/tests/ways/compose.py": ASKS_AGAIN,
    "tools/local/tests/running.py": ASKS_AGAIN,
    "foundation/messaging/tests/jobs/test_long_jobs.py": TO_BE_KILLED,
    "foundation/messaging/tests/listener/apps.py": ASKS_AGAIN,
    "foundation/messaging/tests/play/consumers.py": ASKS_AGAIN,
    "foundation/messaging/tests/play/racing.py": ASKS_AGAIN,
    "recognition/tests/calls/processes.py": ASKS_AGAIN,
    "recognition/tests/erasing/test_erasing_goes_on.py": ASKS_AGAIN,
    "recognition/tests/jobs/test_killed_jobs.py": TO_BE_KILLED,
    "foundation/rest/tests/test_servers_hang.py": "Redis is left alone for five seconds then.",
    "tools/sandbox/tests/conftest.py": ASKS_AGAIN,
    "tagging/tests/workbench/test_series.py": "Nothing is to happen meanwhile.",
    "vision/tests/test_full_disk.py": ASKS_AGAIN,
    "vision/tests/test_personal_data.py": "It lets the loop of asyncio run once.",
    "vision/tests/waiting.py": ASKS_AGAIN,
}


def test_no_other_file_of_tests_sleeps():
    found = {
        str(file.relative_to(PROJECT))
        for folder in ("*/tests", "*/*/tests")
        for file in PROJECT.glob(f"{folder}/**/*.py")
        if SLEEP.search(file.read_text())
    }

    assert found == set(SLEEPS)
