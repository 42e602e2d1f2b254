"""Addresses and links within the staff's site; what a reader may not see is a text, no link."""

from copy import copy
from typing import Any, Self
from urllib.parse import urlencode

from django.apps import apps
from django.contrib import admin
from django.db.models import Model
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.html import format_html


def has_pages(model: type[Model]) -> bool:
    """Return whether the staff's site has pages of the model's records."""
    return admin.site.is_registered(model)


def may_see(request: HttpRequest, model: type[Model]) -> bool:
    """Return whether this user may see the pages of a model's records."""
    return bool(admin.site.get_model_admin(model).has_view_permission(request))


def address_of_list(model: type[Model], **filters: Any) -> str:
    """Return the address of the list of a model's records, with these filters."""
    address = reverse(f"admin:{model._meta.app_label}_{model._meta.model_name}_changelist")
    return f"{address}?{urlencode(filters)}" if filters else address


def address_of_page(model: type[Model], key: Any) -> str:
    return reverse(f"admin:{model._meta.app_label}_{model._meta.model_name}_change", args=[key])


def address_by_label(label: str, key: Any) -> str:
    """Return the address of a record's page; `app.model` is the label of a model above."""
    return reverse(f"admin:{label.lower().replace('.', '_')}_change", args=[key])


def link_to(
    model: type[Model], key: Any, text: object = "", reader: HttpRequest | None = None
) -> str:
    """Return a link to a record's page, with its key as text if none is given.

    :param reader: the request of a user who perhaps may not see the model's records: then it is
        the text alone. Not needed among records that the same rights open.
    """
    shown = text or key
    if reader is not None and not may_see(reader, model):
        return str(shown)
    return link(address_of_page(model, key), shown)


def link(address: str, text: object) -> str:
    classes = "text-primary-600 dark:text-primary-500 whitespace-nowrap"
    return format_html('<a href="{}" class="{}">{}</a>', address, classes, text)


def link_by_label(label: str, key: Any, text: object, reader: HttpRequest | None) -> str:
    """Return a link to the page of a record of a model above, for those who may see it."""
    if reader is None or not may_see(reader, apps.get_model(label)):
        return str(text)
    return wrapping_link(address_by_label(label, key), text)


def wrapping_link(address: str, text: object) -> str:
    """Return a link whose text may wrap, so that the tables fit a phone."""
    return format_html('<a href="{}" class="text-link">{}</a>', address, text)


class KnowsReader:
    """An admin whose columns and fields know who reads: each request has a copy, with `reader`."""

    reader: HttpRequest

    def changelist_view(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        own = self._read_by(request)
        page: HttpResponse = super(KnowsReader, own).changelist_view(request, *args, **kwargs)  # type: ignore[misc]
        return page

    def changeform_view(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        own = self._read_by(request)
        page: HttpResponse = super(KnowsReader, own).changeform_view(request, *args, **kwargs)  # type: ignore[misc]
        return page

    def _read_by(self, request: HttpRequest) -> Self:
        own = copy(self)
        own.reader = request
        return own
