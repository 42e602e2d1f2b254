"""What staff and integrators open in a browser renders, with no failed request and no error."""

from itertools import product

import pytest
import requests
from django.contrib.auth.models import User
from django.urls import reverse
from django.utils import timezone
from playwright.sync_api import Page
from pytest_django.live_server_helper import LiveServer

from config.tests.browser import (
    CUT_OFF,
    IS_DARK,
    PASSWORD,
    SCHEMES,
    SPILL,
    WIDTHS,
    Look,
    browse,
    looks,
    needs_chromium,
    sign_in,
)
from messaging.models import DeadLetter, Outage, OutboxMessage
from recognition.models import AlbumPhotosProcessingJob, Photo, Selfie
from recognition.tests.factories import CallbackFactory, PhotoFactory
from sandbox.client import SandboxClient
from sandbox.fixtures import sandbox, sandbox_server
from staff.links import address_of_list, address_of_page

__all__ = ["sandbox", "sandbox_server"]

METHODS = {"get", "post", "put", "patch", "delete"}

pytestmark = [pytest.mark.slow, needs_chromium]


@pytest.fixture
def photo(transactional_db: None, sandbox: SandboxClient) -> Photo:
    User.objects.create_superuser("boss", password=PASSWORD)
    return PhotoFactory.create(
        image_url=sandbox.url("album", "/pixel.jpg"),
        state="Failed",
        reason_description="Numbers: The number provider does not answer (ConnectTimeout). "
        "Given up after attempt 8.",
    )


@pytest.fixture
def pages(photo: Photo) -> list[str]:
    """Return the addresses of every page of recognition, with something on each."""
    callback = CallbackFactory.create(request__photo=photo)
    job = AlbumPhotosProcessingJob.objects.create(album=photo.album, mode="Force", state="Running")
    job.processed_photos.create(photo=photo, mode=job.mode, taken_on=job.created_on)
    photo.numbers.create(value="987", source="Provider", rejection="NotInStartList")
    selfie = Selfie.objects.create(album=photo.album, state="NotFound")
    now = timezone.now()
    pause = Outage.objects.create(
        service="p", name="Faces", reason="503", since=now, failures=5, next_probe_on=now
    )
    records = [photo, photo.album, callback, callback.request, job, selfie, pause]
    of_photo = address_of_page(Photo, photo.pk).removesuffix("change/")
    return [
        reverse("admin:index"),
        *(address_of_list(type(record)) for record in records),
        *(address_of_page(type(record), record.pk) for record in records),
        address_of_list(Photo, state="Failed", album=photo.album_id),
        address_of_list(OutboxMessage),
        address_of_list(DeadLetter),
        *(of_photo + part for part in ("history/", "process-again/", "process-from-scratch/")),
    ]


def test_staff_sign_in_and_open_an_album_and_a_photo(live_server: LiveServer, photo: Photo):
    album_page = f"{live_server.url}/admin/recognition/album/{photo.album_id}/change/"
    photo_page = f"{live_server.url}/admin/recognition/photo/{photo.pk}/change/"

    def visit(page: Page) -> list[str]:
        sign_in(page, live_server.url)
        shown = []
        for address in (album_page, photo_page):
            page.goto(address, wait_until="networkidle")
            shown.append(page.inner_text("body"))
        return shown

    seen = browse(visit)

    assert seen.troubles == []
    assert photo.album.name in seen.found[0]
    assert str(photo.pk) in seen.found[1]


def test_staff_s_pages_fit_a_desk_and_a_phone_by_day_and_by_night(
    live_server: LiveServer, pages: list[str]
):
    def visit(page: Page) -> dict[Look, tuple[int, int, bool]]:
        sign_in(page, live_server.url)
        return {
            look: tuple(map(page.evaluate, (SPILL, CUT_OFF, IS_DARK)))
            for look in looks(page, live_server.url, pages)
        }

    seen = browse(visit)

    assert seen.troubles == []
    assert {(look.address, look.width, look.scheme) for look in seen.found} == set(
        product(pages, WIDTHS, SCHEMES)
    )
    assert seen.found == {look: (0, 0, look.scheme == "dark") for look in seen.found}


def test_the_picture_of_a_photo_is_shown(live_server: LiveServer, photo: Photo):
    def visit(page: Page) -> int:
        sign_in(page, live_server.url)
        page.goto(live_server.url + address_of_page(Photo, photo.pk), wait_until="networkidle")
        return int(page.evaluate("document.querySelector('img.fl-picture').naturalWidth"))

    seen = browse(visit)

    assert seen.troubles == []
    assert seen.found == 1


# Scrolls on; says whether the end was not reached yet.
SCROLL = """async () => {
    const before = scrollY;
    scrollBy(0, innerHeight / 2);
    await new Promise(done => setTimeout(done, 60));
    return scrollY > before;
}"""


@pytest.mark.parametrize("group", ["admin-api", "client-api", "activity-api"])
def test_the_page_of_a_group_shows_its_operations(live_server: LiveServer, group: str):
    document = requests.get(
        f"{live_server.url}/{group}/schema", headers={"Accept": "application/json"}, timeout=30
    ).json()
    operations = sum(len(METHODS & set(path)) for path in document["paths"].values())

    def visit(page: Page) -> int:
        page.goto(f"{live_server.url}/{group}/docs", wait_until="networkidle")
        page.wait_for_selector(".opblock")
        shown: set[str] = set()
        # Of a long document the page renders what is on the screen.
        is_more = True
        while is_more:
            shown |= set(page.eval_on_selector_all(".opblock", "all => all.map(one => one.id)"))
            is_more = page.evaluate(SCROLL)
        return len(shown)

    seen = browse(visit)

    assert seen.troubles == []
    assert seen.found == operations > 0
