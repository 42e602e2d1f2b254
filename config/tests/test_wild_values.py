"""A list that is narrowed by what no record can have, and a form of what no field can take…"""

from typing import Any

import pytest
from django.contrib import admin
from django.contrib.auth.models import User
from django.test import Client, RequestFactory
from django.urls import reverse

from foundation.staff.display import address_of_list

WILD = ["\0", "x", "-1", "9" * 30]


def parameters(options: "admin.ModelAdmin[Any]") -> set[str]:
    """Return the names by which a list is filtered."""
    found = set()
    for each in options.list_filter:
        name = each[0] if isinstance(each, tuple) else each
        found.add(name if isinstance(name, str) else getattr(name, "parameter_name", ""))
    return found


@pytest.mark.django_db
@pytest.mark.usefixtures("one_frame")
def test_shows_a_page_and_does_not_fail(client: Client):
    client.force_login(User.objects.create_superuser("boss"))
    asked = [
        address_of_list(model, **{name: value})
        for model, options in admin.site._registry.items()
        for name in parameters(options)
        for value in WILD
    ]
    client.raise_request_exception = False

    statuses = {address: client.get(address, secure=True).status_code for address in asked}

    assert asked
    assert {address: status for address, status in statuses.items() if status >= 500} == {}


@pytest.mark.django_db
@pytest.mark.usefixtures("one_frame")
def test_no_page_of_a_record_fails_at_an_id_that_none_can_have(client: Client):
    client.force_login(User.objects.create_superuser("boss"))
    pages = [
        reverse(f"admin:{model._meta.app_label}_{model._meta.model_name}_{page}", args=["x"])
        for model in admin.site._registry
        for page in ("change", "delete", "history")
    ]
    client.raise_request_exception = False

    statuses = {page: client.get(page, secure=True).status_code for page in pages}

    assert {page: status for page, status in statuses.items() if status >= 500} == {}


WILD_DATES = ["99999", "9999", "0", "-1", "20261", "x", "1" * 30]


@pytest.mark.django_db
@pytest.mark.usefixtures("one_frame")
def test_a_date_that_cannot_be_shows_a_page_and_does_not_fail(client: Client):
    client.force_login(User.objects.create_superuser("boss"))
    dated = {
        model: options.date_hierarchy
        for model, options in admin.site._registry.items()
        if options.date_hierarchy
    }
    asked = [
        address_of_list(model, **{f"{field}__{part}": value})
        for model, field in dated.items()
        for part in ("year", "month", "day")
        for value in WILD_DATES
    ]

    statuses = {address: client.get(address, secure=True).status_code for address in asked}

    assert dated
    assert {address: status for address, status in statuses.items() if status >= 500} == {}


@pytest.mark.django_db
@pytest.mark.parametrize("value", ["x", "\0", "-1", "9" * 30])
def test_a_form_of_wild_values_is_shown_again_and_does_not_fail(client: Client, value: str):
    request = RequestFactory().get("/")
    request.user = User.objects.create_superuser("boss")
    client.force_login(request.user)
    client.raise_request_exception = False
    statuses = {}

    for model, options in admin.site._registry.items():
        if options.has_add_permission(request):
            form: Any = options.get_form(request, None)
            page = reverse(f"admin:{model._meta.app_label}_{model._meta.model_name}_add")
            sent = dict.fromkeys(form.base_fields, value)
            answer = client.post(page, sent, secure=True)
            statuses[page] = answer.status_code
            assert "is violated" not in answer.content.decode(), page

    assert len(statuses) > 10
    assert {page: status for page, status in statuses.items() if status >= 500} == {}
