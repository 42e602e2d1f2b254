"""Credentials are encrypted at rest, never shown or logged, and their keys can be rotated."""

import json
from collections.abc import Iterator
from io import StringIO
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core.management import CommandError, call_command
from django.db import connection
from django.utils import timezone

from config.urls import routes_of
from foundation.fetching.pictures import Image
from foundation.rest.documents import build_document
from foundation.rest.groups import GROUPS
from recognition.commands.accounts.key_rotation import rotate_credentials
from recognition.models import Account, AccountSpace, CompetitorInstance
from recognition.models.encrypted import CredentialsUnreadable
from recognition.providers.faces import face_provider
from recognition.providers.failures import ProcessingFailure
from recognition.providers.start_lists import start_numbers_of
from recognition.tests.calls.processes import consume, process_photos_in
from recognition.tests.factories import (
    AccountFactory,
    AccountSpaceFactory,
    AlbumFactory,
    CompetitorInstanceFactory,
    published,
)

pytestmark = pytest.mark.django_db

SECRET = "S3CRET-of-the-account"


@pytest.fixture
def account() -> Account:
    found: Account = AccountFactory.create(credentials={"key": SECRET})
    return found


@pytest.fixture
def competitors() -> CompetitorInstance:
    found: CompetitorInstance = CompetitorInstanceFactory.create(token=SECRET)
    return found


def raw() -> dict[str, str]:
    """Return what the database holds, by record."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT id::text, credentials FROM recognition_account"
            " UNION ALL SELECT id::text, token FROM recognition_competitorinstance"
        )
        return dict(cursor.fetchall())


def test_the_database_never_sees_them(account: Account, competitors: CompetitorInstance) -> None:
    assert len(raw()) == 2
    assert SECRET not in str(raw())
    assert Account.objects.get().credentials == {"key": SECRET}
    assert CompetitorInstance.objects.get().token == SECRET


# --- Rotation -------------------------------------------------------------------------------------


def test_after_a_rotation_the_newest_key_alone_reads_all(account, competitors, settings):
    before = raw()
    settings.CREDENTIALS_KEYS = ["new", *settings.CREDENTIALS_KEYS]
    out = StringIO()

    call_command("rotate_credentials", stdout=out)

    settings.CREDENTIALS_KEYS = ["new"]
    assert out.getvalue() == "Encrypted again: 2.\n"
    assert set(before.values()).isdisjoint(raw().values())
    assert Account.objects.get().credentials == {"key": SECRET}
    assert CompetitorInstance.objects.get().token == SECRET


def test_without_a_rotation_the_old_key_is_needed(account: Account, settings: Any) -> None:
    settings.CREDENTIALS_KEYS = ["new"]

    with pytest.raises(CredentialsUnreadable):
        _ = Account.objects.get().credentials


def test_a_rotation_can_be_repeated_and_changes_no_version(account: Account) -> None:
    assert [rotate_credentials().rewritten for _ in range(2)] == [1, 1]
    assert Account.objects.get().version == account.version


def test_what_no_key_reads_is_named_and_left_and_the_rest_is_rotated(settings: Any) -> None:
    old = settings.CREDENTIALS_KEYS
    settings.CREDENTIALS_KEYS = ["lost"]
    lost = AccountFactory.create(credentials={"key": "x"})
    settings.CREDENTIALS_KEYS = ["new", *old]
    known = AccountFactory.create(credentials={"key": SECRET})
    before = raw()
    out = StringIO()

    with pytest.raises(CommandError, match=f"account {lost.pk}"):
        call_command("rotate_credentials", stdout=out)

    assert out.getvalue() == "Encrypted again: 1.\n"
    assert raw()[str(lost.pk)] == before[str(lost.pk)]
    assert raw()[str(known.pk)] != before[str(known.pk)]


# --- They are never shown -------------------------------------------------------------------------


def properties(schema: Any) -> Iterator[str]:
    if isinstance(schema, dict):
        yield from schema.get("properties", {})
        for part in schema.values():
            yield from properties(part)
    elif isinstance(schema, list):
        for part in schema:
            yield from properties(part)


@pytest.mark.parametrize("group", GROUPS, ids=lambda group: group.base)
def test_no_answer_of_the_api_has_a_place_for_them(group: Any) -> None:
    document = build_document(group, routes_of(group))
    shapes = document["components"]["schemas"]
    outputs = {name: shape for name, shape in shapes.items() if not name.endswith("Input")}

    held = {name for name, shape in outputs.items() if "credentials" in properties(shape)}

    assert held == set()


@pytest.mark.parametrize("record", ["account", "competitorinstance"])
def test_the_admin_does_not_show_them(client, account, competitors, record):
    client.force_login(User.objects.create_superuser("boss"))
    pk = account.pk if record == "account" else competitors.pk

    page = client.get(f"/admin/recognition/{record}/{pk}/change/")

    assert page.status_code == 200
    assert SECRET not in page.content.decode()


def test_no_log_holds_them_when_the_provider_fails(peers, account, caplog, capfd):
    caplog.set_level("DEBUG")
    account.store(base_url=peers.url("face-provider"))
    space: AccountSpace = AccountSpaceFactory.create(account=account)
    instance = CompetitorInstanceFactory.create(
        base_url=peers.url("competitor-service"), token=SECRET
    )
    album = AlbumFactory.create(
        face_account=account, face_space=space, tenant__competitor_instance=instance
    )
    peers.behave("face-provider", failureRate=1)
    peers.behave("competitor-service", failureRate=1)

    consume("photos.photo-published", published(album, imageUrl=peers.url("album", "/pixel.jpg")))
    process_photos_in(minutes=1)
    with pytest.raises(ProcessingFailure) as raised:
        start_numbers_of(album, timezone.now())
    with pytest.raises(ProcessingFailure):
        face_provider(account, space).search(Image(content=b"x", content_type="image/jpeg"))

    printed = capfd.readouterr()
    logged = caplog.text + printed.out + printed.err + json.dumps(raised.value.reason)
    assert peers.stats("face-provider")["requests"] > 0
    assert SECRET not in logged
    assert SECRET not in f"{account!r}{account}{instance!r}{vars(raised.value)}"
