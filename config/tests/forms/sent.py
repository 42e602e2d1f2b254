"""What a browser sends for the form of a page, as the page is shown."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from django.contrib.auth.models import User
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from playwright.sync_api import Page

from config.tests.browser import browse

# As the browser sends it: scripts of the page take part, disabled fields are left out.
_READ = """() => {
    const forms = [...document.querySelectorAll("#content form, form#changelist-form")];
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
            name: one.name, kind: one.type, value: one.value, is_disabled: one.disabled,
            choices: [...(one.options ?? [])].map(each => each.value),
        })),
    };
}"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Control:
    """A field of a form, as the browser has it."""

    name: str
    kind: str
    value: str
    is_disabled: bool
    choices: Sequence[str]


@dataclass(frozen=True, slots=True, kw_only=True)
class SentForm:
    """What a form sends as it is shown, and its fields."""

    data: Mapping[str, list[str]]
    fields: Sequence[Control] = field(default_factory=tuple)


def read_form(page: Page) -> SentForm | None:
    """Return the first form of the page's own part that is posted; None: there is none."""
    found = page.evaluate(_READ)
    if found is None:
        return None
    data: dict[str, list[str]] = {}
    for name, value in found["sent"]:
        data.setdefault(name, []).append(value)
    return SentForm(data=data, fields=[Control(**each) for each in found["fields"]])


def forms_at(site: str, user: User, addresses: Iterable[str]) -> dict[str, SentForm | None]:
    """Open each page as the user, and return what its form sends."""
    client = Client()
    client.force_login(user)
    cookie = {"name": "sessionid", "value": client.cookies["sessionid"].value, "url": site}

    def visit(page: Page) -> dict[str, SentForm | None]:
        page.context.add_cookies([cookie])
        found = {}
        for address in addresses:
            page.goto(site + address)
            found[address] = read_form(page)
        return found

    forms: dict[str, SentForm | None] = browse(visit).found
    return forms
