"""Competitor services: where they are, and tokens that go in and never come out."""

from typing import Any

import pytest
from django.core.exceptions import ValidationError
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.test import Client
from django.urls import reverse

from recognition.models import CompetitorInstance
from recognition.tests.factories import CompetitorInstanceFactory

pytestmark = pytest.mark.django_db


def stored() -> str:
    with connection.cursor() as cursor:
        cursor.execute("SELECT token FROM recognition_competitorinstance")
        return str(cursor.fetchone()[0])


def page_of(instance: CompetitorInstance) -> str:
    return reverse("admin:recognition_competitorinstance_change", args=[instance.pk])


def save(client: Client, instance: CompetitorInstance, **data: Any) -> None:
    given = {"name": instance.name, "base_url": instance.base_url, **data}
    assert client.post(page_of(instance), given).status_code == 302


def token() -> str:
    return str(CompetitorInstance.objects.get().token)


def test_have_their_token_encrypted_in_the_database() -> None:
    CompetitorInstanceFactory.create(token="t0ken")

    assert "t0ken" not in stored()
    assert token() == "t0ken"


def test_do_not_show_their_token(admin_client: Client) -> None:
    instance = CompetitorInstanceFactory.create(token="t0ken")

    page = admin_client.get(page_of(instance))

    assert page.status_code == 200
    assert "t0ken" not in page.content.decode()
    assert stored() not in page.content.decode()


def test_keep_their_token_where_none_is_given(admin_client: Client) -> None:
    instance = CompetitorInstanceFactory.create(token="t0ken")

    save(admin_client, instance, name="Renamed")

    assert (CompetitorInstance.objects.get().name, token()) == ("Renamed", "t0ken")


def test_take_a_new_token(admin_client: Client) -> None:
    instance = CompetitorInstanceFactory.create(token="t0ken")

    save(admin_client, instance, new_token="an0ther")

    assert token() == "an0ther"


def test_lose_their_token_on_request(admin_client: Client) -> None:
    instance = CompetitorInstanceFactory.create(token="t0ken")

    save(admin_client, instance, remove_token="on")

    assert token() == ""


@pytest.fixture
def unreadable(settings: Any) -> CompetitorInstance:
    """Return an instance whose token was written by a key that is gone."""
    instance: CompetitorInstance = CompetitorInstanceFactory.create(token="t0ken")
    settings.CREDENTIALS_KEYS = ["another key"]
    return instance


def test_have_their_page_also_where_no_key_reads_their_token(
    admin_client: Client, unreadable: CompetitorInstance
) -> None:
    assert admin_client.get(page_of(unreadable)).status_code == 200


def test_are_renamed_also_where_no_key_reads_their_token(
    admin_client: Client, unreadable: CompetitorInstance
) -> None:
    before = stored()

    save(admin_client, unreadable, name="Renamed")

    assert (CompetitorInstance.objects.get().name, stored()) == ("Renamed", before)


@pytest.mark.parametrize(
    ("given", "kept"), [({"new_token": "an0ther"}, "an0ther"), ({"remove_token": "on"}, "")]
)
def test_lose_a_token_that_no_key_reads(
    admin_client: Client, unreadable: CompetitorInstance, given: dict[str, str], kept: str
) -> None:
    save(admin_client, unreadable, **given)

    assert token() == kept


def migrate(name: str) -> Any:
    executor = MigrationExecutor(connection)
    executor.migrate([("recognition", name)])
    return executor.loader.project_state(("recognition", name)).apps


def migrate_wholly() -> None:
    executor = MigrationExecutor(connection)
    executor.migrate(executor.loader.graph.leaf_nodes())


@pytest.mark.parametrize("before", ["t0ken", ""])
def test_from_before_get_their_token_encrypted_and_back(before: str) -> None:
    old = migrate("0001_initial").get_model("recognition", "CompetitorInstance")
    old.objects.create(name="Old", base_url="http://example.org", token=before)

    migrate("0002_encrypt_competitor_tokens")
    encrypted = stored()
    migrate("0001_initial")
    decrypted = stored()
    migrate_wholly()

    assert encrypted not in ("t0ken", "")
    assert (decrypted, token()) == (before, before)


@pytest.mark.parametrize("address", ["http://competitors:8300/v1", "https://example.org"])
def test_may_be_anywhere(address: str) -> None:
    CompetitorInstanceFactory.build(base_url=address).full_clean()


@pytest.mark.parametrize("address", ["competitors:8300", "ftp://competitors", "http://a b", ""])
def test_are_asked_over_http_only(address: str) -> None:
    with pytest.raises(ValidationError, match="base_url"):
        CompetitorInstanceFactory.build(base_url=address).full_clean()
