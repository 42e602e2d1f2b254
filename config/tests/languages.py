"""What a language can change on a page: its words, and whether they still have room."""

from playwright.sync_api import Page

from local.texts import DOMAINS, written

_TEXTS = """() => {
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const found = [];
    while (texts.nextNode()) found.push(texts.currentNode.data.trim());
    for (const element of document.querySelectorAll("[aria-label]")) found.push(element.ariaLabel);
    return found;
}"""
# Words wider than their place, fields without a name, buttons over each other, and a page wider than
# the screen. What rolls below the buttons that stay in sight is not over them.
_MISFITS = """() => {
    const dialog = document.querySelector("dialog[open]");
    const shown = (one) => one.checkVisibility({ visibilityProperty: true }) && one.clientWidth > 1;
    const all = (names) => [...(dialog ?? document).querySelectorAll(names)].filter(shown);
    const named = (one) => (one.innerText || one.ariaLabel || one.id).trim().replace(/\\s+/g, " ");
    const hasWords = (one) => [...one.childNodes].some((node) => node.nodeType === 3 && node.data.trim());
    const hides = (one) => getComputedStyle(one).overflowX !== "visible" || one.matches("button");
    const isCut = (one) => hasWords(one) && hides(one) && one.scrollWidth > one.clientWidth + 1;
    const cut = all("*").filter(isCut).map((one) => `cut: ${named(one)}`);
    const fields = all("input, select, textarea").filter((one) => one.type !== "hidden");
    const nameless = fields.filter((one) => !one.labels?.length && !one.ariaLabel).map((one) => `no label: ${one.id}`);
    const isCovered = (one) => !dialog && one.closest("[inert]");
    const buttons = all("button").filter((one) => !isCovered(one));
    const sticks = (one) => Boolean(one.closest(".actions"));
    const isOver = (one, other) => {
        const [a, b] = [one.getBoundingClientRect(), other.getBoundingClientRect()];
        const across = Math.min(a.right, b.right) - Math.max(a.left, b.left);
        return across > 1 && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1;
    };
    const pairs = buttons.flatMap((one, place) => buttons.slice(place + 1).map((other) => [one, other]));
    const over = pairs.filter(([one, other]) => sticks(one) === sticks(other) && isOver(one, other));
    const wide = document.documentElement.scrollWidth > document.documentElement.clientWidth;
    const names = over.map((pair) => `over each other: ${pair.map(named).join(", ")}`);
    return [...cut, ...nameless, ...names, ...(wide ? ["the page is wider than the screen"] : [])];
}"""


def english_left(page: Page, language: str) -> set[str]:
    """Return texts of the page that have another wording in the language."""
    known = {m.id: m.string for name in DOMAINS for m in written(name, language) if m.id}
    return {text for text in page.evaluate(_TEXTS) if known.get(text, text) != text}


def misfits(page: Page) -> list[str]:
    """Return what has too little room, or no name; of an open dialog, if there is one."""
    found: list[str] = page.evaluate(_MISFITS)
    return found


def faults_in(page: Page, language: str) -> list[str]:
    """Return what the language makes wrong on the page."""
    said = page.locator("html").get_attribute("lang")
    wrong = [] if said == language else [f"lang is {said}"]
    return [*wrong, *misfits(page), *sorted(f"English: {t}" for t in english_left(page, language))]
