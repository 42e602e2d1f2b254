"""An album keeps faces and selfies for some days after its last photo…"""

from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.utils import timezone
from rest_framework.test import APIClient

from foundation.messaging.jobs import running
from foundation.records.models import AuditEntry
from recognition.erasing.retention import (
    ChangeAlbumRetentionCommand,
    change_album_retention,
    preview_retention,
    start_retentions,
)
from recognition.models import (
    Album,
    AlbumRetention,
    Callback,
    FormerNumber,
    KnownFace,
    NumberSource,
    Photo,
    PhotoNumber,
    PhotoPerson,
    Selfie,
    SelfieState,
    Strategy,
)
from recognition.tests.factories import (
    AccountSpaceFactory,
    AlbumFactory,
    CallbackFactory,
    PhotoFactory,
)
from tools.sandbox.client import SandboxClient

pytestmark = pytest.mark.django_db

NOW = timezone.now()

ADDRESS = "/admin-api/api/v2/albums/{}/retention"


def _album(sandbox: SandboxClient, days_ago: int, space: Any = None, **fields: Any) -> Album:
    """Return an album with one photo that came so long ago, and with all that shows people."""
    space = space or AccountSpaceFactory.create(account__base_url=sandbox.url("face-provider"))
    album: Album = AlbumFactory.create(face_space=space, strategy=Strategy.NUMBER, **fields)
    photo = PhotoFactory.create(album=album, created_on=NOW - timedelta(days=days_ago))
    PhotoPerson.objects.create(photo=photo, person_id="ann", album_id=album.pk)
    number = {"photo": photo, "value": "42", "source": NumberSource.PROVIDER}
    PhotoNumber.objects.create(**number)
    FormerNumber.objects.create(**number, is_suggestion=False, judged_on=NOW)
    CallbackFactory.create(request__photo=photo, state="Applied", next_attempt_on=None)
    Selfie.objects.create(album=album, state=SelfieState.NOT_FOUND)
    KnownFace.objects.get_or_create(space=space, face_id="ann", person_id="ann")
    return album


def _run() -> int:
    started = start_retentions(NOW, 10)
    for job in AlbumRetention.objects.unfinished():
        for _ in running.portions(AlbumRetention, job.pk, uuid4()):
            pass
    return len(started.results)


def _left() -> list[int]:
    models = (PhotoPerson, FormerNumber, Callback, Selfie, KnownFace)
    return [model._default_manager.count() for model in models]


def test_by_the_setting_or_its_own_and_numbers_stay(sandbox: SandboxClient, settings: Any) -> None:
    settings.ALBUMS_KEEP = timedelta(days=30)
    old = _album(sandbox, days_ago=31)
    _album(sandbox, days_ago=31, keep_days=0)
    _album(sandbox, days_ago=31, keep_days=40)
    _album(sandbox, days_ago=29)

    first, second = _run(), _run()

    assert (first, second) == (1, 0)
    assert _left() == [3, 3, 3, 3, 3]
    assert not PhotoPerson.objects.filter(photo__album=old).exists()
    assert PhotoNumber.objects.filter(photo__album=old).exists()


@pytest.mark.parametrize("is_shared", [False, True])
def test_and_where_the_album_s_faces_were_recognised_before(sandbox, is_shared):
    _album(sandbox, days_ago=4000)  # never by default
    assert _run() == 0
    album = _album(sandbox, days_ago=31, keep_days=30)
    space: Any = album.face_space
    former = {"face_account": None, "face_space": None, "former_face_spaces": [space.pk]}
    Album.objects.filter(pk=album.pk).update(**former)
    if is_shared:  # a person of another album stays at the provider
        _album(sandbox, days_ago=1, space=space)

    _run()

    assert _left() == [1 + is_shared] * 5
    asked = sandbox.log(service="face-provider")
    assert any(each["method"] == "DELETE" for each in asked) is not is_shared


def test_and_again_after_a_later_photo(sandbox: SandboxClient) -> None:
    album = _album(sandbox, days_ago=60, keep_days=30)
    _run()
    photo = PhotoFactory.create(album=album, created_on=NOW - timedelta(days=40))
    PhotoPerson.objects.create(photo=photo, person_id="bob", album_id=album.pk)

    assert _run() == 1
    assert not PhotoPerson.objects.exists()


@pytest.mark.parametrize(("days", "is_due"), [(30, True), (40, False), (0, False)])
def test_says_before_what_it_will_delete(sandbox: SandboxClient, days: int, is_due: bool) -> None:
    album = _album(sandbox, days_ago=31)

    said = preview_retention(album, days)
    change_album_retention(ChangeAlbumRetentionCommand(album_id=album.pk, keep_days=days))
    before = [PhotoPerson.objects.count(), Selfie.objects.count()]
    photos = Photo.objects.count()
    _run()
    after = [PhotoPerson.objects.count(), Selfie.objects.count()]

    assert [said.faces, said.selfies] == before == [1, 1]
    assert (said.photos, said.was_done) == (photos, False)
    assert Photo.objects.count() == photos
    assert (said.due_on is not None and said.due_on <= NOW) == is_due
    assert after == ([0, 0] if is_due else before)
    if is_due:
        again = preview_retention(album, days)
        assert (again.due_on, again.was_done) == (None, True)


def test_as_managers_set_it(manager: APIClient) -> None:
    album = AlbumFactory.create()
    address = ADDRESS.format(album.pk)

    statuses = [
        manager.put(address, {"keepDays": 90}, format="json").status_code,
        manager.put(address, {"keepDays": 90}, format="json").status_code,
        manager.put(address, {"keepDays": -1}, format="json").status_code,
        manager.put(address, {}, format="json").status_code,
        manager.put(ADDRESS.format(uuid4()), {"keepDays": 1}, format="json").status_code,
    ]

    album.refresh_from_db()
    assert statuses == [204, 204, 422, 422, 404]
    assert album.keep_days == 90
    assert AuditEntry.objects.get().changes == {"keep_days": [None, 90]}
