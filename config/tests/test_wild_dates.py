"""A list of the staff's site that is narrowed to a date that cannot be…"""

import pytest
from django.contrib import admin
from django.contrib.auth.models import User
from django.test import Client

from foundation.staff.display import address_of_list

WILD = ["99999", "9999", "0", "-1", "20261", "x", "1" * 30]


@pytest.mark.django_db
@pytest.mark.usefixtures("one_frame")
def test_shows_a_page_and_does_not_fail(client: Client):
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
        for value in WILD
    ]

    statuses = {address: client.get(address, secure=True).status_code for address in asked}

    assert dated
    assert {address: status for address, status in statuses.items() if status >= 500} == {}
