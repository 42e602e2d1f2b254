"""The TypeScript client: strict types for every operation of the documents, and its own tests."""

import json
import re
from collections.abc import Iterator
from datetime import timedelta
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

import pytest
from django.contrib.auth.models import User
from playwright.sync_api import Page, expect

from activities.tests.calls.outbox import run_steps
from activities.tests.calls.rewarded import came
from clients.making.documents import operations
from clients.tests.npm import node_packages, run
from clients.tests.strange_answers import as_json
from config.tests.api_documents import document_of
from config.tests.browser import browse
from foundation.rest.groups import GROUPS
from foundation.rest.roles import grant_role
from foundation.rest.tokens import issue
from programs.tests.factories import ParticipantExerciseTaskFactory
from rewards.tests.factories import active_formula, limited

pytestmark = pytest.mark.process
HEAD = """
import type { V1, V2 } from "{source}/src/versions.js";
import type { DataOf } from "{source}/src/group.js";
type IsAny<T> = 0 extends 1 & T ? true : false;
type Is<Made extends true> = Made;
type Clear<Data> = IsAny<Data> extends true ? false : true;
type Known<Paths, Path, Method> = Path extends keyof Paths
  ? Method extends keyof Paths[Path]
    ? [Paths[Path][Method]] extends [undefined] ? false : Clear<Paths[Path][Method]>
    : false
  : false;
"""


@pytest.fixture(scope="module")
def typescript() -> Path:
    return node_packages()


def test_its_tests_pass(typescript: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("STRANGE_ANSWERS", as_json())
    run("npx", "tsc", "--project", "tests")
    run("node", "--test", "tests/dist/tests/")


def test_every_operation_of_both_versions_has_its_types(typescript: Path, tmp_path: Path) -> None:
    lines = list(_claims())
    assert len(lines) > 300
    program = tmp_path / "every.ts"
    program.write_text(HEAD.replace("{source}", str(typescript)) + "\n".join(lines))
    settings = {
        "extends": f"{typescript}/tsconfig.json",
        "compilerOptions": {
            "noEmit": True,
            "rootDir": "/",
            "noUnusedLocals": False,
            "skipLibCheck": True,
        },
        "include": [str(program)],
    }
    (tmp_path / "tsconfig.json").write_text(json.dumps(settings))

    run("npx", "tsc", "--project", tmp_path)


def _claims() -> Iterator[str]:
    """Yield what must be true: each operation has types, and its answer is no `any`."""
    for group in GROUPS:
        for method, path, operation in operations(document_of(group)):
            _, _, _, version, rest = path.split("/", 4)
            paths = f'{version.upper()}<"{group.base}">'
            name = f"{group.module}_{operation['operationId']}"
            yield f'export type {name} = Is<Known<{paths}, "/{rest}", "{method}">>;'
            answer = f'DataOf<{paths}["/{rest}"]["{method}"], {{}}>'
            yield f"export type {name}_data = Is<Clear<{answer}>>;"


def test_no_any_is_generated(typescript: Path) -> None:
    schema = (typescript / "src/generated/schema.ts").read_text()

    assert not re.search(
        r"\bany\b(?=[;\[\] |}])", re.sub(r"/\*\*.*?\*/", "", schema, flags=re.DOTALL)
    )


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


def test_shows_balance_tasks_limits_and_activities_with_why(live_server, site, settings):
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
