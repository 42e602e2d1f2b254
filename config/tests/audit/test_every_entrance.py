"""Every entrance that changes something leaves exactly one row of the audit for each order.

The entrances are walked: addresses of the APIs, forms, actions and buttons of the staff's site, all
other addresses, commands of `manage.py`. A new one fails here until a module of orders has a
scenario for it, or `no_orders` the reason why it is no order.
"""

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from io import StringIO
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from django.apps import apps
from django.contrib.auth.models import User
from django.core.management import call_command
from django.db import transaction
from django.db.models import Max, Model
from django.test import Client
from django.urls import resolve
from django.utils.html import strip_tags

from config.tests.audit import no_orders, orders_of_apis, orders_of_commands, orders_of_pages, staff
from config.tests.audit.entrances import (
    api_entrances,
    body_of,
    command_entrances,
    filled,
    page_entrances,
    staff_entrances,
)
from foundation.records.models import AuditEntry
from foundation.rest.groups import GROUPS
from foundation.rest.roles import ROLES
from foundation.rest.tests.conftest import Caller, caller
from foundation.staff.page_parts import rows_about
from tagging.tests.factories import PASSWORD

__all__ = ["caller"]

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("one_frame")]


class Undone(Exception):
    """Rolls a scenario back."""


def assert_known(entrances: Iterable[str], *known: Iterable[str]) -> None:
    listed = {name for names in known for name in names}
    unknown, gone = sorted(set(entrances) - listed), sorted(listed - set(entrances))
    assert not unknown, "without a scenario or a reason:\n" + "\n".join(unknown)
    assert not gone, "no entrances any more:\n" + "\n".join(gone)


def test_each_entrance_of_the_apis_is_known():
    assert_known(api_entrances(), orders_of_apis.API, no_orders.API)


def test_each_entrance_of_the_staffs_site_is_known(admin_client: Client):
    found = staff_entrances(admin_client)

    assert_known(found, staff.STAFF, no_orders.STAFF)


def test_each_other_address_is_known():
    documents = tuple(f"{group.base}/{what}" for group in GROUPS for what in ("schema", "docs"))
    found = {path for path in page_entrances() if not path.startswith(documents)}

    assert_known(found, orders_of_pages.PAGES, no_orders.PAGES)


def test_each_command_is_known():
    assert_known(command_entrances(), orders_of_commands.COMMANDS, no_orders.COMMANDS)


def test_each_order_over_the_apis_leaves_one_row_with_old_and_new(
    caller: Caller, subtests: pytest.Subtests
):
    client, entrances = caller(*ROLES, username="ann", password=PASSWORD), api_entrances()
    for name, scenario in orders_of_apis.API.items():
        with subtests.test(name), undone():
            given, endpoint = scenario(), entrances[name]
            send = getattr(client, endpoint.method)
            body = given.pop("body", None) or body_of(endpoint)
            shape = given.pop("format", "json")
            before = last_row()
            answer = send(filled(endpoint.path, given), body, format=shape)
            assert_one_row_since(before, "ann", answer, SEVERAL.get(name, 1))


def test_each_order_of_staff_leaves_one_row_a_record_in_its_history(
    admin_client: Client, subtests: pytest.Subtests
):
    for name, scenario in staff.STAFF.items():
        with subtests.test(name), undone():
            address, fields = scenario(admin_client)
            record = record_of_page(name, resolve(urlsplit(address).path).kwargs)
            before = last_row()
            answer = admin_client.post(address, fields, secure=True)
            assert_one_row_since(before, "admin", answer, SEVERAL.get(name, 1))
            if record and "erase" not in address and name not in OF_OTHERS:
                assert AuditEntry.objects.filter(rows_about(record), pk__gt=before).exists()


def test_each_order_on_another_page_leaves_one_row(
    admin_user: User, settings: Any, subtests: pytest.Subtests
):
    for name, scenario in orders_of_pages.PAGES.items():
        with subtests.test(name), undone():
            settings.STAFF_TWO_FACTOR = "required" if "second-step" in name else "off"
            client, address, fields = scenario(User.objects.get(pk=admin_user.pk))
            before = last_row()
            answer = client.post(address, fields, secure=True)
            assert_one_row_since(before, "admin", answer)


def test_each_command_leaves_one_row(
    db: None, subtests: pytest.Subtests, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr("getpass.getpass", lambda prompt: "correct-horse-battery")
    for name, scenario in orders_of_commands.COMMANDS.items():
        with subtests.test(name), undone():
            arguments = scenario(tmp_path)
            before = last_row()
            call_command(name, *arguments, stdout=StringIO())
            assert_one_row_since(before, f"(manage.py {name})", None)


@contextmanager
def undone() -> Iterator[None]:
    with suppress(Undone), transaction.atomic():
        yield
        raise Undone


def last_row() -> int:
    last: int = AuditEntry.objects.aggregate(last=Max("pk", default=0))["last"]
    return last


def wrong_in(answer: Any) -> Any:
    """Return the errors of a page that shows its form again; else the end of its text."""
    errors = (getattr(answer, "context", None) or {}).get("errors")
    return errors or " ".join(strip_tags(getattr(answer, "content", b"").decode()).split())[-500:]


# The program's order, and the place of each of the two formulas that change theirs; the task for
# many, and the one task that it gave.
SEVERAL = {
    "FormulaViews.order": 3,
    "rewards.rewardformula action move_down": 3,
    "rewards.rewardformula action move_up": 3,
    "programs.taskassignment <path:object_id>/undo/": 2,
}


def assert_one_row_since(before: int, actor: str, answer: Any, records: int = 1) -> None:
    """Assert that an order left one row a record, and a row of so many records."""
    rows = AuditEntry.objects.filter(pk__gt=before)
    assert rows.count() == records, wrong_in(answer)
    assert rows.values("record_id").distinct().count() == records
    for entry in rows:
        assert entry.actor.endswith(actor)
        assert entry.record_type
        assert all(old != new for old, new in entry.changes.values()), entry.changes
        assert entry.changes or entry.action not in ("Created", "Changed", "Deleted")


# What was looked for stands with the selfie.
OF_OTHERS = {"recognition.album <path:object_id>/find-runner/"}


def record_of_page(name: str, key: Mapping[str, Any]) -> Model | None:
    """Return the record whose page, or button, an order is sent from; None: a list's, or gone."""
    app, model = name.split(maxsplit=1)[0].split(".")
    if not key or name.endswith(" delete"):
        return None
    [first] = list(key.values())[:1]
    found: Model | None = apps.get_model(app, model)._default_manager.filter(pk=first).first()
    return found
