"""In the dialog of the account a tagger…"""

from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from recognition.models import Album
from tagging.models import Tagator
from tagging.tests.factories import PASSWORD
from tagging.tests.workbench.desk import Desk
from tagging.tests.workbench.gate import Gate
from tagging.tests.workbench.test_offline import at_work

STRONGER = "a longer and better phrase"
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


@pytest.fixture
def look() -> dict[str, Any]:
    return {"viewport": {"width": 1280, "height": 800}, "service_workers": "allow"}


def open_account(desk: Desk, button: str = "#account") -> None:
    desk.page.click(button)
    expect(desk.page.locator("#account-dialog")).to_be_visible()


def choose(desk: Desk, language: str) -> None:
    open_account(desk)
    desk.page.select_option("#language", language)


def html(desk: Desk) -> Locator:
    return desk.page.locator("html")


def change_password(desk: Desk, old: str, new: str, repeated: str | None = None) -> None:
    for field, value in (("old", old), ("new", new), ("repeated", repeated or new)):
        desk.page.fill(f"#{field}-password", value)
    desk.page.click("#change-password button")


def test_chooses_the_language_of_the_page_also_for_the_sign_in_and_without_the_server(
    desk_behind: Desk, gate: Gate, tagator: Tagator, album: Album
):
    desk = desk_behind
    at_work(desk, tagator)
    desk.type("101", "Enter")
    desk.expect_saved()

    choose(desk, "de")

    expect(html(desk)).to_have_attribute("lang", "de")
    expect(desk.page.locator("#place")).to_have_text("Foto 1 von 3")
    expect(desk.page.locator("#numbers li")).to_contain_text(["101"])
    tagator.refresh_from_db()
    assert tagator.language == "de"
    assert desk.page.evaluate(KEPT_IN_GERMAN)
    gate.close()
    desk.page.reload()
    expect(html(desk)).to_have_attribute("lang", "de")
    expect(desk.page.locator("#place")).to_have_text("Foto 1 von 3")
    gate.open()
    desk.sign_out()
    expect(desk.page.locator("#sign-in-title")).to_have_text("Anmelden")


def test_finds_the_language_that_staff_chose_and_the_browser_s_again(
    desk: Desk, tagator: Tagator, album: Album
):
    Tagator.objects.filter(pk=tagator.pk).update(language="ru")
    desk.arrive(tagator)
    expect(html(desk)).to_have_attribute("lang", "ru")
    expect(desk.page.locator("#take")).to_have_text("Взять задание")

    open_account(desk, "#account-between")
    desk.page.select_option("#language", "")

    expect(html(desk)).to_have_attribute("lang", "en")
    expect(desk.page.locator("#take")).to_have_text("Take work")


def test_changes_the_password_and_goes_on(desk: Desk, tagator: Tagator, album: Album):
    desk.begin(tagator)
    reason = desk.page.locator("#password-reason")

    open_account(desk)
    desk.page.click("#password-part summary")
    change_password(desk, PASSWORD, STRONGER, "another one")
    expect(reason).to_have_text("The two new passwords differ.")
    change_password(desk, "wrong", STRONGER)
    expect(reason).to_have_text("The present password is wrong.")
    change_password(desk, PASSWORD, "short")
    expect(reason).to_contain_text("at least 8 characters")
    change_password(desk, PASSWORD, STRONGER)
    expect(desk.page.locator("#password-done")).to_contain_text("The password is changed.")
    desk.page.keyboard.press("Escape")
    desk.type("101", "Enter")

    desk.expect_numbers("101")
    desk.expect_saved()
    tagator.user.refresh_from_db()
    assert tagator.user.check_password(STRONGER)
