"""Competitor services: where they are, and tokens that go in and never come out."""

from typing import Any
from uuid import uuid4

import pytest
from django.core.exceptions import ValidationError
from django.db import connection
from django.test import Client
from django.urls import reverse

from foundation.staff.tests import staff_pages
from foundation.staff.tests.staff_pages import change_page, form_errors
from recognition.commands.accounts.competitors import (
    AddCompetitorInstanceCommand,
    ChangeCompetitorInstanceCommand,
    CompetitorNameTaken,
    add_competitor_instance,
    change_competitor_instance,
)
from recognition.models import CompetitorInstance
from recognition.tests.factories import CompetitorInstanceFactory, TenantFactory

pytestmark = pytest.mark.django_db


def stored() -> str:
    with connection.cursor() as cursor:
        cursor.execute("SELECT token FROM recognition_competitorinstance")
        return str(cursor.fetchone()[0])


def save(client: Client, instance: CompetitorInstance, **data: Any) -> Any:
    given = {"name": instance.name, "base_url": instance.base_url, **data}
    return staff_pages.save(client, instance, **given)


def token() -> str:
    return str(CompetitorInstance.objects.get().token)


def test_competitor_services_have_their_token_encrypted_in_the_database() -> None:
    CompetitorInstanceFactory.create(token="t0ken")

    assert "t0ken" not in stored()
    assert token() == "t0ken"


def test_competitor_services_do_not_show_their_token(admin_client: Client) -> None:
    instance = CompetitorInstanceFactory.create(token="t0ken")

    page = admin_client.get(change_page(instance))

    assert page.status_code == 200
    assert "t0ken" not in page.content.decode()
    assert stored() not in page.content.decode()


def test_competitor_services_keep_their_token_where_none_is_given(admin_client: Client) -> None:
    instance = CompetitorInstanceFactory.create(token="t0ken")

    save(admin_client, instance, name="Renamed")

    assert (CompetitorInstance.objects.get().name, token()) == ("Renamed", "t0ken")


def test_competitor_services_take_a_new_token(admin_client: Client) -> None:
    instance = CompetitorInstanceFactory.create(token="t0ken")

    save(admin_client, instance, new_token="an0ther")

    assert token() == "an0ther"


def test_competitor_services_are_added_with_a_token(admin_client: Client) -> None:
    add = reverse("admin:recognition_competitorinstance_add")
    form = {"name": "Races", "base_url": "http://competitors:8300", "new_token": "t0ken"}

    admin_client.post(add, form, secure=True)

    instance = CompetitorInstance.objects.get()
    assert (instance.name, instance.base_url, token()) == (*list(form.values())[:2], "t0ken")


def test_competitor_services_keep_a_typed_token_while_another_field_is_wrong(admin_client):
    instance = CompetitorInstanceFactory.create(token="t0ken")

    page = save(admin_client, instance, base_url="nowhere", new_token="an0ther").content.decode()

    assert 'value="an0ther"' in page
    assert "t0ken" not in page


def test_competitor_services_change_as_their_next_version_and_only_where_they_differ(admin_client):
    instance = CompetitorInstanceFactory.create(token="t0ken")

    save(admin_client, instance)
    save(admin_client, instance, name="Renamed", new_token="an0ther")

    instance.refresh_from_db()
    assert (instance.version, instance.name, token()) == (2, "Renamed", "an0ther")


def test_competitor_services_have_a_name_that_no_other_has(admin_client: Client) -> None:
    CompetitorInstanceFactory.create(name="Taken")
    instance = CompetitorInstanceFactory.create(name="Free")

    answer = save(admin_client, instance, name="TAKEN")

    assert form_errors(answer) == {"__all__": ["Another competitor service has that name."]}
    assert CompetitorInstance.objects.filter(name="Free", version=1).exists()


def test_competitor_services_are_refused_a_name_that_another_was_given_meanwhile() -> None:
    CompetitorInstanceFactory.create(name="Taken")
    instance = CompetitorInstanceFactory.create(name="Free")
    wanted: dict[str, Any] = {"name": "taken", "base_url": "http://competitors"}

    with pytest.raises(CompetitorNameTaken):
        add_competitor_instance(
            AddCompetitorInstanceCommand(competitor_instance_id=uuid4(), **wanted)
        )
    with pytest.raises(CompetitorNameTaken):
        change_competitor_instance(
            ChangeCompetitorInstanceCommand(competitor_instance_id=instance.pk, **wanted)
        )

    names = CompetitorInstance.objects.order_by("name").values_list("name", flat=True)
    assert list(names) == ["Free", "Taken"]


@pytest.mark.parametrize(("used", "left"), [(True, 1), (False, 0)])
def test_competitor_services_are_deleted_unless_a_tenant_uses_them(admin_client, used, left):
    instance = CompetitorInstanceFactory.create()
    if used:
        TenantFactory.create(competitor_instance=instance)
    page = reverse("admin:recognition_competitorinstance_delete", args=[instance.pk])

    admin_client.post(page, {"post": "yes"}, secure=True)

    assert CompetitorInstance.objects.count() == left


def test_competitor_services_lose_their_token_on_request(admin_client: Client) -> None:
    instance = CompetitorInstanceFactory.create(token="t0ken")

    save(admin_client, instance, remove_token="on")

    assert token() == ""


@pytest.fixture
def unreadable(settings: Any) -> CompetitorInstance:
    """Return an instance whose token was written by a key that is gone."""
    instance: CompetitorInstance = CompetitorInstanceFactory.create(token="t0ken")
    settings.CREDENTIALS_KEYS = ["another key"]
    return instance


def test_competitor_services_have_their_page_also_where_no_key_reads_their_token(
    admin_client: Client, unreadable: CompetitorInstance
) -> None:
    assert admin_client.get(change_page(unreadable)).status_code == 200


def test_competitor_services_are_renamed_also_where_no_key_reads_their_token(
    admin_client: Client, unreadable: CompetitorInstance
) -> None:
    before = stored()

    save(admin_client, unreadable, name="Renamed")

    assert (CompetitorInstance.objects.get().name, stored()) == ("Renamed", before)


@pytest.mark.parametrize(
    ("given", "kept"), [({"new_token": "an0ther"}, "an0ther"), ({"remove_token": "on"}, "")]
)
def test_competitor_services_lose_a_token_that_no_key_reads(admin_client, unreadable, given, kept):
    save(admin_client, unreadable, **given)

    assert token() == kept


@pytest.mark.parametrize("address", ["http://competitors:8300/v1", "https://example.org"])
def test_competitor_services_may_be_at_any_address(admin_client: Client, address: str) -> None:
    save(admin_client, CompetitorInstanceFactory.create(), base_url=address)

    assert CompetitorInstance.objects.get().base_url == address


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
def test_competitor_services_are_at_the_address_of_a_service(address: str) -> None:
    with pytest.raises(ValidationError, match="base_url"):
        CompetitorInstanceFactory.build(base_url=address).full_clean()
