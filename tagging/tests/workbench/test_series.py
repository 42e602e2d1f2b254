"""Photos that belong together…"""

import pytest
from playwright.sync_api import expect

from recognition.models import Album
from tagging.models import Tagator
from tagging.tests.workbench.desk import Desk
from tagging.tests.workbench.looking import completed, numbers_by_photo

FORGET_PICTURES = """async () => {
    for (const name of await caches.keys()) await caches.delete(name);
}"""


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
    desk.begin(tagator)
    desk.page.evaluate(FORGET_PICTURES)
    for address in ("**/picture?*", "**/small/*"):
        desk.page.route(address, lambda route: route.abort())

    desk.type("w")
    expect(desk.page.locator("#series-photos")).to_contain_text("it cannot be loaded")
    desk.page.click("#series-complete")

    expect(desk.page.locator("#series-notice")).to_contain_text("no photo is marked")
    assert completed(album) == []


def test_are_none_on_a_photo_of_its_own(desk: Desk, tagator: Tagator, album: Album):
    desk.begin(tagator)

    desk.type("w")

    desk.expect_notice("No other photo of this work belongs to this one.")
