"""Staff read before an order what it changes, and of a success only where something was changed…"""

import re
from collections.abc import Iterator
from typing import Any
from urllib.parse import urlsplit

import pytest
from django.apps import apps
from django.conf import settings
from django.contrib import admin, messages
from django.contrib.messages import get_messages
from django.contrib.messages.storage.base import BaseStorage
from django.test import Client, RequestFactory
from django.urls import resolve
from django_celery_beat.models import PeriodicTasks

from config.tests.audit import staff
from config.tests.audit.entrances import staff_entrances
from config.tests.audit.test_every_entrance import undone
from config.tests.forms.records import changeable, page_of
from config.tests.forms.stored import changed_tables, rows_by_table
from config.tests.frames import one_frame
from config.tests.walking import Shown
from foundation.messaging.models import LongJob
from foundation.staff.actions import NOTHING
from foundation.staff.confirming import EXAMPLES, Fact
from foundation.staff.staff_admin import StaffAdmin

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("one_frame")]


__all__ = ["one_frame"]

COUNT = re.compile(r"[1-9][\d,]* (?!photos? stay)")
NO_CHANGE = "There is nothing to do|No photo changes|None of them changes"
SELECTING = ("action", "_selected_action")
# Orders that ask nothing, and why that is right.
UNASKED = {
    "axes.accessattempt action cleanup_expired_attempts": "They lock no one out any more.",
    "django_celery_beat.periodictask action disable_tasks": "The same list enables them again.",
    "django_celery_beat.periodictask action enable_tasks": "The same list disables them again.",
    "django_celery_beat.periodictask action toggle_tasks": "Done again, it is undone.",
    "django_celery_beat.periodictask action run_tasks": "They do what is due, and nothing twice.",
    "rewards.rewardformula action move_down": "It moves one place, and “Try earlier” undoes it.",
    "rewards.rewardformula action move_up": "It moves one place, and “Try later” undoes it.",
}


def said_by(page: Any) -> str:
    """Return what the page says beside the names of the records; of Django's own, its counts."""
    context = page.context
    if "model_count" in context:
        return " ".join(f"{count} {name}" for name, count in context["model_count"])
    return " ".join(map(str, (context["text"], *context.get("facts", ()))))


def unnamed(facts: Any) -> list[str]:
    """Return the sentences that count records and name none, or more than they count."""
    counting = [each for each in facts if isinstance(each, Fact) and COUNT.match(each)]
    return [each for each in counting if len(each.examples) != min(number_in(each), EXAMPLES)]


def number_in(sentence: str) -> int:
    return int(sentence.partition(" ")[0].replace(",", ""))


def test_effect_in_every_list(admin_client: Client, subtests: pytest.Subtests) -> None:
    orders = {name for name in staff_entrances(admin_client) if " action " in name}

    for name in sorted(orders - UNASKED.keys()):
        with subtests.test(name), undone():
            address, fields = staff.STAFF[name](admin_client)
            before = rows_by_table()
            chosen = {each: fields[each] for each in SELECTING}
            page = admin_client.post(address, chosen, secure=True)

            assert page.status_code == 200, "it does not ask"
            assert changed_tables(before) == []
            assert re.search(rf"\d|{NO_CHANGE}", said_by(page)), "it counts nothing"
            assert not re.search(r"\b0 ", said_by(page)), "it counts what is nothing"
            assert unnamed(page.context.get("facts", ())) == []


# Buttons that remove something at once, and why that is right.
REMOVED_AT_ONCE = {"remove": "A number of a photo: the same page adds it again."}
REMOVING = re.compile("delete|remove|erase|forget")


def pages_beside(address: str) -> set[str]:
    """Return the page of an order, and that of the record which it is about."""
    record = re.match(r"(/admin/\w+/\w+/[^/]+/)[\w-]+/?$", address)
    return {address, *([record[1] + "change/"] if record else [])}


def test_effect_on_every_page_with_a_button_that_removes(
    admin_client: Client, subtests: pytest.Subtests
) -> None:
    pressed, opened = set[str](), set[str | None]()
    of_records = {name: each for name, each in staff.STAFF.items() if " action " not in name}
    for name, scenario in of_records.items():
        with undone():
            pages = {
                kind: page
                for page in pages_beside(scenario(admin_client)[0])
                if (kind := resolve(urlsplit(page).path).url_name) not in opened
            }
            opened |= pages.keys()
            shown = [(page, admin_client.get(page, secure=True)) for page in pages.values()]
            forms = [
                form
                for page, answer in shown
                if answer.status_code == 200 and not answer.streaming
                for form in Shown(page, answer.content.decode()).forms
            ]
            for form, button in ((each, button) for each in forms for button in each.buttons):
                if not REMOVING.search(button) or button in REMOVED_AT_ONCE:
                    continue
                pressed.add(button)
                with subtests.test(name, button=button):
                    before = rows_by_table()
                    sent = {**form.pressed({}), button: form.fields[button]}
                    admin_client.post(form.action, sent, secure=True)
                    assert changed_tables(before) == [], "it does not ask"
    assert pressed


def test_effect_is_left_unsaid_for_a_reason_alone(admin_client: Client) -> None:
    assert UNASKED.keys() <= staff_entrances(admin_client)


DONE = re.compile(r"\bdone\b(?! for \d)", re.IGNORECASE)
BUTTON = re.compile(r"\S+ <path:object_id>/[\w-]+/")
Said = list[tuple[int, str]]


@pytest.fixture
def said() -> Iterator[Said]:
    """Collect the messages that pages show, with their levels."""
    heard: Said = []
    add = BaseStorage.add

    def noted(storage: Any, level: int, message: Any, extra_tags: str = "") -> None:
        heard.append((level, str(message)))
        add(storage, level, message, extra_tags)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(BaseStorage, "add", noted)
        yield heard


def goes_on() -> bool:
    """Return whether a long job is under way."""
    jobs = (each for each in apps.get_models() if issubclass(each, LongJob))
    return any(each._default_manager.filter(finished_on=None).exists() for each in jobs)


def successes(said: Said) -> list[str]:
    return [text for level, text in said if level == messages.SUCCESS]


def sent(
    client: Client, address: str, fields: dict[str, Any], said: Said, before: dict[str, str]
) -> list[str]:
    """Send a form; return the tables whose rows it changed, but for when schedules are read.

    :param before: the rows before, which become those after.
    """
    said.clear()
    answer = client.post(address, fields, secure=True)
    assert answer.status_code in (200, 302)
    now = rows_by_table()
    changed = [table for table, digest in before.items() if now[table] != digest]
    before.update(now)
    return [table for table in changed if table != PeriodicTasks._meta.db_table]


def test_success_when_an_order_of_staff_is_sent_twice(
    admin_client: Client, said: Said, subtests: pytest.Subtests
):
    for name, scenario in staff.STAFF.items():
        with subtests.test(name), undone():
            address, fields = scenario(admin_client)
            rows, of_deeds = rows_by_table(), set[str]()
            for _ in range(2):
                changed = sent(admin_client, address, fields, said, rows)
                assert changed or not successes(said)
                assert not changed or NOTHING not in [text for _, text in said]
                # Nor as a plain message, in the words of the deed.
                plain = {text for level, text in said if level <= messages.SUCCESS}
                assert changed or not plain & of_deeds
                of_deeds |= plain if changed else set()
                # What a job goes on with is begun, not done.
                assert not (goes_on() and DONE.search(" ".join(plain)))
            if BUTTON.fullmatch(name):  # a message says what is over; that is no refusal of a right
                opened = admin_client.get(address, secure=True)
                assert opened.status_code == 200 or [*get_messages(opened.wsgi_request)]


def test_success_when_a_page_is_saved_as_it_is_shown(
    admin_client: Client, said: Said, subtests: pytest.Subtests
):
    request = RequestFactory().get("/")
    request.user = admin_client.get("/admin/", secure=True).wsgi_request.user
    for model in changeable(request):
        with subtests.test(model._meta.label), undone():
            address = page_of(model)
            shown = Shown(address, admin_client.get(address, secure=True).content.decode())
            form = max(shown.forms, key=lambda form: len(form.fields))
            changed = sent(admin_client, address, form.pressed({}), said, rows_by_table())
            assert (changed, said) == ([], [(messages.INFO, NOTHING)])


def test_success_for_all_admins():
    registered = admin.site._registry.values()

    others = [each for each in registered if not isinstance(each, StaffAdmin)]

    assert others == []


def test_success_in_no_other_words():
    folders = [settings.BASE_DIR / app for app in settings.OWN_FOLDERS]
    sources = [path for app in folders for path in app.rglob("*.py") if "tests" not in path.parts]

    direct = [path.name for path in sources if "messages.success(" in path.read_text()]

    assert direct == ["actions.py"]
