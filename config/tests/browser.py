"""A browser that visits pages, and what goes wrong meanwhile.

A process starts one browser, at the first visit. Visits share a page, which forgets the reader in
between: a page of its own costs a process that reads all scripts again, twice what it shows.
"""

import shutil
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from typing import Any, Literal

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import (
    Browser,
    ConsoleMessage,
    Error,
    Page,
    Playwright,
    Request,
    Response,
    expect,
    sync_playwright,
)

from config.tests.walking import MARKUP

# Where it is installed, the shell without windows: a page costs little more than half as much.
CHROMIUM = shutil.which("chromium-headless-shell") or shutil.which("chromium")
WIDTHS = (1280, 390)  # pixels: a desk, a phone
SCHEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")
_IS_DARK = "document.documentElement.classList.contains('dark')"
# Unfold asks for the scheme when it sets its theme, and fades colours.
_SET_THEME = """async () => {
    if (window.Alpine) {
        const theme = Alpine.$data(document.documentElement);
        theme.adminTheme = "";
        theme.adminTheme = "auto";
        await Alpine.nextTick();
    }
    const fades = document.getAnimations().filter(one => one instanceof CSSTransition);
    fades.forEach(one => one.finish());
}"""
_FORGET = """async () => {
    localStorage.clear();
    sessionStorage.clear();
    for (const name of (await window.caches?.keys()) ?? []) await caches.delete(name);
}"""
# axe converts the colours of all elements behind a text again for each text, with a library for all
# spaces of colours: half of its time, for a dozen colours.
_CONVERT_ONCE = """() => {
    const color = axe.commons.color.Color.prototype;
    const convert = color.parseString;
    const converted = new Map();
    color.parseString = function (text) {
        if (converted.has(text)) {
            [this.r, this.g, this.b, this.alpha] = converted.get(text);
        } else {
            convert.call(this, text);
            converted.set(text, [this.r, this.g, this.b, this.alpha]);
        }
        return this;
    };
}"""
_RUN_AXE = "([part, options]) => axe.run(part, options).then(found => found.violations)"
_WCAG = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa"]
# What is in attributes that readers see or hear counts too.
_READ = """() => ["title", "aria-label", "placeholder"]
    .flatMap(name => [...document.querySelectorAll(`[${name}]`)].map(one => one.getAttribute(name)))
    .concat(document.body.innerText).join("\\n")"""
_ON_COLOURS = ["color-contrast", "link-in-text-block"]
PASSWORD = "correct-horse-battery"
# A page whose scripts still lay it out gets some frames until it fits.
_ONCE_SETTLED = """async () => {
    const found = () => %s;
    for (let frames = 0; frames < 120 && found(); frames++) {
        await new Promise(requestAnimationFrame);
    }
    return found();
}"""
SPILL = (
    _ONCE_SETTLED % "document.documentElement.scrollWidth - document.documentElement.clientWidth"
)
CUT_OFF = (
    _ONCE_SETTLED
    % """[...document.querySelectorAll("#result_list td")]
    .filter(cell => cell.scrollHeight > cell.clientHeight + 1).length"""
)
_MISFITS = {"pixels too wide": SPILL, "cells cut off": CUT_OFF}

# Of a machine that does something else besides; what is there sooner is seen sooner.
TIMEOUT = 60_000  # milliseconds
expect.set_options(timeout=TIMEOUT)


@dataclass(frozen=True, slots=True, kw_only=True)
class Look:
    """A page in a width and a scheme; `is_switched`: it was loaded in the other scheme."""

    address: str
    width: int
    scheme: str
    is_switched: bool


@dataclass
class Seen:
    """What went wrong while a browser showed pages, and what the visit found."""

    troubles: list[str] = field(default_factory=list)
    found: Any = None

    @contextmanager
    def watching(self, page: Page) -> Iterator[None]:
        """Note what goes wrong on the page for the length of a block."""
        noted: dict[Any, Callable[[Any], None]] = {
            "requestfailed": self._failed,
            "response": self._answered,
            "pageerror": self._broke,
            "console": self._said,
        }
        for event, note in noted.items():
            page.on(event, note)
        try:
            yield
        finally:
            for event, note in noted.items():
                page.remove_listener(event, note)

    def _broke(self, error: Error) -> None:
        self.troubles.append(f"page error: {error}")

    def _said(self, message: ConsoleMessage) -> None:
        # Browsers ask every site for an icon; that there is none is no fault of a page.
        of_icon = message.location["url"].endswith("/favicon.ico")
        if message.type == "error" and not of_icon:
            self.troubles.append(f"console: {message.text} ({message.location['url']})")

    def _failed(self, request: Request) -> None:
        # A page that is left aborts what it still loads.
        if request.failure != "net::ERR_ABORTED":
            self.troubles.append(f"{request.url}: {request.failure}")

    def _answered(self, response: Response) -> None:
        if response.status >= 400:
            self.troubles.append(f"{response.url}: {response.status}")


class _Visits:
    """The browser of this process, in a thread of its own.

    Beside a browser's event loop Django refuses the database, and what Playwright makes belongs to
    the thread that made it.
    """

    def __init__(self) -> None:
        self._thread = ThreadPoolExecutor(1)
        self._playwright: Playwright | None = None
        self._browser: Browser | None = None
        self._page: Page | None = None  # that is shared

    def make(self, visit: Callable[[Page], Any], zone: str, look: dict[str, Any]) -> Seen:
        """Let the browser visit."""
        return self._thread.submit(self._visit, visit, zone, look).result()

    def end(self) -> None:
        """Close the browser, if there was a visit."""
        self._thread.submit(self._close).result()

    def _visit(self, visit: Callable[[Page], Any], zone: str, look: dict[str, Any]) -> Seen:
        seen = Seen()
        page = self._new_page(**look) if look else self._shared()
        try:
            with seen.watching(page), _in_zone(page, zone):
                seen.found = visit(page)
        finally:
            if look:
                page.context.close()
            else:
                self._forget(page)
        return seen

    def _new_page(self, **look: Any) -> Page:
        context = self._started().new_context(**look)
        context.set_default_timeout(TIMEOUT)
        return context.new_page()

    def _shared(self) -> Page:
        browser = self._started()
        if self._page is None or self._page.context.browser is not browser:
            self._page = self._new_page()
        return self._page

    def _forget(self, page: Page) -> None:
        """Make the page as it was before the visit; a new one next time where this cannot be."""
        try:
            forget_reader(page)
        except Error:
            self._page = None
            with suppress(Error):  # it may have crashed
                page.context.close()

    def _started(self) -> Browser:
        """Return the browser; a new one if the last one crashed."""
        self._playwright = self._playwright or sync_playwright().start()
        if self._browser is None or not self._browser.is_connected():
            self._browser = launch(self._playwright)
        return self._browser

    def _close(self) -> None:
        if self._browser:
            self._browser.close()
        if self._playwright:
            self._playwright.stop()
        self._browser = self._playwright = self._page = None


_visits = _Visits()
end_visits = _visits.end


@contextmanager
def _in_zone(page: Page, zone: str) -> Iterator[None]:
    """Let the page be read in a time zone for the length of a block; empty: in this machine's."""
    browser = page.context.new_cdp_session(page)
    browser.send("Emulation.setTimezoneOverride", {"timezoneId": zone})
    try:
        yield
    finally:
        browser.send("Emulation.setTimezoneOverride", {"timezoneId": ""})
        browser.detach()


def forget_reader(page: Page) -> None:
    """Leave an empty page, and nothing of who has read it."""
    page.unroute_all(behavior="ignoreErrors")
    if page.url.startswith("http"):
        page.evaluate(_FORGET)
        # Left by itself, the page stays in its process, where scripts are compiled and fonts read.
        page.evaluate("location.replace('about:blank')")
        page.wait_for_url("about:blank")
    else:
        page.goto("about:blank")
    page.context.clear_cookies()
    page.emulate_media(media="null", color_scheme="null")
    page.set_viewport_size({"width": WIDTHS[0], "height": 800})


def launch(playwright: Playwright) -> Browser:
    """Start a browser."""
    arguments = ["--no-sandbox", "--disable-gpu"]
    return playwright.chromium.launch(executable_path=CHROMIUM, args=arguments)


def browse(visit: Callable[[Page], Any], *, zone: str = "", **look: Any) -> Seen:
    """Let a browser visit, as a new reader.

    :param zone: the reader's time zone; without, this machine's.
    :param look: how a page of its own is; without, it is the shared one.
    """
    return _visits.make(visit, zone, look)


def show(page: Page, text: str) -> None:
    """Show HTML, under no policy: the empty page has that of the page which was left for it."""
    page.goto("about:blank")
    page.set_content(text)


def sign_in(page: Page, site: str) -> None:
    """Sign in as `boss`, whom the test has made staff, without showing the form."""
    form = f"{site}/admin/login/"
    page.request.get(form, timeout=TIMEOUT)
    [token] = [
        cookie["value"] for cookie in page.context.cookies(site) if cookie["name"] == "csrftoken"
    ]
    data: dict[str, str | float | bool] = {
        "username": "boss",
        "password": PASSWORD,
        "csrfmiddlewaretoken": token,
    }
    answer = page.request.post(form, form=data, max_redirects=0, timeout=TIMEOUT)
    assert answer.status == 302


def switch(page: Page, scheme: Literal["light", "dark"]) -> None:
    """Show the page in a scheme, at once."""
    page.emulate_media(color_scheme=scheme)
    page.evaluate(_SET_THEME)


def looks(
    page: Page, site: str, addresses: Iterable[str], widths: Sequence[int] = WIDTHS
) -> Iterator[Look]:
    """Load each page once, in each scheme in turn: show it in all widths, then in the other scheme.

    Another scheme moves nothing, so it is shown in the first width alone.
    """
    schemes = SCHEMES
    for address in addresses:
        page.emulate_media(color_scheme=schemes[0])
        page.goto(site + address)
        for width in reversed(widths):
            page.set_viewport_size({"width": width, "height": 900})
            yield Look(address=address, width=width, scheme=schemes[0], is_switched=False)
        switch(page, schemes[1])
        yield Look(address=address, width=widths[0], scheme=schemes[1], is_switched=True)
        schemes = schemes[::-1]


def violations(page: Page, look: Look | None, *, part: str = "html", **options: Any) -> list[Any]:
    """Return what axe finds on the page as it is now, or on a part of it (a CSS selector).

    Another scheme changes colours alone, so only their rules are tried again. No
    selectors of elements are asked for: to find them takes a third of its time.
    """
    if not page.evaluate("'axe' in window"):
        page.evaluate(Axe().axe_script)
        page.evaluate(_CONVERT_ONCE)
    rules = {"runOnly": _ON_COLOURS} if look and look.is_switched else {}
    chosen = {"resultTypes": ["violations"], "selectors": False, **options, **rules}
    found: list[Any] = page.evaluate(_RUN_AXE, [part, chosen])
    return found


def misfits(page: Page, look: Look) -> list[str]:
    """Return what is too wide or cut off on the page that is open, or of the wrong scheme."""
    counts = {what: page.evaluate(script) for what, script in _MISFITS.items()}
    is_wrong = page.evaluate(_IS_DARK) != (look.scheme == "dark")
    return [
        *(f"{count} {what}" for what, count in counts.items() if count),
        *([f"not {look.scheme}"] if is_wrong else []),
    ]


def markup_on(page: Page) -> list[str]:
    """Return the markup that readers of the page that is open see or hear: it was escaped twice."""
    return MARKUP.findall(page.evaluate(_READ))


def faults_of(
    page: Page, site: str, addresses: Sequence[str], ready: str = "html"
) -> dict[Look, list[str]]:
    """Return where pages do not fit, show markup or break WCAG 2.1 AA; the theme's is not ours.

    :param ready: what a page has once it is shown (a CSS selector).
    """
    found: dict[Look, list[str]] = {}
    for look in looks(page, site, addresses):
        page.wait_for_selector(ready, state="attached")
        # A phone shows the same, in another place.
        is_asked = look.width == WIDTHS[0]
        broken = violations(page, look, part="#content", runOnly=_WCAG) if is_asked else []
        faults = [f"{each['id']}: {each['nodes'][0]['html'][:200]}" for each in broken]
        faults += misfits(page, look)
        faults += markup_on(page) if look.is_switched else []  # for the last time
        found |= {look: faults} if faults else {}
    return found
