"""Photos that belong together…"""

from django.utils import timezone
from playwright.sync_api import expect

from foundation.records.audit import Actor
from recognition.models import Album
from tagging.models import Tagator, Work
from tagging.tests.workbench.conftest import album_of
from tagging.tests.workbench.desk import Desk
from tagging.tests.workbench.looking import completed, numbers_by_photo
from tagging.tests.workbench.test_refused_numbers import PASTE
from tagging.works.expiring import ExpireWorkCommand, expire_work

KEEPS_NOTHING = "Object.defineProperty(window, 'caches', { value: undefined });"
ENTRIES = [{"number": "771", "name": "Kim Berg"}, {"number": "772", "name": ""}]


def of_one_person(album: Album) -> None:
    for photo in album.photos.all():
        photo.persons.create(person_id="p1", confidence=0.9)


def test_are_completed_in_one_go_each_by_itself(desk: Desk, tagator: Tagator, photos: str):
    album = album_of(5, f"{photos}/small")
    for number in ("101", "103", "104", "105"):
        photo = album.photos.get(image_url__endswith=f"/{number}.jpg")
        photo.persons.create(person_id="p1", confidence=0.9)
    desk.page.route("**/startList?*", lambda route: route.fulfill(json={"entries": ENTRIES}))
    page, marked = desk.page, desk.page.locator("#series-photos input:checked")
    numbers, zoomed = page.locator("#series-numbers li"), page.locator("#series-photos .zoomed")
    desk.begin(tagator)
    desk.type("w")
    expect(marked).to_have_count(4)

    desk.type("+")
    expect(zoomed).to_have_count(4)
    desk.type("z")
    expect(zoomed).to_have_count(0)
    page.locator("#series-photos .stage").first.hover()
    desk.type("+")
    expect(zoomed).to_have_count(1)
    expect(page.locator("#series-number")).to_be_focused()
    page.locator("#series-photos input").last.uncheck()
    page.locator("#series-number").evaluate(PASTE, "12, 13")
    expect(numbers).to_have_count(2)
    page.focus("#series-complete")
    desk.type("77")  # goes into the field, wherever the focus is
    options = page.locator("#series-completions li")
    expect(options).to_have_text(["771 Kim Berg", "772 "])
    desk.type("ArrowDown", "Enter")
    expect(options).to_have_count(0)
    expect(numbers).to_contain_text(["12", "13", "771"])
    desk.type("Escape")
    expect(page.locator("#series-dialog")).to_be_hidden()
    desk.type("w")
    expect(numbers).to_have_count(3)  # they are kept while the photos are left
    expect(marked).to_have_count(4)
    page.locator("#series-photos input").last.uncheck()
    page.focus("#series-number")
    desk.type("Enter")
    desk.expect_place(2)
    desk.expect_saved()
    assert completed(album) == ["101", "103", "104"]
    assert numbers_by_photo(album) == {
        number: ["12", "13", "771"] for number in ("101", "103", "104")
    }

    desk.type("q")
    desk.expect_place(4)
    desk.expect_saved()
    desk.type("w")
    expect(marked).to_have_count(2)
    desk.type("9", "Enter")
    [work] = Work.objects.all()
    expire_work(ExpireWorkCommand(work_id=work.pk, now=timezone.now(), by=Actor("ann")))
    expect(page.locator("#between-title")).to_have_text("The time of this work is over.")
    page.click("#series-complete")
    expect(page.locator("#series-dialog")).to_be_hidden()
    page.click("#take")
    desk.expect_notice("numbers from an earlier work were added again.")
    desk.expect_saved()
    assert numbers_by_photo(album)["105"] == ["9"]


def test_are_not_completed_unseen(desk: Desk, tagator: Tagator, album: Album):
    of_one_person(album)
    desk.arrive(tagator)
    desk.page.evaluate(KEEPS_NOTHING)
    desk.type("Enter")
    desk.expect_place(1)
    desk.expect_ahead()
    for address in ("**/picture?*", "**/small/*"):
        desk.page.route(address, lambda route: route.abort())

    desk.type("w")
    expect(desk.page.locator("#series-photos")).to_contain_text("it cannot be loaded")
    desk.page.click("#series-complete")

    expect(desk.page.locator("#series-notice")).to_contain_text("no photo is marked")
    assert completed(album) == []


def test_are_not_marked_before_they_were_in_sight(desk: Desk, tagator: Tagator, photos: str):
    desk.page.set_viewport_size({"width": 844, "height": 390})
    of_one_person(album_of(9, f"{photos}/small"))
    desk.begin(tagator)
    desk.page.click("#series")
    boxes, button = desk.page.locator("#series-photos input"), desk.page.locator("#series-complete")
    expect(boxes).to_have_count(9)
    expect(boxes.first).to_be_checked()
    for width, height in ((844, 390), (390, 844)):
        desk.page.set_viewport_size({"width": width, "height": height})
        expect(button).to_be_in_viewport(ratio=1)
        expect(desk.page.locator("#series-number")).to_be_in_viewport(ratio=1)
    desk.page.wait_for_timeout(600)  # nothing happens meanwhile
    assert [box.is_enabled() for box in boxes.all()][-3:] == [False] * 3

    boxes.last.scroll_into_view_if_needed()
    expect(boxes.last).to_be_checked()

    expect(boxes.nth(4)).to_be_disabled()  # it was passed too quickly
