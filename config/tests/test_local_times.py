"""Times are shown in the zone of the reader, and in UTC on hover."""

from datetime import UTC, datetime

from django.contrib.auth.models import User
from playwright.sync_api import Page
from pytest_django.live_server_helper import LiveServer

from config.tests.browser import PASSWORD, browse, sign_in
from foundation.records.models import AuditEntry
from foundation.staff.display import address_of_list, address_of_page
from recognition.tests.factories import PhotoFactory

TIMES = """[...document.querySelectorAll("main time")]
    .filter(one => one.title === "2026-05-17 21:30:05 UTC")
    .map(one => [one.textContent, one.dateTime])"""


def test_in_lists_and_on_pages(live_server: LiveServer, transactional_db: None):
    User.objects.create_superuser("boss", password=PASSWORD)
    moment = datetime(2026, 5, 17, 21, 30, 5, tzinfo=UTC)
    photo = PhotoFactory.create(created_on=moment, album__event_date=moment)
    album, of_album = photo.album, address_of_page(type(photo.album), photo.album_id)
    entry = AuditEntry.objects.create(
        occurred_on=moment,
        actor="ann",
        action="Changed",
        record_type="Album",
        record_id=str(album.pk),
        changes={"event_date": [None, moment]},
    )
    pages = [
        address_of_list(type(photo)),
        of_album,
        of_album.replace("/change/", "/history/"),
        address_of_list(AuditEntry),
        address_of_page(AuditEntry, entry.pk),
    ]
    times = [1, 1, 2, 2, 2]  # that is: when, and what it was changed to

    def times_on(page: Page, addresses: list[str]) -> list[list[list[str]]]:
        sign_in(page, live_server.url)
        found = []
        for address in addresses:
            page.goto(live_server.url + address)
            found.append(page.evaluate(TIMES))
        return found

    abroad = browse(lambda page: times_on(page, pages), zone="Europe/Vienna")
    at_home = browse(lambda page: times_on(page, pages[-1:]), zone="UTC")

    # There is no copy of the photo's picture.
    assert [trouble for trouble in abroad.troubles if "picture" not in trouble] == []
    shown = [["2026-05-17 23:30:05 GMT+2", "2026-05-17T21:30:05.000Z"]]
    assert [found[:most] for found, most in zip(abroad.found, times, strict=True)] == [
        shown * most for most in times
    ]
    assert at_home.found == [[]]
