"""The example of a participant's front end, which asks the ClientApi alone, from another site…"""

from collections.abc import Iterator
from datetime import timedelta
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import Any

import pytest
from django.contrib.auth.models import User
from playwright.sync_api import Page, expect
from pytest_django import Settings
from pytest_django.live_server_helper import LiveServer

from activities.tests.calls.came import came
from activities.tests.calls.outbox import run_steps
from clients.tests.npm import node_packages, run
from config.tests.browser import browse
from foundation.rest.roles import grant_role
from foundation.rest.tokens import issue
from programs.tests.factories import ParticipantExerciseTaskFactory
from rewards.tests.factories import active_formula
from rewards.tests.limits import limited

pytestmark = pytest.mark.process
PAGE = "examples/participant/index.html"


class Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *_: Any) -> None:
        """Print nothing."""


@pytest.fixture(scope="module")
def site() -> Iterator[str]:
    folder = node_packages()
    run("npm", "run", "build")
    run("npx", "tsc", "--project", "examples")
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=folder)) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()


def test_shows_balance_tasks_limits_and_activities_with_why(
    live_server: LiveServer, site: str, settings: Settings
):
    settings.CORS_ALLOWED_ORIGINS = [site]
    task = ParticipantExerciseTaskFactory.create(criteria={"minDistance": "20"})
    ParticipantExerciseTaskFactory.create(participant=task.participant)
    active_formula(task.participant.program_id, expression="16")
    limited(task.participant.program_id)
    activity = came(task.participant_id)
    run_steps()
    user = User.objects.create_user("front-end")
    grant_role(user, "rewards.balance")
    token = str(issue(user, timedelta(minutes=5)))

    def visit(page: Page) -> list[str]:
        page.goto(f"{site}/{PAGE}")
        page.fill("[name=server]", live_server.url)
        page.fill("[name=token]", token)
        page.fill("[name=participantId]", "not-an-id")
        page.keyboard.press("Enter")
        expect(page.locator("#problem")).not_to_be_empty()
        expect(page.locator("main")).to_be_hidden()
        page.fill("[name=participantId]", str(activity.participant_id))
        page.keyboard.press("Enter")
        expect(page.locator("main")).to_be_visible()
        expect(page.locator("#problem")).to_be_empty()
        return [page.inner_text(each) for each in ("#amount", "#tasks", "#limits", "#activities")]

    amount, tasks, limits, activities = browse(visit).found

    assert amount == "16.00"
    assert "Distance: at least 20 (your last activity: 10.5, not enough)" in tasks
    assert "of 50 left" in limits
    assert "Reward: 16" in activities
    assert "Reward 16, credited." in activities
