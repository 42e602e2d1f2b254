"""Walks the staff's site as a member: follows each link, and sends each form and action shown."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from html.parser import HTMLParser
from typing import Any
from urllib.parse import urldefrag, urljoin, urlsplit

from django.db import transaction
from django.test import Client
from django.urls import resolve

HOME = "/admin/"
# Left out: they end the walk, or are asked in the same way by every member.
NOT_FOLLOWED = ("/admin/logout/", "/admin/jsi18n/", "/admin/autocomplete/", "/admin/search/")
# Texts of a machine, and the tags whose texts no reader sees.
MACHINE_WORDS = re.compile(
    r"^\s*(None|True|False)\s*$|[:=,(\[] ?(None|True|False)\b|\b(null|undefined|NaN|Traceback)\b"
    r"|\b[A-Z][a-z]+([A-Z][a-z]+)*(Activity|Error)\b|\+00:00"
)
# Words of APIs and events, for which people have others: what became of an activity, a condition.
WIRE_WORDS = re.compile(
    r"\b(applied|skipped(?! photos)|refill\w*|schemes?|by handler|gte|lte|s/km)\b|to apply|__where",
    re.IGNORECASE,
)
OF_REWARDS = ("/admin/activities/", "/admin/programs/", "/admin/rewards/", "/admin/?")
# A tag or an entity that a reader sees: what was escaped twice.
MARKUP = re.compile(
    r"</?(?:a|b|br|code|div|em|i|img|li|p|pre|small|span|strong|t[dhr]|table|ul)\b[^<>]*>"
    r"|&(?:amp|lt|gt|quot|nbsp|#x?[0-9a-f]+);",
    re.IGNORECASE,
)
GUID = re.compile(r"\b[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}\b(?!@)")
# Where an id is read without `code` around it, which copies it, and why that is right.
IDS = {
    "/admin/activities/": "An activity, its claims and its operations have no other name.",
    "/admin/messaging/": "A message is known by what its sender calls it.",
    "/admin/privacy/": "What was erased is known by its id alone.",
    "/admin/programs/": "A participant without a label, and tasks, have no other name.",
    "/admin/rewards/": "A balance is that of a participant; operations have their activity's id.",
    "/admin/tagging/knownanswer/": "A known answer has the key of its photo.",
}
UNREAD = ("script", "style", "option")
CODE = ("code", "textarea")
# A moment that `staff/times.js` does not find: without UTC behind it, in no column of UTC.
UNZONED = re.compile(r"\b\d{4}-\d\d-\d\d \d\d:\d\d(?::\d\d)?(?:\.\d+)?(?![\d:.]| UTC)")

ZONE = re.compile(r"\((?:UTC|[A-Z]\w+/\w+)\)")  # in the head of a column

# How long ago something was: in a list it says the moment too, which files of the list have.
AGES = re.compile(r"\b\d+[ \xa0](?:s|min|h|minutes?|hours?|days?|weeks?|months?) ago\b")


@dataclass
class Form:
    """A form of a page: where it is sent, with the values that it shows."""

    action: str
    fields: dict[str, list[str]] = field(default_factory=dict)
    choices: list[str] = field(default_factory=list)  # of the actions of a list
    rows: list[str] = field(default_factory=list)  # of a list
    names: list[str] = field(default_factory=list)  # of fields, also of boxes not ticked
    hidden: list[str] = field(default_factory=list)  # names of fields that are not seen
    files: list[str] = field(default_factory=list)  # names of fields for files
    required: list[str] = field(default_factory=list)
    buttons: list[str] = field(default_factory=list)
    has_button: bool = False  # without one, a page shows the form of records that are only read

    def note(self, name: str, kind: str) -> None:
        """Note the name of a field, or of a button, by what kind it is."""
        self.has_button |= kind in ("submit", "image")
        by_kind = {"hidden": self.hidden, "file": self.files, "submit": self.buttons}
        if name:
            by_kind.get(kind, self.names).append(name)

    def pressed(self, typed: Mapping[str, Any]) -> dict[str, Any]:
        """Return what is sent with these values when the first button is pressed."""
        others = self.buttons[1:]
        return {**{name: self.fields[name] for name in self.fields if name not in others}, **typed}


class Shown(HTMLParser):
    """The links and the forms that are posted, of a page."""

    def __init__(self, address: str, text: str) -> None:
        super().__init__()
        self.address, self.links, self.forms, self.texts, self.words = address, [], [], [], []
        self.unzoned, self._heads, self._column, self._is_head = [], [], -1, False
        self._form: Form | None = None
        self._select = self._code = self._unread = self._written = self._moment = ""
        self._is_list = False
        self.feed(text)

    links: list[str]
    forms: list[Form]
    texts: list[str]  # what is read on the page
    words: list[str]  # of these what is no code
    unzoned: list[str]  # moments of which a reader does not know the zone
    _heads: list[str]  # of the columns of the table that was begun last

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        self._unread = tag if tag in UNREAD else self._unread
        self._code = tag if tag in CODE else self._code
        self._go_on_in_table(tag)
        match tag:
            case "a" if given.get("href"):
                self.links.append(urldefrag(urljoin(self.address, given["href"])).url)
            case "form" if given.get("method", "").lower() == "post":
                self._form = Form(urljoin(self.address, given.get("action", "")))
                self.forms.append(self._form)
            case "table":
                self._is_list = given.get("id") == "result_list"
            case "time":
                self._moment = given.get("datetime", "")
            case "select" if "disabled" in given:
                self._select = ""
            case "input" | "textarea" | "button" if "disabled" in given:
                pass  # no browser sends it
            case "input" | "textarea" | "select" | "option" | "button" if self._form:
                self._take(self._form, tag, given)

    def _go_on_in_table(self, tag: str) -> None:
        match tag:
            case "thead":
                self._heads, self._is_head = [], True
            case "tbody" | "table":
                self._is_list &= tag == "tbody"
                self._is_head, self._column = False, -1
                self._heads = [] if tag == "table" else self._heads
            case "tr":
                self._column = -1
            case "th" if self._is_head:
                self._heads.append("")
            case "td" | "th":
                self._column += 1

    def _take(self, form: Form, tag: str, given: dict[str, str]) -> None:
        name = given.get("name", "")
        kind = given.get("type", "submit" if tag == "button" else "text")
        form.note(name, kind if tag in ("input", "button") else tag)
        form.required += [name] if "required" in given else []
        match tag:
            case "select":
                self._select = name
            case "option":
                self._choose(form, given)
            case "textarea":
                self._written = name
                form.fields.setdefault(name, []).append("")
            case _ if name == "_selected_action":
                form.rows.append(given.get("value", ""))
            case _ if name and kind != "file" and not _is_unchecked(given):
                default = "on" if kind in ("checkbox", "radio") else ""
                form.fields.setdefault(name, []).append(given.get("value", default))

    def _choose(self, form: Form, given: dict[str, str]) -> None:
        if self._select == "action" and given.get("value"):
            form.choices.append(given["value"])
        elif self._select and "selected" in given:
            form.fields.setdefault(self._select, []).append(given.get("value", ""))

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self._form = None
        if tag == self._unread:
            self._unread = ""
        if tag == self._code:
            self._code = ""
        if tag == "time":
            self._moment = ""
        if tag == "textarea" and self._form and self._written:
            texts = self._form.fields[self._written]
            texts[-1] = texts[-1].removeprefix("\n")  # HTML drops it at the begin of a text
            self._written = ""

    def handle_data(self, data: str) -> None:
        if self._form and self._written:
            self._form.fields[self._written][-1] += data.replace("\r\n", "\n")
        if not self._unread:
            self.texts.append(data)
            self.words += [] if self._code else [data]
            self._note_moments(data)

    def _note_moments(self, data: str) -> None:
        if self._is_head and self._heads:
            self._heads[-1] += data
        head = self._heads[self._column] if 0 <= self._column < len(self._heads) else ""
        if not ZONE.search(head) and not self._written:
            self.unzoned += UNZONED.findall(data)
        if self._is_list and not self._moment:
            self.unzoned += AGES.findall(data)


def _is_unchecked(given: dict[str, str]) -> bool:
    return given.get("type") in ("checkbox", "radio") and "checked" not in given


@dataclass
class Walk:
    """What a member was shown: the statuses of the pages, and of what was sent."""

    client: Client
    opened: dict[str, int] = field(default_factory=dict)
    sent: dict[str, int] = field(default_factory=dict)
    shown: list[str] = field(default_factory=list)  # the addresses that answered with a page
    machine_words: dict[str, list[str]] = field(default_factory=dict)
    ids: dict[str, list[str]] = field(default_factory=dict)  # bare, not within `code`
    times: dict[str, list[str]] = field(default_factory=dict)  # in no zone that a reader knows
    _kinds: set[str | None] = field(default_factory=set)

    def go(self, *first: str) -> "Walk":
        """Open the home page, and everything that can be reached from it; `first` before others."""
        waiting = [HOME, *first]
        while waiting:
            address = waiting.pop()
            if address not in self.opened and self._is_wanted(address):
                waiting += self._open(address)
        return self

    def bare_ids(self) -> dict[str, list[str]]:
        """Return the ids that stand where a reader expects a name."""
        return {at: ids for at, ids in self.ids.items() if not at.startswith(tuple(IDS))}

    def refused(self) -> dict[str, int]:
        """Return what was shown and did not open."""
        return {where: status for where, status in {**self.opened, **self.sent}.items()
                if status >= 400}  # fmt: skip

    def misworded(self) -> dict[str, list[str]]:
        """Return the texts of a machine.

        But for `null`, a word of the language of formulas, and the names that axes gives its rows.
        """
        return {
            address: words
            for address, words in self.machine_words.items()
            if not (address.startswith("/admin/rewards/rewardformula/") and "null" in str(words))
            and not (address.startswith("/admin/axes/") and "+00:00" in str(words))
        }

    def unzoned(self) -> dict[str, list[str]]:
        """Return the times of which a reader does not know the zone, but for the names of axes."""
        axes = "/admin/axes/"
        return {where: times for where, times in self.times.items() if not where.startswith(axes)}

    def _is_wanted(self, address: str) -> bool:
        """Return whether no page of this kind was opened: others differ by the record alone."""
        path = urlsplit(address).path
        if not path.startswith(HOME) or path.startswith(NOT_FOLLOWED):
            return False
        kind = resolve(path).url_name
        is_new = kind not in self._kinds
        self._kinds.add(kind)
        return is_new

    def _open(self, address: str) -> list[str]:
        answer = self.client.get(address, secure=True)
        self.opened[address] = answer.status_code
        if answer.status_code == 302:
            return [urljoin(address, answer["Location"])]
        if answer.status_code != 200 or not answer.get("Content-Type", "").startswith("text/html"):
            return []
        self.shown.append(address)
        shown = Shown(address, answer.content.decode())
        wire = shown.words if address.startswith(OF_REWARDS) else []
        found = [text.strip() for text in shown.texts if MACHINE_WORDS.search(text)]
        if found := [*found, *(text.strip() for text in wire if WIRE_WORDS.search(text))]:
            self.machine_words[address] = found
        if ids := [text.strip() for text in shown.words if GUID.search(text)]:
            self.ids[address] = ids
        if shown.unzoned:
            self.times[address] = shown.unzoned
        for form in shown.forms:
            self._send(form)
        return shown.links

    def _send(self, form: Form) -> None:
        """Send a form as it is shown, and each action of a list with its first row."""
        if not form.has_button or not form.action.startswith(HOME):
            return None
        if form.action.startswith(NOT_FOLLOWED):
            return None
        if not form.choices:
            return self._post(form.action, form.action, form.fields)
        for choice in form.choices:
            data = {**form.fields, "action": [choice], "_selected_action": form.rows[:1]}
            self._post(f"{form.action} {choice}", form.action, data)
        return None

    def _post(self, what: str, address: str, data: Any) -> None:
        with transaction.atomic():  # what it changes is undone: the walk goes on as it began
            self.sent[what] = self.client.post(address, data, secure=True).status_code
            transaction.set_rollback(True)
