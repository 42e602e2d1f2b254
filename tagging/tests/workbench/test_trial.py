"""A new tagger at the workbench, where an album is a trial…"""

from decimal import Decimal
from typing import Any

from playwright.sync_api import expect

from recognition.models import Album, NumberSource, PhotoNumber
from tagging.models import AlbumQuality, Tagator
from tagging.tests.factories import new_photo
from tagging.tests.quality.checks import mark
from tagging.tests.workbench.conftest import album_of
from tagging.tests.workbench.desk import Desk

BOX = {"left": 0.375, "top": 0.33, "width": 0.25, "height": 0.34}


def test_reads_it_sees_what_was_right_and_goes_on_to_paid_photos(
    desk: Desk, tagator: Tagator, album: Album, photos: str, settings: Any
):
    Tagator.objects.update(rate_per_task=Decimal("0.12"), rate_per_number=Decimal("0.03"))
    trial = album_of(0, f"{photos}/small", name="Trial")
    AlbumQuality.objects.create(album=trial, trial_share=Decimal("0.5"))
    for number in ("101", "102"):
        photo = new_photo(trial, image_url=f"{photos}/small/{number}.jpg")
        PhotoNumber.objects.create(photo=photo, value=number, source=NumberSource.PROVIDER, box=BOX)
        mark(photo, number)

    desk.arrive(tagator)
    terms = desk.page.locator("#between-text")
    expect(terms).to_contain_text("First a trial: 2 photos, unpaid.")
    expect(terms).to_contain_text("20 photos, 60 minutes, 0.12 EUR a photo, 0.03 EUR a number.")
    desk.type("Enter")
    expect(desk.page.locator("#place")).to_have_text("Trial: photo 1 of 2")
    desk.type("101", "Enter", "Enter", "101", "Enter", "Enter")
    desk.page.click("#hand-in")
    desk.page.click("#trial")
    expect(desk.page.locator("#trial-sum")).to_have_text(
        "1 of 2 photos are right. You get paid photos now."
    )
    said = desk.page.locator("#trial-photos")
    expect(said).to_contain_text("Right: 101.")
    expect(said).to_contain_text("Missed: 102. Not there: 101.")
    expect(said.locator(".box")).to_have_count(1)
    expect(said.locator("li", has_text="Missed").locator(".box")).to_be_visible()
    desk.type("Escape")
    expect(desk.page.locator("#between-today")).to_have_text("Today 2 photos, 2 numbers")

    desk.page.click("#take")
    desk.expect_place(1)
    desk.type("?", "6", "5", "Enter", "7", "Enter")
    desk.expect_numbers("7", "?65partly legible")
    desk.type("Enter")
    expect(desk.page.locator("#today")).to_have_text("Today 3 photos, 3 numbers, 0.15 EUR")


def test_who_has_not_passed_is_told_so_after_a_reload_too(
    desk: Desk, tagator: Tagator, album: Album, photos: str
):
    trial = album_of(0, f"{photos}/small", name="Trial")
    AlbumQuality.objects.create(album=trial, trial_share=1)
    mark(new_photo(trial, image_url=f"{photos}/small/101.jpg"), "101")
    desk.arrive(tagator)
    desk.type("Enter")
    expect(desk.page.locator("#place")).to_have_text("Trial: photo 1 of 1")
    desk.type("7", "Enter", "Enter")
    desk.page.click("#hand-in")
    expect(desk.page.locator("#trial")).to_be_visible()

    desk.page.reload()

    said = "Too few photos of the trial were right. Ask those who invited you."
    expect(desk.page.locator("#between-text")).to_have_text(said)
