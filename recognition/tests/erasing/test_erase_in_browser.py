"""A privacy officer erases a person in a browser…"""

import os
from typing import Any

import pytest
from django.contrib.auth.models import User
from playwright.sync_api import Page, expect

from config.tests.browser import (
    PASSWORD,
    SCHEMES,
    SPILL,
    WIDTHS,
    browse,
    sign_in,
    switch,
    violations,
)
from foundation.privacy.models import Erasure
from foundation.privacy.tests.play.erasing import erased
from recognition.models import PhotoPerson
from recognition.tests.factories import PhotoFactory

pytestmark = pytest.mark.django_db(transaction=True)


def test_seeing_before_what_goes_and_after_what_went(live_server):
    User.objects.create_superuser("boss", password=PASSWORD)
    photo = PhotoFactory.create()
    PhotoPerson.objects.create(photo=photo, person_id="ann", album_id=photo.album_id)
    address = f"{live_server.url}/admin/recognition/album/{photo.album_id}/persons/ann/"

    def visit(page: Page) -> list[Any]:
        sign_in(page, live_server.url)
        page.goto(address)
        page.get_by_role("link", name="Erase this person").click()
        page.get_by_role("button", name="Erase", exact=True).wait_for()
        expect(page.get_by_text("Faces on photos: 1")).to_have_count(1)
        found = _looked_at(page, "ask")
        page.get_by_label("Reason").fill("By letter.")
        page.get_by_label("Erase all of this, for ever").check()
        page.get_by_role("button", name="Erase", exact=True).click()
        page.wait_for_url("**/privacy/erasure/**")
        page.locator("text=Waiting").first.wait_for(state="attached")
        return [*found, *_looked_at(page, "record")]

    seen = browse(visit)

    assert seen.found == [0, [], 0, []] * 2
    assert [each for each in seen.troubles if "/picture/" not in each] == []
    assert erased(Erasure.objects.get()).what == {"faces": 1}


def _looked_at(page: Page, name: str) -> list[Any]:
    """Return by how much the page is too wide, and what axe finds that is serious: twice."""
    result: list[Any] = []
    for width, scheme in zip(WIDTHS, SCHEMES, strict=True):
        page.set_viewport_size({"width": width, "height": 900})
        switch(page, scheme)
        if folder := os.environ.get("SHOTS"):
            page.screenshot(path=f"{folder}/{name}-{width}.png", full_page=True)
        found = violations(page, None)
        serious = [each["id"] for each in found if each["impact"] in ("serious", "critical")]
        result += [page.evaluate(SPILL), serious]
    return result
