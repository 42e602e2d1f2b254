"""What a browser sends for the form of a page, as the page is shown."""

import re
from collections.abc import Callable, Container, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Any

from django.contrib.auth.models import User
from django.test import Client
from playwright.sync_api import Page

from config.tests.browser import browse
from config.tests.walking import Shown

# As the browser sends it: scripts of the page take part, disabled fields are left out.
_READ = """() => {
    const forms = [...document.querySelectorAll("#content form")];
    const form = forms.find(one => one.method === "post" && one.elements.length > 1);
    if (!form) return null;
    const controls = [...form.elements].filter(one => one.name);
    let sent = null;
    window.addEventListener("submit", event => {
        if (!event.defaultPrevented) sent = [...new FormData(form, event.submitter)];
        event.preventDefault();
    }, {once: true});
    form.requestSubmit(controls.find(one => one.type === "submit"));
    return {
        sent: (sent ?? []).map(([name, value]) => [name, value.name ?? value]),
        fields: controls.map(one => ({
            name: one.name, value: one.value, is_disabled: one.disabled,
            kind: one.matches("[data-moment] + input") ? "moment" : one.type,
            is_hidden: Boolean(one.closest("[hidden], .hidden")),
            is_number: one.type === "number" || one.inputMode === "decimal",
            choices: [...(one.options ?? [])].map(each => each.value),
        })),
    };
}"""
# The prefixes of inlines to which rows can be added; the others are only read.
_INLINES = """() => [...document.querySelectorAll("[data-inline-formset]")]
    .map(one => JSON.parse(one.dataset.inlineFormset).options.prefix)
    .filter(prefix => document.querySelector(`#${prefix}-group .add-row`))"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Control:
    """A field of a form, as the browser has it."""

    name: str
    kind: str
    value: str
    is_disabled: bool
    is_hidden: bool
    is_number: bool
    choices: Sequence[str]

    @property
    def is_open(self) -> bool:
        """Return whether staff can fill it in; fields of rows are asked for together."""
        in_a_row = re.search(r"-(\d+|__prefix__)-", self.name)
        is_left_box = self.name.endswith("_old")  # of two between which choices are moved
        hidden = self.is_hidden or is_left_box or self.kind in ("hidden", "submit")
        return not (self.is_disabled or hidden or in_a_row)

    def other_than(self, now: Sequence[str]) -> list[str]:
        """Return a value that can be given in place of what the field has."""
        match self.kind:
            case "checkbox":
                return [] if self.value in now else [*now, self.value]
            case "select-multiple":
                return [each for each in self.choices if each not in now][:1]
            case "select-one":
                return [*(each for each in self.choices if each not in ("", *now)), ""][:1]
            case "moment":
                return [now[0].replace("09:30", "08:30")]
            case _ if self.is_number:
                return [_other_number(now[0])]
        return ["7" if now == ["*"] else f"{now[0]}x"]


def _other_number(text: str) -> str:
    """Return a number near to another one, with as many decimals."""
    if "." not in text:
        return str(int(text or 0) + 1)
    return str((Decimal(text) * Decimal("0.9")).quantize(Decimal(text)))


@dataclass(frozen=True, slots=True, kw_only=True)
class SentForm:
    """What a form sends as it is shown, and its fields; nothing, if the browser refuses."""

    data: Mapping[str, list[str]]
    fields: Sequence[Control] = field(default_factory=tuple)

    def open_fields(self, but_for: Container[str] = ()) -> list[Control]:
        """Return the fields that staff can fill in, one of each name."""
        fields = (each for each in self.fields if each.name not in but_for)
        return list({each.name: each for each in fields if each.is_open}.values())

    def row(self, place: str) -> list[tuple[str, str]]:
        """Return the names and values of a row's fields, also of disabled ones."""
        fields = (each for each in self.fields if each.name.startswith(place))
        shown = (each for each in fields if each.kind not in ("hidden", "checkbox"))
        return [(each.name.removeprefix(place), each.value) for each in shown]

    def another(self, control: Control) -> list[str]:
        """Return another value of a field."""
        return control.other_than(self.data.get(control.name, []))


def read_form(page: Page) -> SentForm:
    """Send the first form of the page's own part that is posted, and return what is sent."""
    found = page.evaluate(_READ)
    data: dict[str, list[str]] = {}
    for name, value in found["sent"]:
        data.setdefault(name, []).append(value)
    return SentForm(data=data, fields=[Control(**each) for each in found["fields"]])


def visited(site: str, user: User, visit: Callable[[Page], Any]) -> Any:
    """Let the user's browser visit; return what the visit found."""
    client = Client()
    client.force_login(user)
    key = client.cookies["sessionid"].value

    def signed_in(page: Page) -> Any:
        page.context.add_cookies([{"name": "sessionid", "value": key, "url": site}])
        return visit(page)

    return browse(signed_in).found


def forms_at(site: str, user: User, addresses: Iterable[str]) -> dict[str, SentForm]:
    """Open each page as the user, and return what its form sends."""

    def visit(page: Page) -> dict[str, SentForm]:
        found = {}
        for address in addresses:
            page.goto(site + address)
            found[address] = read_form(page)
        return found

    forms: dict[str, SentForm] = visited(site, user, visit)
    return forms


def _add(page: Page, inline: str) -> None:
    page.click(f"#{inline}-group .add-row")
    last = int(page.input_value(f"[name={inline}-TOTAL_FORMS]")) - 1
    _fill(page, f"{inline}-{last}-")


def _fill(page: Page, row: str) -> None:
    for each in page.locator(f"[name^='{row}']:enabled:visible:not([name$=DELETE])").all():
        if each.evaluate("one => one.tagName") == "SELECT":
            each.select_option(index=1)
        else:
            each.fill("7")


def _remove(page: Page, inline: str) -> None:
    for each in page.locator(f"#{inline}-group tr.form-row label:has([name$=DELETE])").all():
        each.click()


DEEDS: Mapping[str, Callable[[Page, str], None]] = {
    "added": _add,
    "changed": lambda page, inline: _fill(page, f"{inline}-0-"),
    "removed": _remove,
}
Deed = tuple[
    str, str, str
]  # a page, the prefix of an inline's fields, and what is done to its rows


def forms_of_rows(site: str, user: User, addresses: Iterable[str]) -> dict[Deed, SentForm]:
    """Do each deed to the rows of each page, and return what its form sends."""

    def visit(page: Page) -> dict[Deed, SentForm]:
        found: dict[Deed, SentForm] = {}
        for address in addresses:
            page.goto(site + address)
            for inline in page.evaluate(_INLINES):
                for deed, do in DEEDS.items():
                    if found:  # the page that is open is filled in
                        page.goto(site + address)
                    for tab in page.locator(f"#content a[href='#{inline}']").all():
                        tab.click()
                    page.locator(f"#{inline}-group").wait_for()  # a tab shows it a little later
                    do(page, inline)
                    found[address, inline, deed] = read_form(page)
        return found

    forms: dict[Deed, SentForm] = visited(site, user, visit)
    return forms


def confirmed(client: Client, address: str, data: Mapping[str, Any]) -> Any:
    """Send a form, and the page that asks to confirm it, as it is shown; return the last answer."""
    answer = client.post(address, data, secure=True)
    if answer.status_code != 200:
        return answer
    forms = Shown(address, answer.content.decode()).forms
    asked = [form for form in forms if "confirmed" in form.fields]
    return client.post(asked[0].action, asked[0].fields, secure=True) if asked else answer
