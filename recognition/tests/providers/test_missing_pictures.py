"""A picture that its host does not have…"""

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from recognition.commands.photos.callbacks import apply_callback
from recognition.commands.photos.state import PICTURE_MAY_COME
from recognition.models import Photo, Strategy
from recognition.providers.failures import FinalFailure, PictureMissing
from recognition.providers.images.fetching import fetch_image
from recognition.tests.calls.processes import process_photos_in
from recognition.tests.factories import (
    AccountSpaceFactory,
    AlbumFactory,
    CallbackFactory,
    PhotoFactory,
)
from tools.sandbox.client import SandboxClient

pytestmark = pytest.mark.usefixtures("transactional_db")
AGES = pytest.mark.parametrize(
    ("age", "tried_again"), [(timedelta(0), True), (PICTURE_MAY_COME + timedelta(seconds=1), False)]
)


def photo_of(age: timedelta, url: str, **album: Any) -> Photo:
    now = timezone.now()
    photo: Photo = PhotoFactory.create(
        album=AlbumFactory.create(**album), image_url=url, faces_next_attempt_on=now
    )
    Photo.objects.filter(pk=photo.pk).update(created_on=now - age)
    return photo


@AGES
def test_is_tried_again_while_it_may_still_come(peers, age, tried_again):
    space = AccountSpaceFactory.create(
        account__provider="compreface",
        account__base_url=peers.url("face-provider"),
        account__credentials={"key": "secret"},
    )
    faces = {"face_account": space.account, "face_space": space}
    photo = photo_of(age, peers.url("album", "/missing"), strategy=Strategy.DISABLED, **faces)

    process_photos_in(seconds=1)

    photo.refresh_from_db()
    assert "answered with status 404" in photo.face_failure
    assert (photo.faces_next_attempt_on is not None) is tried_again


@AGES
def test_is_tried_again_where_the_provider_fetches(age: timedelta, tried_again: bool) -> None:
    photo = photo_of(age, "http://127.0.0.1:9/1.jpg", strategy=Strategy.NUMBER)
    due = timezone.now() + timedelta(minutes=30)
    Photo.objects.filter(pk=photo.pk).update(callback_due_on=due, faces_next_attempt_on=None)
    error = {"code": "picture-missing", "detail": "Status 404.", "retriable": False}
    callback = CallbackFactory.create(
        request__photo=Photo.objects.get(), payload={"persons": [], "tags": [], "error": error}
    )

    apply_callback(callback.pk, timezone.now())

    photo.refresh_from_db()
    assert (photo.numbers_next_attempt_on is not None) is tried_again


def test_is_known_from_other_refusals(peers: SandboxClient, settings: Any) -> None:
    settings.ALLOW_PRIVATE_IMAGE_URLS = True
    for path, kind in (("/missing", PictureMissing), ("/text", FinalFailure)):
        with pytest.raises(FinalFailure) as raised:
            fetch_image(peers.url("album", path))
        assert type(raised.value) is kind
