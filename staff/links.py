"""Addresses of the staff's site, and links to its records."""

from typing import Any
from urllib.parse import urlencode

from django.db.models import Model
from django.urls import reverse
from django.utils.html import format_html


def address_of_list(model: type[Model], **filters: Any) -> str:
    """Return the address of the list of a model's records, narrowed by these filters."""
    address = reverse(f"admin:{model._meta.app_label}_{model._meta.model_name}_changelist")
    return f"{address}?{urlencode(filters)}" if filters else address


def address_of_page(model: type[Model], key: Any) -> str:
    """Return the address of the page of a model's record."""
    name = f"admin:{model._meta.app_label}_{model._meta.model_name}_change"
    return reverse(name, args=[key])


def link_to(model: type[Model], key: Any, text: object = "") -> str:
    """Return a link to the page of a record, with its key where no other text is given."""
    return link(address_of_page(model, key), text or key)


def link(address: str, text: object) -> str:
    """Return a link within the site."""
    classes = "text-primary-600 dark:text-primary-500 whitespace-nowrap"
    return format_html('<a href="{}" class="{}">{}</a>', address, classes, text)
