"""Credentials are encrypted at rest, never shown or logged; their keys can be rotated, and lost…"""

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from io import StringIO
from typing import Any

import pytest
from django.conf import settings as deployed
from django.core.management import CommandError, call_command
from django.db import connection
from django.test import Client
from django.utils import timezone

from config.tests.api_documents import document_of
from foundation.fetching.pictures import Image
from foundation.rest.groups import GROUPS
from foundation.staff.tests.staff_pages import change_page, form_errors, save
from recognition.accounts.commands import UNREADABLE
from recognition.models import Account, AccountSpace, CompetitorInstance, Photo, Strategy
from recognition.numbers.start_lists import start_numbers_of
from recognition.providers.credentials import CredentialsUnreadable, rotate_credentials
from recognition.providers.faces import face_provider
from recognition.providers.failures import ProcessingFailure
from recognition.tests.calls.accounts import AWS, NEW, change, create, path
from recognition.tests.calls.api import faults_in, raced
from recognition.tests.calls.processes import consume, process_photos_in
from recognition.tests.factories import (
    AccountFactory,
    AccountSpaceFactory,
    AlbumFactory,
    CompetitorInstanceFactory,
    PhotoFactory,
    published,
)

pytestmark = pytest.mark.django_db

SECRET = "S3CRET-of-the-account"


@pytest.fixture
def account() -> Account:
    return AccountFactory.create(credentials={"key": SECRET})


@pytest.fixture
def competitors() -> CompetitorInstance:
    return CompetitorInstanceFactory.create(token=SECRET)


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


def test_after_a_rotation_the_newest_key_alone_reads_all(account, competitors, settings):
    before, old = raw(), settings.CREDENTIALS_KEYS
    settings.CREDENTIALS_KEYS = ["new", *old]
    out = StringIO()
    call_command("rotate_credentials", stdout=out)
    assert rotate_credentials().rewritten == 2  # it can be repeated

    settings.CREDENTIALS_KEYS = ["new"]
    assert out.getvalue() == "Encrypted again: 2.\n"
    assert set(before.values()).isdisjoint(raw().values())
    assert Account.objects.get().credentials == {"key": SECRET}
    assert Account.objects.get().version == account.version
    assert CompetitorInstance.objects.get().token == SECRET
    settings.CREDENTIALS_KEYS = old
    with pytest.raises(CredentialsUnreadable):
        _ = Account.objects.get().credentials


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
    document = document_of(group)
    shapes = document["components"]["schemas"]
    outputs = {name: shape for name, shape in shapes.items() if not name.endswith("Input")}

    held = {name for name, shape in outputs.items() if "credentials" in properties(shape)}

    assert held == set()


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


@pytest.fixture
def lost_key(settings: Any) -> AccountSpace:
    """Return a space whose account's credentials were written by a key that is gone."""
    space = AccountSpaceFactory.create(account__credentials={"key": "s3cret"})
    settings.CREDENTIALS_KEYS = ["another key"]
    return space


@pytest.mark.usefixtures("transactional_db")
def test_credentials_that_no_key_reads_stop_only_face_recognition(peers, lost_key):
    album = AlbumFactory.create(strategy=Strategy.NUMBER, face_space=lost_key)
    assert consume("photos.photo-published", published(album))
    photo = Photo.objects.get()
    assert photo.state == "AwaitingCallback"
    assert (photo.number_attempts, photo.face_attempts) == (0, 1)
    assert "credentials cannot be read" in photo.face_failure
    assert peers.stats("face-provider")["requests"] == 0
    with pytest.raises(CredentialsUnreadable):
        _ = Account.objects.get().credentials


@pytest.mark.usefixtures("transactional_db")
def test_credentials_that_are_readable_again_are_used(peers, lost_key, settings):
    Account.objects.update(base_url=peers.url("face-provider"))
    album = AlbumFactory.create(strategy=Strategy.DISABLED, face_space=lost_key)
    url, now = peers.url("album", "/pixel.jpg"), timezone.now()
    PhotoFactory.create(album=album, image_url=url, faces_next_attempt_on=now)
    process_photos_in(seconds=1)

    settings.CREDENTIALS_KEYS = ["another key", deployed.SECRET_KEY]
    process_photos_in(days=1)

    assert Photo.objects.get().face_recognized


@pytest.mark.process
def test_credentials_are_read_by_every_secret_key_by_default() -> None:
    environment = {
        **os.environ,
        "SECRET_KEY": "the newest",
        "SECRET_KEY_FALLBACKS": "an older,the oldest",
    }
    environment.pop("CREDENTIALS_KEYS", None)

    done = subprocess.run(
        [sys.executable, "-c", "from config import settings; print(settings.CREDENTIALS_KEYS)"],
        env=environment, capture_output=True, text=True, check=True,
    )  # fmt: skip

    assert done.stdout.strip() == "['the newest', 'an older', 'the oldest']"


def test_credentials_that_are_rotated_while_staff_save_their_record_stay_rotated(
    committed_staff, settings
):
    instance = CompetitorInstanceFactory.create(name="Old", token="t0ken")
    settings.CREDENTIALS_KEYS = ["new", *settings.CREDENTIALS_KEYS]

    raced(
        rotate_credentials,
        lambda: save(committed_staff, instance, name="New", base_url=instance.base_url),
    )

    settings.CREDENTIALS_KEYS = ["new"]
    saved = CompetitorInstance.objects.get()
    assert (saved.name, saved.token) == ("New", "t0ken")


@pytest.fixture
def unreadable(db: None, settings: Any) -> Account:
    """Return an account whose credentials were written by a key that is gone."""
    settings.CREDENTIALS_KEYS = ["gone"]
    found: Account = AccountFactory.create(
        name="Faces", provider="local", base_url=NEW["baseUrl"], credentials=NEW["credentials"]
    )
    settings.CREDENTIALS_KEYS = ["another key"]
    return Account.objects.get(pk=found.pk)


def as_stored() -> str:
    with connection.cursor() as cursor:
        cursor.execute("SELECT credentials FROM recognition_account")
        return str(cursor.fetchone()[0])


def test_account_without_its_key_is_shown_and_renamed_and_keeps_what_is_stored(manager, unreadable):
    before = as_stored()

    assert manager.get(path(unreadable)).status_code == 200
    assert manager.get(path()).json()["count"] == 1
    assert change(manager, unreadable, name="New").status_code == 200

    assert (Account.objects.get().name, as_stored()) == ("New", before)


@pytest.mark.parametrize("fields", [{"credentials": {"key": "new"}}, AWS])
def test_account_without_its_key_takes_new_credentials(manager, unreadable, fields):
    answer = change(manager, unreadable, **fields)

    assert (answer.status_code, answer["ETag"]) == (200, '"2"')
    assert Account.objects.get().credentials == fields["credentials"]


@pytest.mark.parametrize("fields", [{"baseUrl": "http://faces:1"}, {"provider": "sandbox"}])
def test_account_without_its_key_is_not_set_up_in_another_way_without_new_ones(
    manager, unreadable, fields
):
    before = as_stored()

    answer = change(manager, unreadable, name="New", **fields)

    assert (answer.status_code, faults_in(answer)) == (422, {"credentials": UNREADABLE})
    again = create(manager, accountId=str(unreadable.pk))  # it is not taken for the same
    assert (again.status_code, again.json()["code"]) == (409, "id-taken")
    assert (Account.objects.get().version, as_stored()) == (1, before)


def changed(client: Client, unreadable: Account, **fields: Any) -> Any:
    given = {"name": "Faces", "provider": "local", "base_url": NEW["baseUrl"], **fields}
    return save(client, unreadable, **given)


def test_account_without_its_key_is_changed_by_staff(admin_client, unreadable):
    before = as_stored()

    assert admin_client.get(change_page(unreadable)).status_code == 200
    moved = changed(admin_client, unreadable, base_url="http://faces:1")
    assert form_errors(moved) == {"__all__": [UNREADABLE]}
    changed(admin_client, unreadable, name="New")
    assert (Account.objects.get().name, as_stored()) == ("New", before)

    changed(admin_client, unreadable, credential_key="new")
    assert Account.objects.get().credentials == {"key": "new"}
