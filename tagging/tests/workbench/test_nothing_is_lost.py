"""What a tagger typed is not lost…"""

from typing import Any

import pytest
from playwright.sync_api import Route, expect
from pytest_django.live_server_helper import LiveServer

from recognition.models import Album
from tagging.models import Tagator
from tagging.tests.workbench.desk import Desk
from tagging.tests.workbench.gate import Gate
from tagging.tests.workbench.looking import completed, numbers_by_photo


def test_by_a_lost_connection(desk: Desk, tagator: Tagator, album: Album):
    desk.begin(tagator)
    desk.expect_ahead()
    desk.page.context.set_offline(True)

    desk.type("101", "Enter", "Enter", "102", "Enter", "Enter")
    expect(desk.page.locator("#connection")).to_contain_text("No connection. 4 changes are kept")
    assert completed(album) == []
    desk.page.context.set_offline(False)
    desk.expect_saved()

    assert numbers_by_photo(album) == {"101": ["101"], "102": ["102"]}
    assert completed(album) == ["101", "102"]


def test_by_a_restart_of_the_server(
    desk_behind: Desk, gate: Gate, restarted: LiveServer, tagator: Tagator, album: Album
):
    desk = desk_behind
    desk.begin(tagator)
    desk.expect_ahead()
    gate.close()
    desk.type("101", "Enter", "Enter", "102", "Enter")

    expect(desk.page.locator("#connection")).to_contain_text("No connection. 3 changes are kept")
    assert numbers_by_photo(album) == {}
    gate.open(restarted.thread.port)
    desk.expect_saved()

    assert numbers_by_photo(album) == {"101": ["101"], "102": ["102"]}


def test_by_a_reload_before_it_was_sent(
    desk_behind: Desk, gate: Gate, tagator: Tagator, album: Album
):
    desk = desk_behind
    desk.begin(tagator)
    desk.expect_ahead()
    gate.close()
    desk.type("101", "Enter", "Enter", "102", "Enter", "55")

    desk.page.goto("about:blank")  # nothing is sent once the gate is open
    gate.open()
    assert numbers_by_photo(album) == {}
    desk.open()
    desk.expect_place(2)
    desk.expect_numbers("102")
    expect(desk.field).to_have_value("55")
    desk.expect_saved()

    assert numbers_by_photo(album) == {"101": ["101"], "102": ["102"]}
    assert completed(album) == ["101"]


def test_where_an_answer_is_lost(desk: Desk, tagator: Tagator, album: Album):
    seen = []

    def lose_first_answer(route):
        seen.append((route.request.method, route.request.headers["x-request-id"]))
        if len(seen) == 1:
            route.fetch()  # the server has it, the page does not know
            route.abort()
        else:
            route.continue_()

    desk.page.route("**/tags", lose_first_answer)
    desk.begin(tagator)
    desk.type("101", "Enter")
    desk.expect_numbers("101")
    desk.expect_saved()

    assert numbers_by_photo(album) == {"101": ["101"]}
    assert len(seen) == 2
    assert seen[0] == seen[1]


def test_while_a_server_is_busy(desk: Desk, tagator: Tagator, album: Album):
    answers = [(429, {"Retry-After": "0"}), (503, {"Retry-After": "0"}), (502, {})]

    def refuse_first(route):
        if answers:
            status, headers = answers.pop()
            route.fulfill(status=status, headers=headers, body="")
        else:
            route.continue_()

    desk.page.route("**/tags", refuse_first)
    desk.begin(tagator)
    desk.type("101", "Enter")
    expect(desk.page.locator("#connection")).to_contain_text("The server is busy.")
    desk.expect_saved()

    assert numbers_by_photo(album) == {"101": ["101"]}


@pytest.mark.parametrize(
    "answer",
    [
        {"status": 404, "content_type": "text/plain", "body": "404 page not found"},
        {"status": 200, "content_type": "text/html", "body": "<h1>Back soon</h1>"},
        {"status": 200, "content_type": "application/json", "body": "[]"},
        {"status": 302, "headers": {"Location": "/workbench/"}},
    ],
    ids=["not-found", "page", "json", "redirect"],
)
def test_where_a_gateway_answers_instead_of_the_server(
    desk: Desk, tagator: Tagator, album: Album, answer: dict[str, Any]
):
    answers = [answer]

    def answer_first(route):
        if answers:
            route.fulfill(**answers.pop())
        else:
            route.continue_()

    # Before the page is opened: what a page asks at once after the call is not always stopped.
    desk.page.route("**/tags", answer_first)
    desk.begin(tagator)
    desk.type("101", "Enter")
    desk.expect_numbers("101")
    desk.expect_saved()

    assert answers == []
    assert numbers_by_photo(album) == {"101": ["101"]}


def test_by_a_second_window(desk: Desk, tagator: Tagator, album: Album):
    desk.begin(tagator)
    desk.type("101", "Enter", "10")
    desk.expect_saved()
    second = Desk(desk.page.context.new_page(), desk.url)

    second.open()
    second.expect_between("The workbench is open in another window.")
    second.page.click("#take")

    second.expect_place(1)
    second.expect_numbers("101")
    expect(second.field).to_have_value("10")
    desk.expect_between("The workbench is open in another window.")


def test_by_a_second_window_that_takes_over_while_the_first_one_begins(
    desk: Desk, tagator: Tagator, album: Album
):
    held: list[Route] = []
    desk.page.route("**/works/current", lambda route: held.append(route))
    desk.open()
    with desk.page.expect_request("**/works/current"):
        desk.sign_in(tagator)
    second = Desk(desk.page.context.new_page(), desk.url)
    second.open()
    second.page.click("#take")
    second.expect_between("Ready?")
    desk.expect_between("The workbench is open in another window.")

    with desk.page.expect_response("**/works/current") as answer:
        held[0].continue_()
    answer.value.finished()
    desk.page.evaluate("new Promise((done) => setTimeout(done, 100))")  # the page has read it

    desk.expect_between("The workbench is open in another window.")
