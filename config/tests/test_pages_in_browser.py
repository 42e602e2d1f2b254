"""What staff and integrators open in a browser renders, with no failed request and no error."""

from itertools import product
from typing import Any
from uuid import UUID

import pytest
from django.contrib.auth.models import User
from django.urls import reverse
from django.utils import timezone
from playwright.sync_api import Page, expect
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
from foundation.messaging.models import DeadLetter, Outage, OutboxMessage
from foundation.staff.links import address_of_list, address_of_page
from recognition.models import Album, AlbumPhotosProcessingJob, Photo, Selfie
from recognition.tests.factories import CallbackFactory, PhotoFactory
from tools.sandbox.client import SandboxClient
from tools.sandbox.fixtures import sandbox, sandbox_server

__all__ = ["sandbox", "sandbox_server"]

# How many pictures have been drawn.
DRAWN = "[...document.querySelectorAll('img[data-picture]')].filter(one => one.naturalWidth).length"

pytestmark = [pytest.mark.slow, needs_chromium]


@pytest.fixture
def photo(transactional_db: None, sandbox: SandboxClient, settings: Any) -> Photo:
    settings.ALLOW_PRIVATE_IMAGE_URLS = True
    User.objects.create_superuser("boss", password=PASSWORD)
    return PhotoFactory.create(
        image_url=sandbox.url("album", "/pixel.jpg"),
        state="Failed",
        reason_description="Numbers: The number provider did not answer in time. "
        "Given up after attempt 8.",
    )


@pytest.fixture
def pages(photo: Photo) -> list[str]:
    """Return the addresses of every page of recognition, with something on each."""
    callback = CallbackFactory.create(request__photo=photo)
    job = AlbumPhotosProcessingJob.objects.create(album=photo.album, mode="Force", state="Running")
    job.processed_photos.create(photo=photo, mode=job.mode, taken_on=job.created_on)
    photo.numbers.create(value="987", source="Provider", rejection="NotInStartList")
    photo.persons.create(person_id="anna")
    selfie = Selfie.objects.create(album=photo.album, state="NotFound")
    now = timezone.now()
    pause = Outage.objects.create(
        service="p", name="Faces", reason="503", since=now, failures=5, next_probe_on=now
    )
    records = [photo, photo.album, callback, callback.request, job, selfie, pause]
    of_photo = address_of_page(Photo, photo.pk).removesuffix("change/")
    of_album = address_of_page(Album, photo.album_id).removesuffix("change/")
    return [
        reverse("admin:index"),
        *(address_of_list(type(record)) for record in records),
        *(address_of_page(type(record), record.pk) for record in records),
        address_of_list(Photo, state="Failed", album=photo.album_id, look="grid"),
        address_of_list(OutboxMessage),
        address_of_list(DeadLetter),
        *(of_album + part for part in ("persons/", "persons/anna/", "find-runner/")),
        f"{of_album}runners/{selfie.pk}/",
        *(of_photo + part for part in ("history/", "process-again/", "process-from-scratch/")),
    ]


def test_staff_sign_in_and_open_an_album_and_a_photo(live_server: LiveServer, photo: Photo):
    album_page = f"{live_server.url}/admin/recognition/album/{photo.album_id}/change/"
    photo_page = f"{live_server.url}/admin/recognition/photo/{photo.pk}/change/"

    def visit(page: Page) -> None:
        page.goto(f"{live_server.url}/admin/")
        page.fill("input[name=username]", "boss")
        page.fill("input[name=password]", PASSWORD)
        page.press("input[name=password]", "Enter")
        page.wait_for_url(f"{live_server.url}/admin/")
        for address, shown in ((album_page, photo.album.name), (photo_page, str(photo.pk))):
            page.goto(address)
            expect(page.locator("body")).to_contain_text(shown)

    assert browse(visit).troubles == []


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
    assert {(look.address, look.width) for look in seen.found} == set(product(pages, WIDTHS))
    assert {(look.address, look.scheme) for look in seen.found} == set(product(pages, SCHEMES))
    assert seen.found == {look: (0, 0, look.scheme == "dark") for look in seen.found}


def test_a_photo_s_numbers_are_corrected_by_keys_alone(live_server: LiveServer, photo: Photo):
    photo.numbers.create(value="12", source="Provider")

    def visit(page: Page) -> str:
        sign_in(page, live_server.url)
        page.goto(live_server.url + address_of_page(Photo, photo.pk))
        page.keyboard.press("e")
        page.keyboard.type("13 14")
        page.keyboard.press("Enter")
        page.wait_for_selector(".fl-correct >> text=12 → 13, 14")
        return page.input_value("#correct-numbers")

    seen = browse(visit)

    assert (seen.troubles, seen.found) == ([], "13 14")
    assert set(photo.numbers.values_list("value", "source")) == {("13", "Manual"), ("14", "Manual")}


def test_photos_are_looked_at_as_pictures_by_keys_and_mouse(live_server: LiveServer, photo: Photo):
    box = {"left": 0.2, "top": 0.2, "width": 0.2, "height": 0.2}
    number = photo.numbers.create(value="12", source="Provider", box=box, worn_by="anna")
    wearer = photo.persons.create(person_id="anna", box={**box, "top": 0.0, "height": 0.1})
    PhotoFactory.create(album=photo.album, image_url=photo.image_url, pk=UUID(int=2**128 - 1))
    grid = address_of_list(Photo, album=photo.album_id, look="grid")

    def visit(page: Page) -> dict[str, Any]:
        sign_in(page, live_server.url)
        page.goto(live_server.url + grid)
        page.wait_for_function(f"{DRAWN} === 2")
        page.locator(".fl-thumbnail").first.click()
        page.locator(".fl-canvas.fl-fitted").wait_for()
        seen: dict[str, Any] = {"drawn": page.evaluate(DRAWN)}
        width = "document.querySelector('.fl-canvas').clientWidth"
        whole = page.evaluate(width)
        page.keyboard.press("+")
        seen["enlarged"] = page.evaluate(width) / whole
        page.hover(f"#number-{number.pk}")
        lit = "fl-box fl-accepted fl-lit"
        expect(page.locator(f"#box-number-{number.pk}")).to_have_class(lit)
        face = page.locator(f"#box-person-{wearer.pk}")
        expect(face).to_have_class("fl-box fl-face fl-lit")
        page.mouse.move(0, 0)
        expect(face).to_have_class("fl-box fl-face")
        face.focus()
        expect(page.locator(f"#number-{number.pk}")).to_have_class("fl-accepted fl-lit")
        page.keyboard.press("b")
        expect(page.locator(".fl-box:visible")).to_have_count(0)
        page.keyboard.press("?")
        expect(page.locator("#photo-keys")).to_be_visible()
        page.keyboard.press("Escape")
        expect(page.locator("#photo-keys")).to_be_hidden()
        page.keyboard.press("ArrowRight")
        page.wait_for_url(lambda address: "/ffffffff-" in address)
        page.locator(".fl-steps >> text=List").click()
        page.wait_for_url(live_server.url + grid)
        return seen

    seen = browse(visit)

    assert seen.troubles == []
    assert seen.found.pop("enlarged") == pytest.approx(1.25, rel=0.01)
    assert seen.found == {"drawn": 1}
