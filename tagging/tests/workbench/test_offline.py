"""Without the server the workbench…"""

from typing import Any

import pytest
from playwright.sync_api import expect

from recognition.models import Album
from tagging.models import Tagator
from tagging.tests.workbench.desk import Desk
from tagging.tests.workbench.gate import Gate
from tagging.tests.workbench.looking import completed, numbers_by_photo

# Wait until the browser keeps so many pictures; fail after ten seconds.
PICTURES_ARE_KEPT = """async (count) => {
    for (let round = 0; round < 200; round += 1) {
        const names = (await caches.keys()).filter((name) => name.startsWith("workbench-pictures"));
        const kept = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
        if (kept.flat().length >= count) return true;
        await new Promise((resolve) => setTimeout(resolve, 50));
    }
    return false;
}"""
ALL_KEPT = """async () => {
    const keys = async (name) => (await (await caches.open(name)).keys()).map(({ url }) => url);
    return Object.fromEntries(
        await Promise.all((await caches.keys()).map(async (name) => [name, await keys(name)])));
}"""


@pytest.fixture
def look() -> dict[str, Any]:
    return {"viewport": {"width": 1280, "height": 800}, "service_workers": "allow"}


def at_work(desk: Desk, tagator: Tagator) -> None:
    """Take work, and wait until the browser has what it needs to go on alone."""
    desk.begin(tagator)
    desk.page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    assert desk.page.evaluate(PICTURES_ARE_KEPT, 3)


def test_shows_the_work_after_a_reload_and_goes_on(
    desk_behind: Desk, gate: Gate, tagator: Tagator, album: Album
):
    desk = desk_behind
    at_work(desk, tagator)
    gate.close()
    desk.type("101", "Enter")

    desk.page.reload()

    desk.expect_place(1)
    desk.expect_numbers("101", state="pending")
    desk.expect_ready()
    desk.type("Enter")
    desk.expect_place(2)
    desk.expect_ready()
    desk.type("102", "Enter")
    desk.expect_numbers("102", state="pending")
    expect(desk.page.locator("#connection")).to_contain_text("No connection.")
    gate.open()
    desk.expect_saved()
    assert numbers_by_photo(album) == {"101": ["101"], "102": ["102"]}
    assert completed(album) == ["101"]


def test_keeps_no_answer_of_the_api(desk: Desk, tagator: Tagator, album: Album):
    at_work(desk, tagator)

    kept = desk.page.evaluate(ALL_KEPT)

    shell = next(name for name in kept if name.startswith("workbench-shell."))
    assert any(url.endswith("/workbench/") for url in kept[shell])
    assert not [url for url in kept[shell] if "/client-api/" in url]
    pictures = kept[f"workbench-pictures.{tagator.pk}"]
    assert len(pictures) == 3
    assert all("/picture?size=" in url for url in pictures)


def test_has_nothing_of_a_tagger_who_signed_out(desk: Desk, tagator: Tagator, album: Album):
    at_work(desk, tagator)

    desk.sign_out()
    expect(desk.page.locator("#email")).to_be_focused()

    kept = desk.page.evaluate(ALL_KEPT)
    assert [name for name in kept if "pictures" in name] == []
    names = desk.page.evaluate("Object.keys(localStorage)")
    assert [name for name in names if ".work." in name] == []
