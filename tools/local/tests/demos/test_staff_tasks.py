"""What staff do takes few clicks, in a browser beside a worker…"""

import os
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from celery.contrib.testing.worker import start_worker
from django.contrib.auth.models import Group, User
from django.utils import timezone
from playwright.sync_api import Page
from pytest_django import Settings
from pytest_django.live_server_helper import LiveServer

from config.celery import app
from config.tests.browser import PASSWORD, browse, sign_in
from recognition.tasks import count_hours_task
from tools.local.demos.staff.campaign import Campaign, give_campaign
from tools.local.demos.staff.cases import Cases, prepare
from tools.local.demos.staff.desk import Desk
from tools.local.demos.staff.finance import FINANCE
from tools.local.demos.staff.marketing import MARKETING
from tools.local.demos.staff.programs import FIRST_POINT, PROGRAMS
from tools.local.demos.staff.run import SIZE, do_tasks, run_tasks
from tools.local.demos.staff.support import SUPPORT
from tools.sandbox.client import SandboxClient
from tools.sandbox.services.album import PIXEL

GROUPS = ("Marketing", "Reward approver", "Support")
MOST_CLICKS, MOST_TO_FIRST_POINT = 5, 30
PICTURES = os.environ.get("STAFF_PICTURES", "")


@pytest.fixture
def campaign(transactional_db: None) -> Campaign:
    member = User.objects.create_user("boss", password=PASSWORD, is_staff=True)
    member.groups.set(Group.objects.filter(name__in=GROUPS))
    return give_campaign("", timezone.now())


@pytest.fixture
def frame(request: pytest.FixtureRequest) -> None:
    """Show the navigation once, where no pictures are taken."""
    if not PICTURES:
        request.getfixturevalue("one_frame")


@pytest.fixture
def worker(transactional_db: None) -> Iterator[None]:
    """Credit what is added, and run the long jobs that the tasks start."""
    queues = ["handlers", "maintenance"]
    with start_worker(app, pool="threads", perform_ping_check=False, queues=queues):
        yield


@pytest.mark.usefixtures("frame")
def test_from_nothing_to_the_first_point_and_each_task(live_server, campaign, worker):
    def visit(page: Page) -> dict[str, int]:
        page.set_viewport_size(SIZE)
        page.set_default_timeout(15_000)
        sign_in(page, live_server.url)
        desk = Desk(page, live_server.url, Path(PICTURES) if PICTURES else None)
        return dict(do_tasks(desk, (FIRST_POINT, *PROGRAMS), campaign))

    seen = browse(visit)

    assert seen.troubles == []
    assert seen.found.pop(FIRST_POINT.title) <= MOST_TO_FIRST_POINT
    assert {title: count for title, count in seen.found.items() if count > MOST_CLICKS} == {}
    assert len(seen.found) >= 15


MOST_OF_STAFF, MOST_OF_MARKETING = 4, 5
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


@pytest.mark.usefixtures("frame")
def test_each_takes_few_clicks(live_server: LiveServer, cases: Cases, worker: None):
    with ThreadPoolExecutor(1) as thread:  # a browser has an event loop, where Django refuses rows
        done = thread.submit(run_tasks, live_server.url, "boss", PASSWORD, cases).result()

    of_rewards = (*MARKETING, *SUPPORT, *FINANCE)
    most = {task.title: MOST_OF_MARKETING for task in of_rewards}
    assert {title: n for title, n in done if n > most.get(title, MOST_OF_STAFF)} == {}
    assert len(of_rewards) >= 12
    assert len(done) >= 38
