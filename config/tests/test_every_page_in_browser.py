"""Every page of staff, opened once in a browser.

No link is refused, no script and no request fails, no reader sees markup that was escaped twice or
a word of a machine. Pages of each kind of layout are looked at in all widths and schemes too; the
apps' tests look at theirs.
"""

import base64

import pytest
from django.contrib.auth.models import Group, User
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from playwright.sync_api import Page
from pytest_django.live_server_helper import LiveServer

from config.tests.browser import (
    PASSWORD,
    WIDTHS,
    Look,
    browse,
    looks,
    markup_on,
    misfits,
    show,
    sign_in,
)
from config.tests.looked_at import LOOKED_AT, kind_of
from config.tests.test_accessibility import faults
from config.tests.test_presets import make_records
from config.tests.walking import MARKUP, Walk
from foundation.exports.models import Export
from foundation.messaging.models import DeadLetter, Outage, OutboxMessage
from foundation.records.audit import CHANGED, Actor, record_change
from foundation.records.models import AuditEntry
from foundation.staff.display import address_of_list, address_of_page
from recognition.console import states_and_pictures as picture
from recognition.models import Album, AlbumPhotosProcessingJob, Photo, Selfie
from recognition.tests.factories import CallbackFactory

PIXEL = base64.b64decode("R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw==")


@pytest.fixture
def boss(transactional_db: None) -> User:
    return User.objects.create_superuser("boss", password=PASSWORD)


@pytest.fixture
def pages(boss: User) -> list[str]:
    """Return an address of each kind of layout, with something on each page."""
    callback = CallbackFactory.create(
        request__photo__state="Failed",
        request__photo__reason_description="Numbers: The number provider did not answer in time. "
        "Given up after attempt 8.",
    )
    photo = callback.request.photo
    job = AlbumPhotosProcessingJob.objects.create(album=photo.album, mode="Force", state="Running")
    job.processed_photos.create(photo=photo, mode=job.mode, taken_on=job.created_on)
    photo.numbers.create(value="987", source="Provider", rejection="NotInStartList")
    photo.persons.create(person_id="anna")
    selfie = Selfie.objects.create(album=photo.album, state="NotFound")
    now = timezone.now()
    pause = Outage.objects.create(
        service="p", name="Faces", reason="503", since=now, failures=5, next_probe_on=now
    )
    record_change(Actor("boss"), CHANGED, photo.album, {"priority": (0, 40)})
    records = [photo, photo.album, callback, callback.request, job, selfie, pause]
    of_photo = address_of_page(Photo, photo.pk).removesuffix("change/")
    of_album = address_of_page(Album, photo.album_id).removesuffix("change/")
    lists = [*map(type, records), OutboxMessage, DeadLetter, AuditEntry, Export]
    return [
        reverse("admin:index"),
        *map(address_of_list, lists),
        *(address_of_page(type(record), record.pk) for record in [*records, boss]),
        address_of_list(Photo, state="Failed", album=photo.album_id, look="grid"),
        *(of_album + part for part in ("persons/", "persons/anna/", "find-runner/")),
        f"{of_album}runners/{selfie.pk}/",
        f"{of_album}switch-recognition/",
        *(of_photo + part for part in ("history/", "process-again/", "process-from-scratch/")),
        address_of_list(Group) + "add/",
        reverse("admin:password_change"),
    ]


@pytest.mark.usefixtures("one_frame")
def test_opens_without_an_error_and_can_be_used_by_all(
    live_server: LiveServer,
    boss: User,
    pages: list[str],
    client: Client,
    monkeypatch: pytest.MonkeyPatch,
):
    make_records()
    monkeypatch.setattr(picture, "get_picture", lambda *_: PIXEL)
    client.force_login(boss)
    walk = Walk(client).go()
    kinds = {kind_of(each): each for each in walk.shown}
    looked_at_by_apps = {kind for kinds in LOOKED_AT.values() for kind in kinds.split()}
    others = [kinds[kind] for kind in kinds.keys() - looked_at_by_apps.union(map(kind_of, pages))]

    def opened(page: Page, address: str) -> list[str]:
        return [f"{address}: {found}" for found in markup_on(page)]

    def looked_at(page: Page, look: Look) -> list[str]:
        found = misfits(page, look)
        if look.width == WIDTHS[0]:
            found += faults(page, look)
        return [f"{look}: {each}" for each in found]

    def visit(page: Page) -> list[str]:
        sign_in(page, live_server.url)
        found = []
        for look in looks(page, live_server.url, pages):
            found += looked_at(page, look)
            if look.is_switched:  # for the last time
                found += opened(page, look.address)
        for address in others:
            page.goto(live_server.url + address)
            found += opened(page, address)
        return found

    seen = browse(visit)

    assert (seen.troubles, seen.found) == ([], [])
    assert (walk.refused(), walk.misworded()) == ({}, {})
    assert len(others) > 60


@pytest.mark.parametrize(
    ("planted", "found"),
    [
        ("<script>throw new Error('planted')</script>", "page error: planted"),
        ("<script>console.error('planted')</script>", "console: planted ()"),
    ],
)
def test_an_error_of_a_script_is_found(live_server: LiveServer, planted: str, found: str):
    assert found in browse(lambda page: show(page, planted)).troubles


def test_markup_that_was_escaped_twice_is_found():
    assert MARKUP.findall('until <span class="whitespace-nowrap">9:00</span>, a &amp;amp; b')
    assert not MARKUP.findall("a < b, c > d, <unknown>, R&D; <3")
