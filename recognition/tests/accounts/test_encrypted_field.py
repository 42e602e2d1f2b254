"""Credentials: encrypted at rest, read by any of the keys, and needed only where they are used."""

import os
import subprocess
import sys
from typing import Any

import pytest
from django.conf import settings as deployed
from django.test import Client
from django.utils import timezone

from foundation.staff.tests.staff_pages import save
from recognition.commands.accounts.key_rotation import rotate_credentials
from recognition.models import Account, AccountSpace, CompetitorInstance, Photo, Strategy
from recognition.tests.calls.api import raced
from recognition.tests.calls.processes import consume, process_photos_in
from recognition.tests.factories import (
    AccountSpaceFactory,
    AlbumFactory,
    CompetitorInstanceFactory,
    PhotoFactory,
    published,
)

pytestmark = pytest.mark.usefixtures("transactional_db")


@pytest.fixture
def lost_key(settings: Any) -> AccountSpace:
    """Return a space whose account's credentials were written by a key that is gone."""
    space = AccountSpaceFactory.create(account__credentials={"key": "s3cret"})
    settings.CREDENTIALS_KEYS = ["another key"]
    return space


def test_credentials_that_no_key_reads_stop_only_face_recognition(peers, lost_key):
    album = AlbumFactory.create(
        strategy=Strategy.NUMBER, face_account=lost_key.account, face_space=lost_key
    )

    assert consume("photos.photo-published", published(album))

    photo = Photo.objects.get()
    assert photo.state == "AwaitingCallback"
    assert (photo.number_attempts, photo.face_attempts) == (0, 1)
    assert "credentials cannot be read" in photo.face_failure
    assert peers.stats("face-provider")["requests"] == 0


def test_credentials_that_are_readable_again_are_used(peers, lost_key, settings):
    Account.objects.update(base_url=peers.url("face-provider"))
    album = AlbumFactory.create(
        strategy=Strategy.DISABLED, face_account=lost_key.account, face_space=lost_key
    )
    PhotoFactory.create(
        album=album,
        image_url=peers.url("album", "/pixel.jpg"),
        faces_next_attempt_on=timezone.now(),
    )
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
    committed_staff: Client, settings: Any
) -> None:
    instance = CompetitorInstanceFactory.create(name="Old", token="t0ken")
    settings.CREDENTIALS_KEYS = ["new", *settings.CREDENTIALS_KEYS]

    raced(
        rotate_credentials,
        lambda: save(committed_staff, instance, name="New", base_url=instance.base_url),
    )

    settings.CREDENTIALS_KEYS = ["new"]
    saved = CompetitorInstance.objects.get()
    assert (saved.name, saved.token) == ("New", "t0ken")
