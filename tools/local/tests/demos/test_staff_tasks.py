"""What staff do most takes few clicks, from the home page, in a browser beside a worker."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from celery.contrib.testing.worker import start_worker
from django.contrib.auth.models import User
from django.utils import timezone
from pytest_django import Settings
from pytest_django.live_server_helper import LiveServer

from config.celery import app
from config.tests.browser import PASSWORD
from recognition.tasks import count_hours_task
from tools.local.demos.staff.cases import Cases, prepare
from tools.local.demos.staff.finance import FINANCE
from tools.local.demos.staff.marketing import MARKETING
from tools.local.demos.staff.run import run_tasks
from tools.local.demos.staff.support import SUPPORT
from tools.sandbox.client import SandboxClient
from tools.sandbox.services.album import PIXEL

MOST_CLICKS, MOST_OF_MARKETING = 4, 5
PHOTOS = 10


@pytest.fixture
def cases(
    transactional_db: None, sandbox: SandboxClient, settings: Settings, tmp_path: Path
) -> Cases:
    settings.SANDBOX_URL = sandbox.base_url
    settings.EXPORT_FOLDER = tmp_path
    selfie = tmp_path / "selfie.jpg"
    selfie.write_bytes(PIXEL)
    User.objects.create_superuser("boss", password=PASSWORD)
    made = prepare([sandbox.url("album", "/pixel.jpg")] * PHOTOS, selfie, timezone.now())
    count_hours_task()  # as beat does, for the figures of the home page
    return made


@pytest.fixture
def worker(transactional_db: None) -> Iterator[None]:
    """Run the long jobs that the tasks start."""
    queues = ["handlers", "maintenance"]
    with start_worker(app, pool="threads", perform_ping_check=False, queues=queues):
        yield


def test_each_takes_few_clicks(live_server: LiveServer, cases: Cases, worker: None):
    with ThreadPoolExecutor(1) as thread:  # a browser has an event loop, where Django refuses rows
        done = thread.submit(run_tasks, live_server.url, "boss", PASSWORD, cases).result()

    of_rewards = (*MARKETING, *SUPPORT, *FINANCE)
    most = {task.title: MOST_OF_MARKETING for task in of_rewards}
    assert {title: n for title, n in done if n > most.get(title, MOST_CLICKS)} == {}
    assert len(of_rewards) >= 12
    assert len(done) >= 38
