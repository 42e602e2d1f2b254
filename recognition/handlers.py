"""What happens on an event of the bus: payload → one command."""

from functools import partial

from django.db import transaction
from django.utils import timezone

from messaging.events import Event
from recognition.commands.processing import process_photo
from recognition.commands.publishing import create_album, delete_photo, publish_photo
from recognition.events import album_created, photo_deleted, photo_published
from recognition.models import Photo


def on_photo_published(event: Event) -> None:
    """Create the photo, and process it at once when that is committed."""
    photo = publish_photo(photo_published(event, timezone.now()))
    if photo is not None:
        transaction.on_commit(partial(_process_at_once, photo))


def on_photo_deleted(event: Event) -> None:
    """Mark the photo deleted and take back its tagging tasks."""
    delete_photo(photo_deleted(event))


def on_album_created(event: Event) -> None:
    """Fill the album in."""
    create_album(album_created(event, timezone.now()))


def _process_at_once(photo: Photo) -> None:
    lease = photo.numbers_next_attempt_on or photo.faces_next_attempt_on
    if lease is not None:
        process_photo(photo, lease, timezone.now())
