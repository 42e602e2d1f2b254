"""Without the server the workbench…"""

from typing import Any

import pytest
from playwright.sync_api import expect

from recognition.models import Album
from tagging.models import Tagator
from tagging.tests.factories import PASSWORD
from tagging.tests.workbench.desk import Desk
from tagging.tests.workbench.gate import Gate
from tagging.tests.workbench.looking import completed, numbers_by_photo

STRONGER = "a longer and better phrase"
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
KEPT_IN_GERMAN = """async () => {
    for (let round = 0; round < 200; round += 1) {
        const names = (await caches.keys()).filter((name) => name.startsWith("workbench-shell."));
        const page = (cacheName) => caches.match("/workbench/", { cacheName });
        const kept = (await Promise.all(names.map(page))).filter(Boolean);
        const texts = await Promise.all(kept.map((page) => page.text()));
        if (texts.length === 1 && texts[0].includes('<html lang="de">')) return true;
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


def test_goes_on_in_the_tagger_s_language_and_keeps_nothing_once_they_signed_out(
    desk_behind: Desk, gate: Gate, tagator: Tagator, album: Album
):
    desk, page = desk_behind, desk_behind.page
    desk.begin(tagator)
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    assert page.evaluate(PICTURES_ARE_KEPT, 3)
    assert_nothing_of_the_api(page.evaluate(ALL_KEPT), tagator)

    page.click("#account")
    page.select_option("#language", "de")
    expect(page.locator("html")).to_have_attribute("lang", "de")
    expect(page.locator("#place")).to_have_text("Foto 1 von 3")
    tagator.refresh_from_db()
    assert tagator.language == "de"
    assert page.evaluate(KEPT_IN_GERMAN)

    gate.close()
    desk.type("101", "Enter")
    page.reload()
    expect(page.locator("#place")).to_have_text("Foto 1 von 3")
    desk.expect_numbers("101", state="pending")
    desk.type("Enter")
    expect(page.locator("#place")).to_have_text("Foto 2 von 3")
    desk.expect_ready()
    desk.type("102", "Enter")
    desk.expect_numbers("102", state="pending")
    gate.open()
    desk.expect_numbers("102")
    assert numbers_by_photo(album) == {"101": ["101"], "102": ["102"]}
    assert completed(album) == ["101"]

    desk.sign_out()
    expect(page.locator("#email")).to_be_focused()
    expect(page.locator("#sign-in-title")).to_have_text("Anmelden")
    assert [name for name in page.evaluate(ALL_KEPT) if "pictures" in name] == []
    names = page.evaluate("Object.keys(localStorage)")
    assert [name for name in names if ".work." in name] == []


def assert_nothing_of_the_api(kept: dict[str, list[str]], tagator: Tagator) -> None:
    shell = next(name for name in kept if name.startswith("workbench-shell."))
    assert any(url.endswith("/workbench/") for url in kept[shell])
    assert not [url for url in kept[shell] if "/client-api/" in url]
    pictures = kept[f"workbench-pictures.{tagator.pk}"]
    assert len(pictures) == 3
    assert all("/picture?size=" in url for url in pictures)


def change_password(desk: Desk, old: str, new: str, repeated: str | None = None) -> None:
    for field, value in (("old", old), ("new", new), ("repeated", repeated or new)):
        desk.page.fill(f"#{field}-password", value)
    desk.page.click("#change-password button")


def test_cannot_change_an_account_which_is_otherwise_the_tagger_s(
    desk_behind: Desk, gate: Gate, tagator: Tagator, album: Album
):
    desk, page = desk_behind, desk_behind.page
    Tagator.objects.filter(pk=tagator.pk).update(language="ru")
    desk.open()
    desk.sign_in(tagator)
    expect(page.locator("html")).to_have_attribute("lang", "ru")  # as staff chose
    expect(page.locator("#take")).to_have_text("Взять задание")
    page.click("#account-between")
    page.select_option("#language", "")
    expect(page.locator("html")).to_have_attribute("lang", "en")  # the browser's again
    page.click("#take")
    desk.expect_place(1)

    reason = page.locator("#password-reason")
    page.click("#account")
    page.click("#password-part summary")
    change_password(desk, PASSWORD, STRONGER, "another one")
    expect(reason).to_have_text("The two new passwords differ.")
    gate.close()
    change_password(desk, PASSWORD, STRONGER)
    expect(reason).to_have_text("The server cannot be reached. Try again.")
    gate.open()
    change_password(desk, "wrong", STRONGER)
    expect(reason).to_have_text("The present password is wrong.")
    change_password(desk, PASSWORD, "short")
    expect(reason).to_contain_text("at least 8 characters")
    change_password(desk, PASSWORD, STRONGER)
    expect(page.locator("#password-done")).to_contain_text("The password is changed.")
    page.keyboard.press("Escape")
    desk.type("101", "Enter")
    desk.expect_numbers("101")
    desk.expect_saved()
    tagator.user.refresh_from_db()
    assert tagator.user.check_password(STRONGER)
