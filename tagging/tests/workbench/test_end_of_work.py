"""The end of a work, or of one of its photos…"""

import re
from datetime import timedelta

from django.utils import timezone
from playwright.sync_api import expect

from foundation.messaging.tests.play.consumers import wait_until
from foundation.records.audit import Actor
from recognition.models import Album
from tagging.commands.closing import ExpireWorkCommand, expire_work
from tagging.commands.tasks import WithdrawTaggingTaskCommand, withdraw_tagging_task
from tagging.models import Tagator, TaggingTask, Work
from tagging.tests.workbench.desk import Desk
from tagging.tests.workbench.gate import Gate
from tagging.tests.workbench.looking import completed, numbers_by_photo, states


def withdraw_first_photo() -> None:
    first = TaggingTask.objects.get(image_url__endswith="/101.jpg")
    withdraw_tagging_task(
        WithdrawTaggingTaskCommand(
            photo_id=first.photo_id, reason="Taken down.", by=Actor("ann"), now=timezone.now()
        )
    )


def test_is_said_and_more_work_is_offered(desk: Desk, tagator: Tagator, album: Album):
    desk.begin(tagator)

    desk.type(*["Enter"] * 3)
    desk.expect_between("All photos of this work are done.")
    expect(desk.page.locator("#take")).to_be_focused()
    desk.page.click("#hand-in")
    expect(desk.page.locator("#between-today")).to_have_text("Today 3 photos, 0 numbers")
    desk.page.click("#take")

    desk.expect_between("No photo is waiting.")
    assert len(completed(album)) == 3


def test_is_handed_in_after_two_minutes_by_itself(desk: Desk, tagator: Tagator, album: Album):
    desk.page.clock.install()
    desk.begin(tagator)
    desk.type(*["Enter"] * 3)
    desk.expect_between("All photos of this work are done.")

    desk.page.clock.fast_forward(60_000)
    expect(desk.page.locator("#hand-in")).to_be_visible()
    wait_until(lambda: len(completed(album)) > 1, "the second photo completed")
    assert completed(album) == ["101", "102"]
    desk.page.clock.fast_forward(61_000)
    expect(desk.page.locator("#between-text")).to_have_text("Thank you!")

    assert completed(album) == ["101", "102", "103"]


def test_is_handed_in_half_a_minute_before_its_time(desk: Desk, tagator: Tagator, album: Album):
    desk.page.clock.install()
    desk.begin(tagator)
    Work.objects.update(expires_on=timezone.now() + timedelta(seconds=140))
    desk.page.clock.fast_forward(5_000)  # the page asks when the work ends
    expect(desk.page.locator("#time-left")).to_have_text(re.compile("^[12]:"))
    desk.type(*["Enter"] * 3)
    expect(desk.page.locator("#hand-in")).to_be_visible()

    desk.page.clock.fast_forward(112_000)  # less than the two minutes for which it is held
    expect(desk.page.locator("#between-text")).to_have_text("Thank you!")

    assert completed(album) == ["101", "102", "103"]


def test_by_a_cancellation_shows_the_next_photo(desk: Desk, tagator: Tagator, album: Album):
    desk.begin(tagator)
    withdraw_first_photo()

    desk.type("101", "Enter")

    desk.expect_place(2)
    desk.expect_notice("A photo was withdrawn")
    desk.expect_saved()


def test_by_a_cancellation_while_the_reason_of_a_skip_is_asked_skips_no_other_photo(
    desk_behind: Desk, gate: Gate, tagator: Tagator, album: Album
):
    desk = desk_behind
    desk.begin(tagator)
    desk.expect_ahead()
    gate.close()
    desk.type("101", "Enter", "s")
    withdraw_first_photo()

    gate.open()
    expect(desk.page.locator("#place")).to_contain_text("Photo 2 of")
    desk.type("a")

    desk.expect_notice("Nothing was skipped")
    desk.expect_place(2)
    desk.expect_saved()
    assert states(album) == {"101": "Cancelled", "102": "Assigned", "103": "Assigned"}


def test_by_its_time_keeps_numbers_for_the_same_photos(
    desk_behind: Desk, gate: Gate, tagator: Tagator, album: Album
):
    desk = desk_behind
    desk.begin(tagator)
    desk.type("101", "Enter")
    desk.expect_saved()
    desk.expect_ahead()
    gate.close()
    desk.type("7", "Enter")
    Work.objects.update(expires_on=timezone.now() - timedelta(seconds=1))

    gate.open()
    desk.expect_between("The time of this work is over.")
    desk.type("Enter")
    desk.expect_place(1)
    desk.expect_numbers("101", "7")

    desk.expect_notice("1 number from an earlier work was added again.")
    assert numbers_by_photo(album) == {"101": ["101", "7"]}


def test_by_its_time_is_seen_without_a_press(desk: Desk, tagator: Tagator, album: Album):
    desk.begin(tagator)
    Work.objects.update(expires_on=timezone.now() - timedelta(seconds=1))

    desk.page.reload()

    desk.expect_between("Ready?")


def test_after_a_reload_keeps_numbers_of_an_expired_work(
    desk_behind: Desk, gate: Gate, tagator: Tagator, album: Album
):
    desk = desk_behind
    desk.begin(tagator)
    desk.expect_ahead()
    gate.close()
    desk.type("7", "Enter")
    Work.objects.update(expires_on=timezone.now() - timedelta(seconds=1))

    gate.open()
    desk.page.reload()
    desk.expect_between("Ready?")
    desk.type("Enter")
    desk.expect_numbers("7")

    assert numbers_by_photo(album) == {"101": ["7"]}


def test_of_a_completed_photo_that_cannot_be_reopened_names_what_is_not_saved(
    desk: Desk, tagator: Tagator, album: Album
):
    desk.begin(tagator)
    desk.type("101", "Enter", "Enter")
    desk.expect_place(2)
    desk.expect_saved()
    album.photos.filter(image_url__endswith="/101.jpg").update(state="Deleted")

    desk.type("u")
    desk.expect_place(1)
    desk.type("7", "Enter")

    desk.expect_notice("Not saved: 7.")
    desk.expect_numbers("101")
    assert numbers_by_photo(album) == {"101": ["101"]}


def test_by_staff_is_told_within_seconds(desk: Desk, tagator: Tagator, album: Album):
    desk.begin(tagator)
    [work] = Work.objects.filter(tagator=tagator)

    expire_work(ExpireWorkCommand(work_id=work.pk, now=timezone.now(), by=Actor("ann")))

    title = desk.page.locator("#between-title")
    expect(title).to_have_text("The time of this work is over.", timeout=30_000)
