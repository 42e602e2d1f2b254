"""Where faces were recognised before an album's settings changed, the erased are deleted too…"""

from typing import Any

import pytest
from django.utils import timezone

from foundation.privacy.tests.play.erasing import erased
from recognition.commands.albums.settings import (
    ChangeAlbumRecognitionSettingsCommand,
    change_album_recognition_settings,
)
from recognition.commands.erasing.ordering import erase_person
from recognition.models import AccountSpace, Album, KnownFace, PhotoPerson, Strategy
from recognition.tests.erasing.ordered import ANN, order
from recognition.tests.factories import AccountSpaceFactory, AlbumFactory, PhotoFactory
from tools.sandbox.client import SandboxClient

pytestmark = pytest.mark.django_db


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


def _deleted(sandbox: SandboxClient, service: str) -> list[str]:
    return [each["path"] for each in sandbox.log(service=service) if each["method"] == "DELETE"]


@pytest.mark.parametrize("to_another", [True, False])
def test_in_the_space_that_the_album_used(sandbox, spaces, to_another):
    old, new = spaces
    album, shares = _album(old), _album(old)
    KnownFace.objects.create(space=old, face_id="face", person_id=ANN)
    _change(album, new if to_another else None)
    _change(shares, new)

    erased(erase_person(order(album)))

    assert any(old.external_id in path for path in _deleted(sandbox, "face-provider"))
    assert not KnownFace.objects.exists()
    assert not PhotoPerson.objects.exists()


def test_at_the_number_provider(sandbox, spaces):
    album = _album(None, strategy="FaceNumber")
    _change(album, spaces[0], Strategy.NUMBER)

    erased(erase_person(order(album)))

    assert len(_deleted(sandbox, "number-provider")) == 1
