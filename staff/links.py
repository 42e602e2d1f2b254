"""Addresses and links within the staff's site."""

from typing import Any
from urllib.parse import urlencode

from django.db.models import Model
from django.urls import reverse
from django.utils.html import format_html


def address_of_list(model: type[Model], **filters: Any) -> str:
    """Return the address of the list of a model's records, with these filters."""
    address = reverse(f"admin:{model._meta.app_label}_{model._meta.model_name}_changelist")
    return f"{address}?{urlencode(filters)}" if filters else address


def address_of_page(model: type[Model], key: Any) -> str:
    return reverse(f"admin:{model._meta.app_label}_{model._meta.model_name}_change", args=[key])


def address_by_label(label: str, key: Any) -> str:
    """Return the address of a record's page; `app.model` is the label of a model above."""
    return reverse(f"admin:{label.lower().replace('.', '_')}_change", args=[key])


def link_to(model: type[Model], key: Any, text: object = "") -> str:
    """Return a link to a record's page, with its key as text if none is given."""
    return link(address_of_page(model, key), text or key)


def link(address: str, text: object) -> str:
    classes = "text-primary-600 dark:text-primary-500 whitespace-nowrap"
    return format_html('<a href="{}" class="{}">{}</a>', address, classes, text)
