"""The jobs of docs/cookbook.md, from built packages, in an empty folder, at a live server.

Those of the last releases are done too, as their cookbooks did them then.
"""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from django.conf import LazySettings, settings
from django.contrib.auth.models import User
from pytest_django.live_server_helper import LiveServer

from clients.cookbook.book import PYTHON, TYPESCRIPT, read_book
from clients.cookbook.editions import RELEASED, Edition, build_edition, released
from clients.cookbook.empty_folder import Program, python_program, typescript_program
from clients.tests.npm import node_packages
from clients.tests.workers import working
from recognition.tests.play.sandbox_albums import album_that_knows
from recognition.tests.play.selfie_pictures import digest, photo_of, picture
from sandbox.client import SandboxClient
from tagging.tests.factories import PASSWORD, new_tagator

MOST_LINES = 10


@pytest.fixture(scope="module", params=["now", *(each.folder.name for each in released())])
def edition(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Edition:
    if request.param != "now":
        return Edition(RELEASED / request.param)
    node_packages()
    return build_edition(tmp_path_factory.mktemp("packages"))


@pytest.fixture
def variables(
    live_server: LiveServer, sandbox: SandboxClient, settings: LazySettings
) -> Iterator[dict[str, str]]:
    """A running Finishline with an album and its workers: what the program's variables say."""
    settings.PUBLIC_URL = live_server.url
    settings.ALLOW_PRIVATE_IMAGE_URLS = True
    settings.NUMBER_PROVIDER_URL = sandbox.url("number-provider")
    settings.PEERS = {"photo-service": {"url": sandbox.url("photo-service"), "token": ""}}
    User.objects.create_superuser("ann", password=PASSWORD)
    new_tagator(email="kim@example.org", password=PASSWORD, rate_per_task="0.15")
    album = album_that_knows(sandbox, "person-1")
    sandbox.set_truth(digest(picture()), persons=["person-1"], provider="face-provider")
    for number in range(2):
        photo_of(album, "person-1", url=sandbox.url("album", f"/{number}.jpg"))
    with working():
        yield {
            "FINISHLINE_URL": live_server.url,
            "ALBUM_ID": str(album.pk),
            "STAFF_NAME": "ann",
            "STAFF_PASSWORD": PASSWORD,
            "TAGGER_EMAIL": "kim@example.org",
            "TAGGER_PASSWORD": PASSWORD,
        }


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


@pytest.mark.slow
@pytest.mark.parametrize("program_in", [python_program, typescript_program])
def test_the_jobs_are_done(
    program_in: Callable[[Path, Edition], Program],
    edition: Edition,
    variables: dict[str, str],
    tmp_path: Path,
) -> None:
    (tmp_path / "selfie.jpg").write_bytes(picture())
    program = program_in(tmp_path, edition)

    assert_done(program.run(variables), tmp_path)


def assert_done(printed: str, folder: Path) -> None:
    """Ask that each job has shown what it is about."""
    shown: dict[str, Any] = dict(part.split("\n", 1) for part in printed.split("== ")[1:])
    for title, words in {
        "2.": ["Recognized 1 persons", "/0.jpg", "/1.jpg"],
        "4.": ["Kim 2 0.30 EUR"],
        "7.": ["10.00", "The reward is 10."],
        "9.": ["{"],
        "10.": ["1024", "The runner called"],
        "11.": ["Refill 10"],
    }.items():
        [text] = [shown[name] for name in shown if name.startswith(title)]
        assert [word for word in words if word not in text] == [], (title, text)
    assert (folder / "operations.csv").read_text().count("\n") >= 4
    assert (folder / "pay.xlsx").stat().st_size > 1000
