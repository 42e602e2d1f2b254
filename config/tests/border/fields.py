"""All fields by which something comes in: of bodies, queries and events, of filters, of forms."""

from collections.abc import Iterator
from importlib import import_module
from typing import Any

from django import forms
from django.conf import settings
from django.contrib import admin
from django.contrib.auth.models import User
from django.test import RequestFactory
from rest_framework import serializers

from foundation.rest.pagination import Filters
from foundation.rest.serializers import Input


def inputs() -> Iterator[tuple[str, serializers.Field[Any, Any, Any, Any]]]:
    """Yield each field of the shapes that are received, by its place; lists give their items."""
    import_module(settings.ROOT_URLCONF)  # and with it every shape
    for shape in _ours(Input):
        for name, field in shape().fields.items():
            yield from _leaves(f"{shape.__module__}.{shape.__name__}.{name}", field)


def _leaves(place: str, field: Any) -> Iterator[tuple[str, Any]]:
    yield place, field
    if (child := getattr(field, "child", None)) is not None:
        yield from _leaves(f"{place}[]", child)


def filters() -> Iterator[tuple[str, Any]]:
    """Yield each filter of a list of the API, by its place."""
    for found in _ours(Filters):
        for name, each in found.base_filters.items():
            yield f"{found.__module__}.{found.__name__}.{name}", each


def form_fields() -> Iterator[tuple[str, forms.Field]]:
    """Yield each field of a form that people fill in, by its place."""
    import_module(settings.ROOT_URLCONF)
    for form in (*_ours(forms.Form), *_ours(forms.ModelForm)):
        # The page of a record makes the fields of a record's form.
        for name, field in form.declared_fields.items():
            yield f"{form.__module__}.{form.__name__}.{name}", field
    yield from _fields_of_pages()


def _fields_of_pages() -> Iterator[tuple[str, forms.Field]]:
    request = RequestFactory().get("/")
    request.user = User.objects.create_superuser("walker")
    for model, page in admin.site._registry.items():
        if not (page.has_add_permission(request) or page.has_change_permission(request)):
            continue
        for change in (False, True):
            record = model() if change else None
            form: Any = page.get_form(request, record, change=change)
            for name, field in form.base_fields.items():
                yield f"{model._meta.label} {'change' if change else 'add'} {name}", field
            for inline in page.get_inline_instances(request, record) if change else ():
                rows: Any = inline.get_formset(request, record)
                for name, field in rows.form.base_fields.items():
                    yield f"{model._meta.label} {inline.model.__name__} {name}", field


def _ours(kind: Any) -> Iterator[Any]:
    for each in kind.__subclasses__():
        module = import_module(each.__module__.partition(".")[0]).__file__ or ""
        is_ours = module.startswith(str(settings.BASE_DIR)) and "site-packages" not in module
        if is_ours and ".tests." not in each.__module__:
            yield each
        yield from _ours(each)
