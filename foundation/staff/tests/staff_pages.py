"""Staff's pages, filled in as by a browser: hidden fields are sent back."""

import re
from typing import Any

from django.test import Client
from django.urls import reverse

_OPENED = re.compile(r'<input type="hidden" name="opened_version" value="(\d+)"')


def change_page(record: Any) -> str:
    """Return the address of the page where a record is changed."""
    meta = record._meta
    return reverse(f"admin:{meta.app_label}_{meta.model_name}_change", args=[record.pk])


def opened_version(staff: Client, record: Any) -> str:
    """Open the page of a record, and return the version on it."""
    page = staff.get(change_page(record), secure=True).content.decode()
    found = _OPENED.search(page)
    assert found, page
    return found[1]


def save(staff: Client, record: Any, **fields: Any) -> Any:
    """Open the page of a record, fill it in, send it, and return the next page."""
    return send(staff, record, opened_version(staff, record), **fields)


def send(staff: Client, record: Any, opened: str, **fields: Any) -> Any:
    """Send the page of a record, opened at this version, and return the next page."""
    fields["opened_version"] = opened
    answer = staff.post(change_page(record), fields, secure=True, follow=True)
    assert answer.status_code == 200
    return answer


def form_errors(answer: Any) -> dict[str, list[str]]:
    """Return the errors of the form that is shown again."""
    errors: dict[str, list[str]] = answer.context["adminform"].form.errors
    return errors
