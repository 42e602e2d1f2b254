"""Competitor services: where they are, and tokens that go in and never come out."""

from typing import Any
from uuid import uuid4

import pytest
from django.core.exceptions import ValidationError
from django.test import Client
from django.urls import reverse

from foundation.staff.tests import staff_pages
from foundation.staff.tests.staff_pages import form_errors
from recognition.accounts.competitors import (
    AddCompetitorInstanceCommand,
    ChangeCompetitorInstanceCommand,
    CompetitorNameTaken,
    add_competitor_instance,
    change_competitor_instance,
)
from recognition.models import CompetitorInstance
from recognition.tests.factories import CompetitorInstanceFactory, TenantFactory

pytestmark = pytest.mark.django_db


def save(client: Client, instance: CompetitorInstance, **data: Any) -> Any:
    given = {"name": instance.name, "base_url": instance.base_url, **data}
    return staff_pages.save(client, instance, **given)


def token() -> str:
    return str(CompetitorInstance.objects.get().token)


@pytest.mark.parametrize(
    ("given", "kept", "version"),
    [
        ({}, "t0ken", 1),
        ({"name": "Renamed"}, "t0ken", 2),
        ({"name": "Renamed", "new_token": "an0ther"}, "an0ther", 2),
        ({"remove_token": "on"}, "", 2),
    ],
)
def test_competitor_services_are_added_and_change_where_they_differ(
    admin_client, given, kept, version
):
    form = {"name": "Races", "base_url": "http://competitors:8300", "new_token": "t0ken"}
    admin_client.post(reverse("admin:recognition_competitorinstance_add"), form, secure=True)
    instance = CompetitorInstance.objects.get()
    assert (instance.name, instance.base_url, token()) == tuple(form.values())
    page = save(admin_client, instance, base_url="nowhere", new_token="wr0ng").content.decode()
    assert 'value="wr0ng"' in page  # what was typed stays
    assert "t0ken" not in page

    save(admin_client, instance, **given)

    instance.refresh_from_db()
    assert (instance.version, token()) == (version, kept)
    assert instance.name == given.get("name", "Races")


def test_competitor_services_have_a_name_that_no_other_has(admin_client):
    CompetitorInstanceFactory.create(name="Taken")
    instance = CompetitorInstanceFactory.create(name="Free")
    wanted: dict[str, Any] = {"name": "taken", "base_url": "http://competitors"}

    answer = save(admin_client, instance, name="TAKEN")

    assert form_errors(answer) == {"__all__": ["Another competitor service has that name."]}
    with pytest.raises(CompetitorNameTaken):
        add_competitor_instance(
            AddCompetitorInstanceCommand(competitor_instance_id=uuid4(), **wanted)
        )
    with pytest.raises(CompetitorNameTaken):
        change_competitor_instance(
            ChangeCompetitorInstanceCommand(competitor_instance_id=instance.pk, **wanted)
        )
    names = CompetitorInstance.objects.order_by("name").values_list("name", "version")
    assert list(names) == [("Free", 1), ("Taken", 1)]


@pytest.mark.parametrize(("used", "left"), [(True, 1), (False, 0)])
def test_competitor_services_are_deleted_unless_a_tenant_uses_them(admin_client, used, left):
    instance = CompetitorInstanceFactory.create()
    if used:
        TenantFactory.create(competitor_instance=instance)
    page = reverse("admin:recognition_competitorinstance_delete", args=[instance.pk])

    admin_client.post(page, {"post": "yes"}, secure=True)

    assert CompetitorInstance.objects.count() == left


@pytest.mark.parametrize(
    "address",
    [
        "competitors:8300",
        "ftp://competitors",
        "http://a b",
        "http://",
        "",
        "http://ann:pw@competitors",
        "http://competitors/?key=1",
        "http://competitors/#lists",
    ],
)
def test_competitor_services_are_at_the_address_of_a_service(address):
    with pytest.raises(ValidationError, match="base_url"):
        CompetitorInstanceFactory.build(base_url=address).full_clean()
