"""Photos that belong together…"""

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from foundation.records.audit import Actor
from recognition.models import Album
from tagging.commands.closing import ExpireWorkCommand, expire_work
from tagging.models import Tagator, Work
from tagging.tests.workbench.conftest import album_of
from tagging.tests.workbench.desk import Desk
from tagging.tests.workbench.looking import completed, numbers_by_photo

KEEPS_NOTHING = "Object.defineProperty(window, 'caches', { value: undefined });"


@pytest.fixture
def together(desk: Desk, tagator: Tagator, album: Album) -> Desk:
    """Photos 1 and 3 side by side: the same person is on them."""
    for number in ("101", "103"):
        photo = album.photos.get(image_url__endswith=f"/{number}.jpg")
        photo.persons.create(person_id="p1", confidence=0.9)
    desk.begin(tagator)
    desk.type("w")
    expect(desk.page.locator("#series-photos input:checked")).to_have_count(2)
    return desk


def test_are_completed_each_by_itself(together: Desk, album: Album):
    together.page.focus("#series-complete")
    together.type("77")  # goes into the field, wherever the focus is
    together.type("Enter")
    expect(together.page.locator("#series-numbers li")).to_have_count(1)
    together.type("Enter")
    together.expect_place(2)
    together.expect_saved()

    assert numbers_by_photo(album) == {"101": ["77"], "103": ["77"]}
    assert completed(album) == ["101", "103"]
    for task in album.tagging_tasks.filter(state="Completed"):
        assert task.history.filter(change="Completed").count() == 1


def test_are_left_out_when_they_are_not_marked(together: Desk, album: Album):
    together.page.locator("#series-photos input").last.uncheck()

    together.page.click("#series-complete")
    together.expect_place(2)
    together.expect_saved()

    assert completed(album) == ["101"]


def test_know_the_start_list(together: Desk, album: Album):
    entries = [{"number": "771", "name": "Kim Berg"}, {"number": "772", "name": ""}]
    together.page.route("**/startList?*", lambda route: route.fulfill(json={"entries": entries}))

    together.type("77")
    options = together.page.locator("#series-completions li")
    expect(options).to_have_text(["771 Kim Berg", "772 "])
    together.type("ArrowDown", "Enter")
    expect(options).to_have_count(0)
    expect(together.page.locator("#series-numbers li")).to_contain_text(["771"])
    together.type("Enter")
    together.expect_place(2)
    together.expect_saved()

    assert numbers_by_photo(album) == {"101": ["771"], "103": ["771"]}


def test_are_zoomed_all_or_the_one_under_the_pointer(together: Desk):
    zoomed = together.page.locator("#series-photos .stage.zoomed")

    together.type("+")
    expect(zoomed).to_have_count(2)
    together.type("z")
    expect(zoomed).to_have_count(0)
    together.page.locator("#series-photos .stage").first.hover()
    together.type("+")

    expect(zoomed).to_have_count(1)
    expect(together.page.locator("#series-number")).to_be_focused()
    expect(together.page.locator("#series-photos input:checked")).to_have_count(2)


def test_can_be_undone_one_by_one(together: Desk, album: Album):
    together.page.click("#series-complete")
    together.expect_place(2)

    together.type("q")
    together.expect_place(3)
    together.expect_saved()

    assert completed(album) == ["101"]


def test_are_not_completed_unseen(desk: Desk, tagator: Tagator, album: Album):
    for photo in album.photos.all():
        photo.persons.create(person_id="p1", confidence=0.9)
    desk.page.add_init_script(KEEPS_NOTHING)
    desk.begin(tagator)
    desk.expect_ahead()
    for address in ("**/picture?*", "**/small/*"):
        desk.page.route(address, lambda route: route.abort())

    desk.type("w")
    expect(desk.page.locator("#series-photos")).to_contain_text("it cannot be loaded")
    desk.page.click("#series-complete")

    expect(desk.page.locator("#series-notice")).to_contain_text("no photo is marked")
    assert completed(album) == []


@pytest.mark.parametrize("screen", [(390, 844), (844, 390)], ids=["upright", "on its side"])
def test_are_not_marked_before_they_were_in_sight(
    desk: Desk, tagator: Tagator, photos: str, transactional_db: None, screen: tuple[int, int]
):
    width, height = screen
    desk.page.set_viewport_size({"width": width, "height": height})
    for photo in album_of(9, f"{photos}/small").photos.all():
        photo.persons.create(person_id="p1", confidence=0.9)
    desk.begin(tagator)
    desk.page.click("#series")
    boxes, button = desk.page.locator("#series-photos input"), desk.page.locator("#series-complete")
    expect(boxes).to_have_count(9)
    expect(boxes.first).to_be_checked()
    expect(button).to_be_in_viewport(ratio=1)
    expect(desk.page.locator("#series-number")).to_be_in_viewport(ratio=1)
    desk.page.wait_for_timeout(600)  # nothing happens meanwhile
    assert [box.is_enabled() for box in boxes.all()][-3:] == [False] * 3

    boxes.last.scroll_into_view_if_needed()
    expect(boxes.last).to_be_checked()

    expect(boxes.nth(4)).to_be_disabled()  # it was passed too quickly


def test_keep_their_numbers_while_they_are_left(together: Desk):
    together.type("77", "Enter", "Escape")
    expect(together.page.locator("#series-dialog")).to_be_hidden()

    together.type("w")
    expect(together.page.locator("#series-dialog")).to_be_visible()

    expect(together.page.locator("#series-numbers li")).to_contain_text(["77"])


def test_whose_time_is_over_keep_their_numbers_for_the_next_work(together: Desk, album: Album):
    together.type("77", "Enter")
    [work] = Work.objects.all()
    expire_work(ExpireWorkCommand(work_id=work.pk, now=timezone.now(), by=Actor("ann")))
    expect(together.page.locator("#between-title")).to_have_text("The time of this work is over.")

    together.page.click("#series-complete")
    expect(together.page.locator("#series-dialog")).to_be_hidden()
    together.page.click("#take")
    together.expect_notice("2 numbers from an earlier work were added again.")
    together.expect_saved()

    assert numbers_by_photo(album) == {"101": ["77"], "103": ["77"]}
    assert completed(album) == []


def test_are_none_on_a_photo_of_its_own(desk: Desk, tagator: Tagator, album: Album):
    desk.begin(tagator)

    desk.type("w")

    desk.expect_notice("No other photo of this work belongs to this one.")
