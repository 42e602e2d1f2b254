"""Above an open keyboard, and on low screens, the field, its numbers and Complete are in sight."""

from typing import Any

import pytest

from recognition.models import Album, AlbumCustomTag
from tagging.models import Tagator
from tagging.tests.workbench.desk import Desk

SIZES = [(390, 430), (390, 500), (390, 844), (844, 390), (844, 260), (640, 400), (1366, 650)]
NEEDED = ("#number", "#complete", "#numbers .chip")
# Which of them are outside the window, or under something else.
OUT_OF_SIGHT = """(names) => names.filter(name => {
    const one = document.querySelector(name), place = one.getBoundingClientRect();
    const [x, y] = [place.left + place.width / 2, place.top + place.height / 2];
    const isInside = place.height > 0 && place.top >= 0 && place.left >= 0
        && place.bottom <= innerHeight && place.right <= innerWidth;
    const top = document.elementFromPoint(x, y);
    return !isInside || !(top === one || one.contains(top));
})"""


@pytest.fixture
def look() -> dict[str, Any]:
    return {"viewport": {"width": 390, "height": 844}, "has_touch": True}


def test_are_not_covered_and_the_photo_keeps_a_place(desk: Desk, tagator: Tagator, album: Album):
    for number in range(6):
        AlbumCustomTag.objects.create(album=album, name=f"a longer tag {number}")
    desk.begin(tagator)
    desk.type("101", "Enter")
    desk.expect_numbers("101")

    found = {}
    for width, height in SIZES:
        desk.page.set_viewport_size({"width": width, "height": height})
        stage = desk.page.locator("#stage").bounding_box()
        assert stage is not None
        hidden = desk.page.evaluate(OUT_OF_SIGHT, NEEDED)
        found[width, height] = (hidden, stage["height"] >= 0.3 * height)

    assert found == dict.fromkeys(SIZES, ([], True))
