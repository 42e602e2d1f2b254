"""Staff's pages of tagging, opened and filled in as by a browser."""

import re
from typing import Any

from django.contrib.messages import get_messages
from django.db.models import Model
from django.test import Client

from foundation.staff.display import address_of_list, address_of_page
from foundation.staff.tests.staff_pages import opened_version
from tagging.models import Tagator

_SETTINGS = re.compile(r'name="opened_settings" value="(\d+)"')
NEW = {
    "email": "Kim@Example.org",
    "name": "Kim",
    "phone": "",
    "rate_per_task": "0.15",
    "rate_per_number": "0",
    "tasks_per_work": "30",
    "work_timeout_minutes": "45",
    "idle_cap_seconds": "120",
    "all_albums": "on",
}


def read(client: Client, address: str) -> str:
    """Return the page at an address, with single spaces."""
    answer = client.get(address, secure=True)
    assert answer.status_code == 200, address
    return " ".join(answer.content.decode().split())


def page_of(client: Client, record: Model) -> str:
    """Return the page of a record."""
    return read(client, address_of_page(type(record), record.pk))


def rows_at(client: Client, address: str) -> list[Any]:
    """Return the rows of the list at an address."""
    answer = client.get(address, secure=True)
    assert answer.status_code == 200
    return list(answer.context["cl"].result_list)


def beside(record: Model, part: str) -> str:
    """Return the address of a page that a button of the record's page opens."""
    return address_of_page(type(record), record.pk).removesuffix("change/") + part


def post(client: Client, address: str, **fields: Any) -> Any:
    """Send a form; return the next page."""
    return client.post(address, fields, follow=True, secure=True)


def act(client: Client, action: str, *records: Model, **fields: Any) -> Any:
    """Run an action of a list on these records; return the next page."""
    chosen = {"action": action, "_selected_action": [str(each.pk) for each in records], **fields}
    return post(client, address_of_list(type(records[0])), **chosen)


def tagator_form(client: Client, tagator: Tagator, **fields: Any) -> dict[str, Any]:
    """Open a tagger's page, and return its form with these fields changed."""
    page = client.get(address_of_page(Tagator, tagator.pk), secure=True).content.decode()
    found = _SETTINGS.search(page)
    assert found, page
    opened = {
        "opened_version": opened_version(client, tagator),
        "opened_settings": found[1],
        "email": tagator.email,
        "name": tagator.name,
    }
    return {**NEW, **opened, **fields}


def said(answer: Any) -> list[str]:
    """Return the messages that the page shows."""
    return [str(message) for message in get_messages(answer.wsgi_request)] or [
        str(message) for message in answer.context["messages"]
    ]
