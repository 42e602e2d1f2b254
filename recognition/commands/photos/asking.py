"""Processing a claimed step of a photo: ask the number provider, a tagger, or the face provider.

No transaction is open while a provider is asked. What follows is saved under a fresh lock, and only
if the claim still holds.
"""

from collections.abc import Sequence
from datetime import datetime

from django.conf import settings
from django.db import transaction

from recognition.commands.photos.results import ask_tagator, keep_persons, stop_asking
from recognition.commands.photos.state import fail_step, note_failure, settle
from recognition.models import (
    FACES,
    NUMBERS,
    Account,
    Callback,
    CallbackState,
    NumberRequest,
    Photo,
    PhotoState,
)
from recognition.providers.availability import asking, check_available
from recognition.providers.faces import RecognisedPerson, face_provider, provider_of
from recognition.providers.failures import ProcessingFailure
from recognition.providers.images.fetching import fetch_image, holding_picture
from recognition.providers.numbers.requests import number_provider, request_recognition
from recognition.providers.pace import take_slot
from recognition.strategies import Tagging, has_work, needs, needs_number_provider, pipeline_of


def read_numbers(photo: Photo, now: datetime) -> None:
    """Process the claimed number step: ask the number provider or a tagator."""
    if not needs_number_provider(photo):
        _ask_tagator_or_leave(photo)
    elif photo.callback_due_on is not None:
        _miss_callback(photo, now)
    else:
        _ask_number_provider(photo, now)


def recognise_faces(photo: Photo, now: datetime) -> None:
    """Process the claimed face step: ask the face provider and save its result."""
    account = photo.album.face_account
    if account is None or not has_work(photo, FACES):
        return _leave_faces(photo)
    try:
        persons = _ask_face_provider(account, photo, now)
    except ProcessingFailure as failure:
        fail_step(photo, FACES, failure, now)
    else:
        _save_persons(photo, persons, now)


def _ask_number_provider(photo: Photo, now: datetime) -> None:
    """Store the request, then send it: its callback may arrive before the provider's 202."""
    provider = number_provider()
    request = NumberRequest(
        photo=photo, type=pipeline_of(photo.album).request or "", created_on=now
    )
    try:
        with asking(provider, now):
            take_slot(provider)
            request.save(force_insert=True)
            request.provider_request_id = request_recognition(request, photo.image_url)
    except ProcessingFailure as failure:
        fail_step(photo, NUMBERS, failure, now)
    else:
        _await_callback(photo, request, now)


@transaction.atomic
def _await_callback(claimed: Photo, request: NumberRequest, now: datetime) -> None:
    """Store that the request was accepted; the photo waits, unless the callback came first.

    Whatever the callback brought, an error too, has ended the claim then.
    """
    request.accepted_on = now
    request.save(update_fields=["accepted_on", "provider_request_id"])
    photo = Photo.objects.lock_claimed(claimed, NUMBERS)
    if photo is not None:
        photo.number_failure = ""
        photo.callback_due_on = now + settings.CALLBACK_OVERDUE_AFTER
        NUMBERS.of(photo).plan(photo.callback_due_on)
        settle(photo)


@transaction.atomic
def _miss_callback(claimed: Photo, now: datetime) -> None:
    """Count an overdue callback as a failed attempt, unless one is stored and not applied yet."""
    photo = Photo.objects.lock_claimed(claimed, NUMBERS)
    if photo is None:
        return
    if _has_callback(photo):
        photo.callback_due_on = now + settings.CALLBACK_OVERDUE_AFTER
        NUMBERS.of(photo).plan(photo.callback_due_on)
    else:
        note_failure(photo, NUMBERS, ProcessingFailure("The callback is overdue."), now)
    settle(photo)


def _has_callback(photo: Photo) -> bool:
    """Return whether a callback for the photo is stored and not applied yet.

    Another photo's callback may report this one. Such a callback has failed once, and left its
    failure on the photo, beside the time until when the photo awaits it.
    """
    stored = Callback.objects.filter(state=CallbackState.STORED, next_attempt_on__isnull=False)
    if stored.filter(request__photo=photo).exists():
        return True
    has_failed = bool(photo.number_failure)
    return has_failed and stored.filter(request__photo__album=photo.album_id).exists()


@transaction.atomic
def _ask_tagator_or_leave(claimed: Photo) -> None:
    photo = Photo.objects.lock_claimed(claimed, NUMBERS)
    if photo is None:
        return
    stop_asking(photo)
    by_hand = pipeline_of(photo.album).tagging is Tagging.ALWAYS and needs(photo, NUMBERS)
    if by_hand and photo.tagging_task_id is None:
        ask_tagator(photo)
    settle(photo)


def _ask_face_provider(account: Account, photo: Photo, now: datetime) -> Sequence[RecognisedPerson]:
    """Ask the provider; the image is fetched only if the provider is available."""
    provider = face_provider(account, photo.album.face_space)
    check_available(provider_of(account), now)
    with holding_picture():
        image = fetch_image(photo.image_url)
        with asking(provider_of(account), now):
            return provider.recognise(image, str(photo.pk))


@transaction.atomic
def _leave_faces(claimed: Photo) -> None:
    photo = Photo.objects.lock_claimed(claimed, FACES)
    if photo is not None:
        FACES.of(photo).plan(None)
        settle(photo)


@transaction.atomic
def _save_persons(asked: Photo, persons: Sequence[RecognisedPerson], now: datetime) -> None:
    """Keep the persons, unless the photo was deleted meanwhile or its strategy changed."""
    photo = Photo.objects.locked_with_album(asked.pk)
    if photo.state != PhotoState.DELETED and has_work(photo, FACES):
        keep_persons(photo, persons, now)
        settle(photo)
