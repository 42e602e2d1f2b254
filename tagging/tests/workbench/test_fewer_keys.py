"""Fewer keys on the workbench…"""

from typing import Any

import pytest
from playwright.sync_api import Route, expect

from recognition.models import Album
from tagging.models import Tagator
from tagging.tests.workbench.desk import Desk
from tagging.tests.workbench.looking import completed, numbers_by_photo


@pytest.fixture
def one_enter(desk: Desk, tagator: Tagator, album: Album) -> Desk:
    """The workbench of a tagger who adds and completes in one Enter."""
    desk.begin(tagator)
    desk.type("?")
    desk.page.check("#one-enter")
    desk.type("Escape")
    return desk


def test_one_enter_adds_and_completes(one_enter: Desk, album: Album):
    one_enter.type("101", "Enter")
    one_enter.expect_place(2)
    one_enter.expect_saved()

    assert (completed(album), numbers_by_photo(album)) == (["101"], {"101": ["101"]})


def test_space_adds_one_of_several_numbers(one_enter: Desk, album: Album):
    one_enter.type("101", " ", "7", "Enter")
    one_enter.expect_place(2)
    one_enter.expect_saved()

    assert numbers_by_photo(album) == {"101": ["101", "7"]}


def test_one_enter_stays_chosen_in_this_browser(one_enter: Desk, album: Album):
    one_enter.page.reload()
    one_enter.expect_place(1)

    one_enter.type("101", "Enter")

    one_enter.expect_place(2)


def test_one_enter_completes_nothing_unseen(desk: Desk, tagator: Tagator, album: Album):
    desk.arrive(tagator)
    for address in ("**/picture?*", "**/small/*"):
        desk.page.route(address, lambda route: route.abort())
    desk.type("Enter")
    expect(desk.page.locator("#photo-trouble")).to_be_visible()
    desk.type("?")
    desk.page.check("#one-enter")
    desk.type("Escape")

    desk.type("101", "Enter")

    desk.expect_notice("the photo cannot be loaded")
    expect(desk.field).to_have_value("101")
    assert completed(album) == []


def test_as_before_adds_the_numbers_of_the_photo_before(desk: Desk, tagator: Tagator, album: Album):
    desk.begin(tagator)
    desk.type("101", "Enter", "7", "Enter", "Enter")
    desk.expect_place(2)

    desk.type("p")
    desk.expect_numbers("101", "7")
    desk.type("Enter")
    desk.expect_place(3)
    desk.expect_saved()

    assert numbers_by_photo(album) == {"101": ["101", "7"], "102": ["101", "7"]}


def test_as_before_is_undone_by_one_key(desk: Desk, tagator: Tagator, album: Album):
    desk.begin(tagator)
    desk.type("101", "Enter", "7", "Enter", "Enter")
    desk.expect_place(2)
    desk.type("p")
    desk.expect_numbers("101", "7")

    desk.type("q")

    desk.expect_numbers()
    expect(desk.page.locator("#place")).to_contain_text("Photo 2 of")


ENTRIES = [{"number": "101", "name": "Kim Berg"}, {"number": "1012", "name": ""}]


def test_the_start_list_completes_what_is_typed(desk: Desk, tagator: Tagator, album: Album):
    asked: list[str] = []

    def answer(route: Route) -> None:
        asked.append(route.request.url.partition("?")[2])
        route.fulfill(json={"entries": ENTRIES})

    desk.page.route("**/startList?*", answer)
    desk.begin(tagator)

    desk.type("10")
    options = desk.page.get_by_role("option")
    expect(options).to_have_text(["101 Kim Berg", "1012 "])
    desk.type("1")
    expect(desk.page.locator("#announcer")).to_contain_text("101: Kim Berg")
    desk.type("ArrowDown", "ArrowDown")
    expect(options.nth(1)).to_have_attribute("aria-selected", "true")
    desk.type("Enter")
    desk.expect_numbers("1012")
    desk.expect_saved()

    assert numbers_by_photo(album) == {"101": ["1012"]}
    assert asked == ["digits=10"]  # the answer to 10 has all that begin with 101
    expect(options).to_have_count(0)


def test_a_sure_number_that_is_not_in_the_list_is_kept(desk: Desk, tagator: Tagator, album: Album):
    detail = "NotInStartList: 4711 is not in the start list."
    problem = {"code": "number-not-accepted", "errors": [{"field": "tags.0", "detail": detail}]}
    sent: list[Any] = []

    def refuse_first(route: Route) -> None:
        sent.append(route.request.post_data_json)
        if len(sent) == 1:
            route.fulfill(status=422, json=problem)
        else:
            route.continue_()

    desk.page.route("**/tags", refuse_first)
    desk.begin(tagator)
    desk.type("4711", "Enter")
    expect(desk.page.locator("#sure")).to_be_visible()

    desk.type("y")
    desk.expect_numbers("4711")
    desk.expect_saved()

    assert sent[1]["unlistedTags"] == ["4711"]
    expect(desk.field).to_have_value("")
