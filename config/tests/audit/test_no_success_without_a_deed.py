"""Staff read of a success only where something was changed…"""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from django.apps import apps
from django.conf import settings
from django.contrib import admin, messages
from django.contrib.messages import get_messages
from django.contrib.messages.storage.base import BaseStorage
from django.test import Client, RequestFactory
from django_celery_beat.models import PeriodicTasks

from config.tests.audit import staff
from config.tests.audit.test_every_entrance import undone
from config.tests.forms.records import changeable, page_of
from config.tests.forms.stored import rows_by_table
from config.tests.walking import Shown
from foundation.messaging.models import LongJob
from foundation.staff.actions import NOTHING
from foundation.staff.staff_admin import StaffAdmin

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("one_frame")]
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


def test_when_an_order_of_staff_is_sent_twice(
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


def test_when_a_page_is_saved_as_it_is_shown(
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


def test_for_all_admins():
    registered = admin.site._registry.values()

    others = [each for each in registered if not isinstance(each, StaffAdmin)]

    assert others == []


def test_in_no_other_words():
    folders = [settings.BASE_DIR / app for app in settings.OWN_FOLDERS]
    sources = [path for app in folders for path in app.rglob("*.py") if "tests" not in path.parts]

    direct = [path.name for path in sources if "messages.success(" in path.read_text()]

    assert direct == ["actions.py"]
