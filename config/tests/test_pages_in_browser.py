"""What staff and integrators open in a browser renders, with no failed request and no error."""

from typing import Any
from uuid import UUID

import pytest
from django.contrib.auth.models import User
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from config.tests.browser import PASSWORD, browse, sign_in
from foundation.staff.display import address_of_list, address_of_page
from recognition.models import Photo
from recognition.tests.factories import PhotoFactory
from tools.sandbox.client import SandboxClient
from tools.sandbox.fixtures import sandbox, sandbox_server

__all__ = ["sandbox", "sandbox_server"]

# How many pictures have been drawn.
DRAWN = "[...document.querySelectorAll('img[data-picture]')].filter(one => one.naturalWidth).length"


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


def test_a_photo_s_numbers_are_corrected_by_keys_alone(live_server: LiveServer, photo: Photo):
    photo.numbers.create(value="12", source="Provider")

    def visit(page: Page) -> str:
        page.goto(f"{live_server.url}/admin/")
        page.fill("input[name=username]", "boss")
        page.fill("input[name=password]", PASSWORD)
        page.press("input[name=password]", "Enter")
        page.wait_for_url(f"{live_server.url}/admin/")
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
        whole_photo = DRAWN.replace("img[data-picture]", ".fl-canvas img[data-picture]")
        seen: dict[str, Any] = {"drawn": page.evaluate(whole_photo)}  # faces are drawn later
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
