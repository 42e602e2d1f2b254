"""The kinds of a test are seen from what it uses…"""

import pytest
from pytest_django.live_server_helper import LiveServer

from config.tests.kinds import kinds_of


def test_plain_where_that_is_nothing(request: pytest.FixtureRequest):
    assert kinds_of(request.node) == ["plain"]


def test_database_by_a_fixture(request: pytest.FixtureRequest, db: None):
    assert kinds_of(request.node) == ["walk", "database"]


@pytest.mark.django_db(transaction=True)
def test_commits_by_a_mark(request: pytest.FixtureRequest):
    assert kinds_of(request.node) == ["walk", "commits", "database"]


def test_browser_by_the_server_for_it(request: pytest.FixtureRequest, live_server: LiveServer):
    assert kinds_of(request.node)[0] == "browser"


def test_process_by_a_fixture(request: pytest.FixtureRequest, starts_processes: None):
    assert kinds_of(request.node)[0] == "process"


@pytest.mark.rehearsal
@pytest.mark.process
def test_the_dearest_first(request: pytest.FixtureRequest):
    assert kinds_of(request.node)[:2] == ["rehearsal", "process"]
