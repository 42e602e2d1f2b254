"""What marketing and support do with programs takes few clicks, in one browser beside a worker…"""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from celery.contrib.testing.worker import start_worker
from django.contrib.auth.models import Group, User
from django.utils import timezone
from playwright.sync_api import Page
from pytest_django.live_server_helper import LiveServer

from config.celery import app
from config.tests.browser import PASSWORD, browse, sign_in
from tools.local.demos.staff.campaign import Campaign, give_campaign
from tools.local.demos.staff.desk import Desk
from tools.local.demos.staff.programs import FIRST_POINT, PROGRAMS
from tools.local.demos.staff.run import SIZE, do_tasks

GROUPS = ("Marketing", "Reward approver", "Support")
MOST_CLICKS, MOST_TO_FIRST_POINT = 5, 30
# Where pictures of the pages go, for who looks at them; empty: none are taken.
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
def test_from_nothing_to_the_first_point_and_each_task(
    live_server: LiveServer, campaign: Campaign, worker: None
):
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
