"""Every text of the workbench goes through gettext…"""

from typing import Any

import pytest
from django.utils import translation
from playwright.sync_api import expect

from recognition.models import Album
from tagging.tests.factories import new_tagator
from tagging.tests.workbench.desk import Desk

MARK = "¡"
CATALOGUE = """
window.django = {
    gettext: (text) => "¡" + text,
    gettext_noop: (text) => text,
    ngettext: (one, many, count) => "¡" + (count === 1 ? one : many),
    interpolate: (text, values) => text.replace(/%[(](\\w+)[)]s/g, (_, name) => values[name]),
};
"""
UNMARKED = """() => {
    const found = [];
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
        const text = texts.currentNode.data.trim();
        const around = texts.currentNode.parentElement;
        const isName = around.closest("kbd, script, noscript, #hint, #guide, #who, option[lang]");
        if (/[a-z]{2}/i.test(text) && !isName) found.push(text);
    }
    for (const element of document.querySelectorAll("[aria-label], [alt]")) {
        found.push(element.getAttribute("aria-label") ?? element.alt);
    }
    return found.filter((text) => !text.startsWith("¡"));
}"""


def test_on_every_page(desk: Desk, album: Album, monkeypatch: pytest.MonkeyPatch):
    trans: Any = vars(translation)["_trans"]
    monkeypatch.setattr(trans, "gettext", lambda text: MARK + text, raising=False)
    desk.page.route(
        "**/workbench/catalogue.js",
        lambda route: route.fulfill(content_type="text/javascript", body=CATALOGUE),
    )
    page, unmarked = desk.page, set[str]()

    desk.open()
    desk.sign_in(new_tagator(name="Kim"))
    expect(page.locator("#take")).to_be_focused()
    unmarked.update(page.evaluate(UNMARKED))
    desk.type("Enter")
    expect(desk.field).to_be_focused()
    desk.type("101", "Enter", "1234567", "Enter")
    expect(desk.field).to_have_value("1234567")
    unmarked.update(page.evaluate(UNMARKED))
    desk.type("s")
    unmarked.update(page.evaluate(UNMARKED))
    desk.type("a")
    unmarked.update(page.evaluate(UNMARKED))
    desk.type("Enter", "Enter")
    expect(page.locator("#take")).to_be_focused()
    unmarked.update(page.evaluate(UNMARKED))

    assert unmarked == set()
