"""Recognising the faces of a photo by its album's face provider, which answers at once."""

from collections.abc import Sequence
from datetime import datetime
from uuid import UUID

from django.db import transaction

from messaging import outbox
from recognition.commands.photos.attempts import fail_step
from recognition.commands.photos.results import keep_persons
from recognition.commands.photos.state import settle
from recognition.models import FACES, Account, Photo, PhotoState, lock_claimed, lock_photo
from recognition.providers.availability.asking import asking, check_available
from recognition.providers.faces import RecognisedPerson, face_provider, provider_of
from recognition.providers.failures import ProcessingFailure
from recognition.providers.images.fetching import fetch_image, holding_picture
from recognition.strategies import has_work


def recognise_faces(photo: Photo, now: datetime) -> None:
    """Ask the face provider about a photo whose face step is claimed, and save its result."""
    account = photo.album.face_account
    if account is None or not has_work(photo, FACES):
        return _leave_faces(photo)
    try:
        persons = _ask(account, photo, now)
    except ProcessingFailure as failure:
        fail_step(photo, FACES, failure, now)
    else:
        _save_persons(photo.pk, persons)


def _ask(account: Account, photo: Photo, now: datetime) -> Sequence[RecognisedPerson]:
    """Ask the provider; the image is fetched only for one that takes questions."""
    provider = face_provider(account, photo.album.face_space)
    check_available(provider_of(account), now)
    with holding_picture():
        image = fetch_image(photo.image_url)
        with asking(provider_of(account), now):
            return provider.recognise(image, str(photo.pk))


@transaction.atomic
def _leave_faces(claimed: Photo) -> None:
    photo = lock_claimed(claimed, FACES)
    if photo is not None:
        FACES.of(photo).plan(None)
        settle(photo)


@transaction.atomic
def _save_persons(photo_id: UUID, persons: Sequence[RecognisedPerson]) -> None:
    """Keep the persons, unless the photo was deleted meanwhile or its strategy changed."""
    photo = lock_photo(photo_id)
    if photo.state != PhotoState.DELETED and has_work(photo, FACES):
        outbox.post(keep_persons(photo, persons))
        settle(photo)
