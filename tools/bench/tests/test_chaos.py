"""If each part is killed in turn …

Two rehearsals of photos: one on the embedded bus with the sandbox as number server, one on RabbitMQ
with the real number server, which needs seconds for a photo; and one of activities. `python -m
tools.bench.chaos` starts a separate rehearsal for each part, with 500 photos; of activities it sends
10,000.
"""

import subprocess
import sys

import pytest

from tools.bench.chaos import run_scenario, why_skipped
from tools.local.folders import PROJECT

EMBEDDED = ("consumer", "recognition", "deliveries", "worker", "web", "postgres", "redis")
REAL = ("rabbitmq", "vision")
PHOTOS = {EMBEDDED: 20, REAL: 12}  # for each part
ACTIVITIES = "80"


@pytest.mark.slow
@pytest.mark.rehearsal
@pytest.mark.parametrize("parts", [EMBEDDED, REAL], ids=" ".join)
def test_every_photo_ends_as_if_nothing_had_happened(parts: tuple[str, ...]):
    here = [part for part in parts if not why_skipped(part)]

    outcome = run_scenario(here, PHOTOS[parts] * len(here))

    assert outcome.differences == []
    assert (outcome.lost, outcome.doubled) == (0, 0)


@pytest.mark.slow
@pytest.mark.rehearsal
def test_every_activity_is_settled_and_credited_once():
    command = [sys.executable, "-m", "tools.bench.chaos", "--activities", "--count", ACTIVITIES]

    done = subprocess.run(command, cwd=PROJECT, capture_output=True, text=True, check=False)

    assert done.returncode == 0, done.stdout + done.stderr[-2000:]
    assert "FAIL" not in done.stdout
