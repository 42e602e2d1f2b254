"""The kinds of a test are seen from what it uses, and `--costs` shows…"""

import subprocess
import sys

import pytest
from pytest_django.live_server_helper import LiveServer

from config.tests.costs import report, used
from config.tests.kinds import kinds_of
from tools.local.processes import until

ROWS = [
    ("config/", "start", 4.0, 0.0, 0.0),
    ("config/tests/test_a.py::test_one", "browser", 1.0, 5.0, 0.5),
    ("config/tests/test_a.py::test_two", "plain", 0.25, 0.0, 0.0),
    ("foundation/rest/tests/test_b.py::test_three", "plain", 0.25, 0.0, 0.0),
]
BUSY = "import time\nwhile time.process_time() < 0.5: pass"


def test_adds_up_by_kind_folder_and_file():
    lines = [line.split() for line in report(ROWS, [])]

    assert ["browser", "1", "6", "1", "5", "0"] in lines
    assert ["all", "3", "11"] in lines
    assert next(line for line in lines if line[:1] == ["config"])[1] == "11"
    assert ["7", "config/tests/test_a.py"] in lines


def test_names_what_starts_a_process_without_the_mark():
    assert list(report(ROWS, ["x::test"]))[-1] == "starts a process without the mark: x::test"


@pytest.mark.process
def test_counts_a_process_that_runs_and_one_that_has_ended():
    before = used("none")[1]
    with subprocess.Popen([sys.executable, "-c", f"{BUSY}\ninput()"], stdin=subprocess.PIPE) as one:
        subprocess.run([sys.executable, "-c", BUSY], check=True)
        assert until(lambda: used("none")[1] > before + 0.9, seconds=60)
        one.communicate(b"\n")


def test_kind_plain_where_that_is_nothing(request: pytest.FixtureRequest):
    assert kinds_of(request.node) == ["plain"]


def test_kind_database_by_a_fixture(request: pytest.FixtureRequest, db: None):
    assert kinds_of(request.node) == ["walk", "database"]


@pytest.mark.django_db(transaction=True)
def test_kind_commits_by_a_mark(request: pytest.FixtureRequest):
    assert kinds_of(request.node) == ["walk", "commits", "database"]


def test_kind_browser_by_the_server_for_it(request: pytest.FixtureRequest, live_server: LiveServer):
    assert kinds_of(request.node)[0] == "browser"


def test_kind_process_by_a_fixture(request: pytest.FixtureRequest, starts_processes: None):
    assert kinds_of(request.node)[0] == "process"


@pytest.mark.rehearsal
@pytest.mark.process
def test_kind_the_dearest_first(request: pytest.FixtureRequest):
    assert kinds_of(request.node)[:2] == ["rehearsal", "process"]
