"""What a language can change on a page: its words, and whether they still have room."""

from playwright.sync_api import Page

from tools.local.texts import DOMAINS, written

_TEXTS = """() => {
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const found = [];
    while (texts.nextNode()) found.push(texts.currentNode.data.trim());
    for (const element of document.querySelectorAll("[aria-label]")) found.push(element.ariaLabel);
    return found;
}"""
# Words wider than their place, fields without a name, buttons over each other, and a page or dialog
# that is too wide. What rolls below the buttons that stay in sight is not over them.
_MISFITS = """() => {
    const dialog = document.querySelector("dialog[open]");
    const isSeen = (one) => one.checkVisibility({ visibilityProperty: true });
    const isShown = (one) => isSeen(one) && one.clientWidth > 1;
    const all = (names) => [...(dialog ?? document).querySelectorAll(names)].filter(isShown);
    const named = (one) => (one.innerText || one.ariaLabel || one.id).trim().replace(/\\s+/g, " ");
    const isText = (node) => node.nodeType === Node.TEXT_NODE && node.data.trim() !== "";
    const hides = (one) => one.matches("button") || getComputedStyle(one).overflowX !== "visible";
    const isWide = (one) => one.scrollWidth > one.clientWidth + 1;
    const isCut = (one) => isWide(one) && hides(one) && [...one.childNodes].some(isText);
    const isNameless = (one) => one.type !== "hidden" && !one.labels?.length && !one.ariaLabel;
    const sticks = (one) => Boolean(one.closest(".actions"));
    const isOver = ([one, other]) => {
        const [a, b] = [one.getBoundingClientRect(), other.getBoundingClientRect()];
        const across = Math.min(a.right, b.right) - Math.max(a.left, b.left);
        const down = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
        return sticks(one) === sticks(other) && across > 1 && down > 1;
    };
    const buttons = all("button").filter((one) => dialog || !one.closest("[inert]"));
    const pairs = buttons.flatMap((one, place) => buttons.slice(0, place).map((two) => [one, two]));
    return [
        ...all("*").filter(isCut).map((one) => `cut: ${named(one)}`),
        ...all("input, select, textarea").filter(isNameless).map((one) => `no label: ${one.id}`),
        ...pairs.filter(isOver).map((pair) => `over each other: ${pair.map(named)}`),
        ...[document.documentElement, dialog].filter((one) => one && isWide(one))
            .map((one) => `too wide: ${one.id || "the page"}`),
    ];
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
