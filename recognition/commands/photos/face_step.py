"""Recognising the faces of a photo by its album's face provider."""

from collections.abc import Sequence
from datetime import datetime
from uuid import UUID

from django.db import transaction

from messaging import outbox
from recognition.commands.photos.outcomes import keep_persons, note_face_failure, settle
from recognition.models import Account, Photo, PhotoState
from recognition.providers.availability.asking import asking, check_available
from recognition.providers.faces import RecognisedPerson, face_provider, provider_of
from recognition.providers.failures import ProcessingFailure
from recognition.providers.images.fetching import fetch_image
from recognition.strategies import needs_face_provider


def recognise_faces(photo: Photo, now: datetime) -> None:
    """Ask the face provider, which answers at once, and save what it says."""
    account = photo.album.face_account
    if account is None or not needs_face_provider(photo):
        return _leave_faces(photo)
    try:
        persons = _ask(account, photo, now)
    except ProcessingFailure as failure:
        fail_faces(photo, failure, now)
    else:
        _save_persons(photo.pk, persons)


def _ask(account: Account, photo: Photo, now: datetime) -> Sequence[RecognisedPerson]:
    """Ask the provider; the image is fetched only for one that takes questions."""
    provider = face_provider(account, photo.album.face_space)
    check_available(provider_of(account), now)
    image = fetch_image(photo.image_url)
    with asking(provider_of(account), now):
        return provider.recognise(image, str(photo.pk))


@transaction.atomic
def _leave_faces(claimed: Photo) -> None:
    photo = Photo.objects.with_album().locked(claimed.pk)
    if _holds_lease(photo, claimed):
        photo.faces_next_attempt_on = None
        settle(photo)


@transaction.atomic
def _save_persons(photo_id: UUID, persons: Sequence[RecognisedPerson]) -> None:
    photo = Photo.objects.with_album().locked(photo_id)
    if _still_asked_for(photo):
        outbox.post(keep_persons(photo, persons))
        settle(photo)


@transaction.atomic
def fail_faces(claimed: Photo, failure: ProcessingFailure, now: datetime) -> None:
    """Write down a failed attempt, unless the photo has moved on since it was claimed."""
    photo = Photo.objects.with_album().locked(claimed.pk)
    if _holds_lease(photo, claimed) and _still_asked_for(photo):
        note_face_failure(photo, failure, now)
        settle(photo)


def _holds_lease(photo: Photo, claimed: Photo) -> bool:
    """Whoever has taken over since has put a lease, or a result, of its own there."""
    return photo.faces_next_attempt_on == claimed.faces_next_attempt_on


def _still_asked_for(photo: Photo) -> bool:
    """While the provider was asked, the photo may have gone, or its strategy changed."""
    return photo.state != PhotoState.DELETED and needs_face_provider(photo)
