"""Erasing a person, until it is done everywhere: it…"""

import json
import os
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from time import sleep
from typing import Any
from uuid import UUID, uuid4

import pytest
from django.conf import settings
from django.db import connection, transaction
from django.utils import timezone
from psycopg import connect

from foundation.messaging import jobs
from foundation.messaging.jobs import JobKind, kind_of
from foundation.messaging.models import OutboxMessage
from foundation.privacy.models import Erasure
from foundation.privacy.tests.play.erasing import erased
from recognition.albums.commands import (
    ChangeAlbumRecognitionSettingsCommand,
    change_album_recognition_settings,
)
from recognition.erasing.ordering import erase_person
from recognition.models import (
    AccountSpace,
    Album,
    Callback,
    KnownFace,
    Photo,
    PhotoPerson,
    Selfie,
    SelfieState,
    Strategy,
)
from recognition.selfies.recognising import RecogniserAway
from recognition.tests.erasing.ordered import ANN, BOB, order, photo_of
from recognition.tests.factories import AccountSpaceFactory, AlbumFactory, PhotoFactory
from recognition.wire.picture_copies import PictureSize
from tools.sandbox.client import SandboxClient

pytestmark = pytest.mark.django_db


def test_is_written_to_the_file_before_anything_is_erased(album, erasures_file):
    photo_of(album, ANN, numbers=("42",))
    erasure = erase_person(order(album))

    erased(erasure)

    [line] = map(json.loads, erasures_file.read_text().splitlines())
    assert line["erasureId"] == str(erasure.pk)
    assert line["subject"]["persons"] == [ANN]
    assert line["subject"]["albums"] == [{"id": str(album.pk), "numbers": ["42"]}]
    assert erasures_file.stat().st_mode & 0o777 == 0o600
    assert Callback.objects.count() == 0


def test_waits_for_a_transaction_that_is_older_and_no_longer(album: Album) -> None:
    photo_of(album, ANN)
    with connect(os.environ["DATABASE_URL"], dbname=str(connection.settings_dict["NAME"])) as other:
        other.execute("SELECT 1")  # begins a transaction
        erasure, claim = erase_person(order(album)), uuid4()
        jobs.claim(Erasure, erasure.pk, claim)
        kind = kind_of(Erasure)

        during = [_position_after(kind, erasure, claim) for _ in range(3)]
        other.commit()
        # The server may have older ones of its own, such as an autovacuum's.
        for _ in range(50):
            after = _position_after(kind, erasure, claim)
            if "waitsFor" not in after:
                break
            sleep(0.1)

    assert [position["part"] for position in during] == [0, 0, 0]
    assert all("waitsFor" in position for position in during)
    assert after == {"part": 0, "at": None}


def test_goes_on_after_a_kill_at_any_portion(album: Album) -> None:
    photos = [photo_of(album, ANN, BOB) for _ in range(3)]
    Selfie.objects.create(album=album, state=SelfieState.NOT_FOUND)
    erasure, kind, portions = erase_person(order(album)), kind_of(Erasure), 0

    while not (erasure := Erasure.objects.get(pk=erasure.pk)).is_over:
        claim = uuid4()
        Erasure.objects.update(claim_id=None)
        jobs.claim(Erasure, erasure.pk, claim)
        kind.prepare(erasure.pk)
        with suppress(_Killed), transaction.atomic():
            kind.portion(Erasure.objects.get(pk=erasure.pk), timezone.now())
            raise _Killed
        kind.prepare(erasure.pk)
        jobs.do_portion(kind, erasure.pk, claim)
        portions += 1

    assert portions > 5
    assert erasure.what == {"faces": 3, "atProviders": 1}
    versions = Photo.objects.values_list("persons_version", flat=True)
    assert list(versions) == [photos[0].version + 1] * 3
    assert OutboxMessage.objects.count() == 3


def test_leaves_no_cached_picture_where_a_process_dies_after_a_portion(album, tmp_path, settings):
    settings.PICTURE_FOLDER = str(tmp_path / "pictures")
    photo, other = photo_of(album, ANN), photo_of(album, BOB)
    copies = [_kept_copy(each) for each in (photo, other)]

    erased(erase_person(order(album)))  # here nothing that waits for a commit is ever done

    assert [copy.exists() for copy in copies] == [False, True]


def test_waits_for_a_provider_that_is_away(album: Album, sandbox: SandboxClient) -> None:
    photo_of(album, ANN)
    erasure = erase_person(order(album))
    sandbox.behave("number-provider", failure_rate=1)

    with pytest.raises(RecogniserAway):
        jobs.run(kind_of(Erasure).name, erasure.pk)

    erasure.refresh_from_db()
    assert (erasure.state, erasure.what) == ("Running", {"faces": 1})
    assert "The number provider" in erasure.reason
    assert ANN not in erasure.reason
    sandbox.behave("number-provider", failure_rate=0)
    Erasure.objects.update(claim_id=None)
    assert erased(erasure).what == {"faces": 1, "atProviders": 1}


def _position_after(kind: JobKind[Erasure], erasure: Erasure, claim: UUID) -> Mapping[str, Any]:
    kind.prepare(erasure.pk)
    position: Mapping[str, Any] | None = jobs.do_portion(kind, erasure.pk, claim).position
    assert position is not None
    return position


def _kept_copy(photo: Photo) -> Path:
    copy = Path(settings.PICTURE_FOLDER, str(photo.pk)[:2], f"{photo.pk}.{PictureSize.PAGE}")
    copy.parent.mkdir(parents=True, exist_ok=True)
    copy.write_bytes(b"face")
    return copy


class _Killed(Exception):
    """The process ends here."""


@pytest.fixture
def spaces(sandbox: SandboxClient, settings: Any) -> list[AccountSpace]:
    settings.NUMBER_PROVIDER_URL = sandbox.url("number-provider")
    base_url = sandbox.url("face-provider")
    return [AccountSpaceFactory.create(account__base_url=base_url) for _ in range(2)]


def _album(space: AccountSpace | None, strategy: str = "Disabled") -> Album:
    """Return an album with a photo of Ann."""
    account = space.account if space else None
    album = AlbumFactory.create(face_account=account, face_space=space, strategy=strategy)
    photo = PhotoFactory.create(album=album)
    PhotoPerson.objects.create(photo=photo, person_id=ANN, album_id=album.pk)
    return album


def _change(album: Album, space: AccountSpace | None, strategy: Strategy | None = None) -> None:
    change_album_recognition_settings(
        ChangeAlbumRecognitionSettingsCommand(
            album_id=album.pk,
            face_account_id=space.account_id if space else None,
            face_space_id=space.pk if space else None,
            strategy=strategy,
            now=timezone.now(),
        )
    )


@pytest.mark.parametrize("to_another", [True, False])
def test_reaches_the_space_that_the_album_used_before(sandbox, spaces, to_another):
    old, new = spaces
    album, shares = _album(old), _album(old)
    KnownFace.objects.create(space=old, face_id="face", person_id=ANN)
    _change(album, new if to_another else None)
    _change(shares, new)

    erased(erase_person(order(album)))

    asked = [each for each in sandbox.log(service="face-provider") if each["method"] == "DELETE"]
    assert any(old.external_id in each["path"] for each in asked)
    assert not KnownFace.objects.exists()
    assert not PhotoPerson.objects.exists()
