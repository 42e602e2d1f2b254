"""What staff type or upload is on the next page too: after a refusal, a preview, a further step."""

import re
from collections.abc import Callable, Iterable
from typing import Any
from urllib.parse import urldefrag

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from config.tests.audit.conftest import _number_provider, sandbox, sandbox_server
from config.tests.audit.staff import STAFF
from config.tests.audit.staff.forms import Given
from config.tests.audit.test_every_entrance import undone, wrong_in
from config.tests.walking import Form, Shown
from foundation.records.refusals import Invalid
from foundation.staff.form_fields import KeptFileInput
from tools.local.folders import PROJECT

__all__ = ["_number_provider", "sandbox", "sandbox_server"]

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("one_frame")]

# Lists have no field but the boxes of their rows; a deletion has none at all.
PAGES = [name for name in STAFF if " action " not in name and not name.endswith(" delete")]
MOST_STEPS = 4  # of a page that also leads back to its begin
MOST_REFUSALS = 2
HUMP = re.compile(r"(?<=[a-z])_([a-z])")
AFTER = re.compile(r"ust be after [a-z]+[A-Z]\w*")
NIL = b"00000000-0000-0000-0000-000000000001\n"
# Their forms refuse all that their commands would.
NEVER_REFUSED = {
    "auth.group add",
    "auth.group change",
    "auth.user add",
    "auth.user change",
    "recognition.album <path:object_id>/withdraw-text/",
    "tagging.tagator <path:object_id>/invite/",
    "tagging.tagator <path:object_id>/password/",
    "tagging.taggingtask <path:object_id>/cancel/",
    *(name for name in STAFF if name.startswith("django_celery_beat.")),
}


def test_by_a_step_that_comes_before_the_order(admin_client: Client, subtests: pytest.Subtests):
    for name in PAGES:
        with subtests.test(name), undone():
            assert_no_step_loses(admin_client, name)


def test_the_walk_finds_a_step_that_drops_a_file(
    admin_client: Client, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(KeptFileInput, "kept", lambda self, name: [])

    with pytest.raises(AssertionError, match="file"):
        assert_no_step_loses(admin_client, "programs.participantexercisetask assign/")


def test_by_a_command_that_refuses(
    admin_client: Client, subtests: pytest.Subtests, monkeypatch: pytest.MonkeyPatch
):
    """Each order writes to the audit: whatever its command is, it can be made to refuse there.

    The reason names each field as APIs have it; staff read its label.
    """
    for name in set(PAGES) - NEVER_REFUSED:
        with subtests.test(name), undone(), monkeypatch.context() as patched:
            assert_no_command_loses(admin_client, name, patched)


def test_the_walk_finds_a_name_of_the_wire(admin_client: Client, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("foundation.staff.confirming._WIRE_NAME", re.compile("(?!)"))

    with pytest.raises(AssertionError, match="activityType"):
        assert_no_command_loses(admin_client, "programs.exercise add", monkeypatch)


def test_one_function_shows_refusals_on_forms():
    """It names fields by their labels: another way would leave the names of the wire."""
    shown = re.compile(r"add_error\([^()]*(?:\([^()]*\))?[^()]*\b(?:refusal|invalid|text_of)\b")
    sources = [path for path in PROJECT.glob("*/**/*.py") if "tests" not in path.parts]
    assert len(sources) > 500

    assert [str(path) for path in sources if shown.search(path.read_text())] == []


def assert_no_command_loses(client: Client, name: str, patched: pytest.MonkeyPatch) -> None:
    address, fields = STAFF[name](client)
    form = form_at(client.get(address, secure=True), address)
    typed = seen(form, typed_in(form, fields)) if form else {}
    refuse = refusal_of([*form.names, "createdFrom"] if form else [])
    for place in ("foundation.records.audit", "programs.putting"):
        patched.setattr(f"{place}.record_all", refuse)
    steps = 0
    while form and typed and not is_file_alone(typed) and steps < MOST_STEPS:
        sent = form.pressed({} if steps else typed_in(form, fields))
        answer = client.post(form.action, sent, secure=True)
        form, steps = form_at(answer, address), steps + 1
        assert form, wrong_in(answer)
        assert lost(typed, form) == {}, wrong_in(answer)
        assert AFTER.findall(answer.content.decode()) == []


def refusal_of(fields: Iterable[str]) -> Callable[..., None]:
    """Return what refuses, with an error of each field that names it as APIs do."""
    names = [HUMP.sub(lambda found: found[1].upper(), name) for name in fields]

    def refuse(*_: Any) -> None:
        raise Invalid("Refused.", {name: f"must be after {name}" for name in names})

    return refuse


def test_by_a_refusal(admin_client: Client, subtests: pytest.Subtests):
    for name in PAGES:
        with subtests.test(name), undone():
            address, fields = STAFF[name](admin_client)
            form = form_at(admin_client.get(address, secure=True), address)
            if form and not is_file_alone(typed_in(form, fields)):
                assert_no_refusal_loses(admin_client, form, fields)


def assert_no_refusal_loses(client: Client, form: Form, fields: Given) -> None:
    """Empty fields, required ones first, until two refusals have been shown: a third is alike."""
    refused = 0
    for emptied in sorted({*form.names}, key=lambda each: (each not in form.required, each)):
        with undone():
            typed = {**typed_in(form, fields), emptied: ""}
            shown = form_at(client.post(form.action, form.pressed(typed), secure=True), form.action)
            if shown:
                assert lost(typed, shown) == {}
        refused += shown is not None
        if refused == MOST_REFUSALS:
            break


def assert_no_step_loses(client: Client, name: str) -> None:
    """Fill in a page and go on as far as it leads; each further page has what was typed."""
    address, fields = STAFF[name](client)
    form = form_at(client.get(address, secure=True), address)
    typed = typed_in(form, fields) if form else {}
    steps = 0
    while form and form.has_button and not is_file_alone(typed) and steps < MOST_STEPS:
        sent = form.pressed({} if steps else typed)
        answer = client.post(form.action, sent, secure=True)
        form, steps = form_at(answer, address), steps + 1
        assert form is None or lost(typed, form) == {}, wrong_in(answer)


def form_at(answer: Any, address: str) -> Form | None:
    """Return the form of a page, if one is shown."""
    if answer.status_code != 200:
        return None
    forms = Shown(address, answer.content.decode()).forms
    own = [form for form in forms if form.action == urldefrag(address).url]
    return max(own, key=lambda form: len(form.fields), default=None)


def typed_in(form: Form, fields: Given) -> dict[str, Any]:
    """Return what is typed into a form, with a file in each of its fields that takes one."""
    files = {name: SimpleUploadedFile(f"{name}.csv", NIL) for name in form.files}
    texts = {name: "on" if value is True else value for name, value in fields.items()}
    return {
        **files,
        **{name: value for name, value in texts.items() if name in (*form.names, *form.hidden)},
    }


def seen(form: Form, typed: Given) -> Given:
    """Return what staff type themselves; what a page hides, it can make again."""
    return {name: value for name, value in typed.items() if name not in form.hidden}


def is_file_alone(typed: Given) -> bool:
    """Return whether a page takes nothing but a file: what is wrong then is the file."""
    return bool(typed) and all(hasattr(value, "read") for value in typed.values())


def lost(typed: Given, form: Form) -> dict[str, Any]:
    """Return what was typed and is not in the form."""
    return {
        name: (value, form.fields.get(name))
        for name, value in typed.items()
        if not _is_there(name, value, form)
    }


def _is_there(name: str, value: Any, form: Form) -> bool:
    if hasattr(value, "read"):
        return f"{name}-kept" in form.fields
    values = value if isinstance(value, list) else [value]
    shown = form.fields.get(name, [])
    return not any(values) or {str(each) for each in values} <= set(shown)
