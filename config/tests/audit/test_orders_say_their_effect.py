"""An order of staff on the rows of a list says first, with counts, what it changes…"""

import re
from typing import Any
from urllib.parse import urlsplit

import pytest
from django.test import Client
from django.urls import resolve

from config.tests.audit import staff
from config.tests.audit.entrances import staff_entrances
from config.tests.audit.test_every_entrance import undone
from config.tests.forms.stored import changed_tables, rows_by_table
from config.tests.frames import one_frame
from config.tests.walking import Shown
from foundation.staff.confirming import EXAMPLES, Fact

__all__ = ["one_frame"]

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("one_frame")]
COUNT = re.compile(r"[1-9][\d,]* (?!photos? stay)")
NOTHING = "There is nothing to do|No photo changes|None of them changes"
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


def test_in_every_list(admin_client: Client, subtests: pytest.Subtests) -> None:
    orders = {name for name in staff_entrances(admin_client) if " action " in name}

    for name in sorted(orders - UNASKED.keys()):
        with subtests.test(name), undone():
            address, fields = staff.STAFF[name](admin_client)
            before = rows_by_table()
            chosen = {each: fields[each] for each in SELECTING}
            page = admin_client.post(address, chosen, secure=True)

            assert page.status_code == 200, "it does not ask"
            assert changed_tables(before) == []
            assert re.search(rf"\d|{NOTHING}", said_by(page)), "it counts nothing"
            assert not re.search(r"\b0 ", said_by(page)), "it counts what is nothing"
            assert unnamed(page.context.get("facts", ())) == []


# Buttons that remove something at once, and why that is right.
REMOVED_AT_ONCE = {"remove": "A number of a photo: the same page adds it again."}
REMOVING = re.compile("delete|remove|erase|forget")


def pages_beside(address: str) -> set[str]:
    """Return the page of an order, and that of the record which it is about."""
    record = re.match(r"(/admin/\w+/\w+/[^/]+/)[\w-]+/?$", address)
    return {address, *([record[1] + "change/"] if record else [])}


def test_on_every_page_with_a_button_that_removes(
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


def test_or_has_a_reason_why_not(admin_client: Client) -> None:
    assert UNASKED.keys() <= staff_entrances(admin_client)
