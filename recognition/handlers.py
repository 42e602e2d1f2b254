"""What happens on an event of the bus: payload → one command."""

from typing import Any

from django.db import transaction
from django.utils import timezone

from foundation.fetching.addresses import MAX_ADDRESS
from foundation.messaging.bus.events import Event
from foundation.records.addresses import check_address
from foundation.records.refusals import Invalid
from foundation.rest.serializers import (
    ExactTextField,
    GuidField,
    Input,
    TextField,
    UtcDateTimeField,
    read_message,
)
from recognition.albums.commands import CreateAlbumCommand, create_album
from recognition.albums.settings_serializers import AlbumInput
from recognition.processing.processing import process_published_photo
from recognition.processing.publishing import (
    DeletePhotoCommand,
    PublishPhotoCommand,
    delete_photo,
    publish_photo,
)

PHOTO_PUBLISHED = "photos.photo-published"
PHOTO_DELETED = "photos.photo-deleted"
ALBUM_CREATED = "albums.album-created"


class EventUnreadable(Invalid):
    """The event's data are not of the shape that its topic has."""


class PhotoPublishedData(Input):
    """`photos.photo-published`."""

    photo_id = GuidField()
    album_id = GuidField()
    tenant_id = GuidField()
    photographer_id = GuidField(allow_null=True, default=None)
    shooting_date = UtcDateTimeField(allow_null=True, default=None)
    image_url = ExactTextField(max_length=MAX_ADDRESS, validators=[check_address])


class PhotoDeletedData(Input):
    """`photos.photo-deleted`."""

    photo_id = GuidField()
    album_id = GuidField()


class AlbumCreatedData(AlbumInput):
    """`albums.album-created`."""

    album_id = GuidField()
    # An event's number is taken as a text, as that of photos is.
    name = TextField(max_length=500, allow_blank=True)  # type: ignore[assignment]


def on_photo_published(event: Event) -> None:
    """Create the photo; after the inbox's commit, process it in this thread.

    The provider is asked outside of the transaction. `robust`: a failure is logged, and the event
    is acknowledged. Then, or if this process dies, the claim on the photo's steps ends after its
    lease, and the sweep processes the photo.
    """
    now = timezone.now()
    told = _read(PhotoPublishedData, event)
    photo = publish_photo(PublishPhotoCommand(now=now, told_on=event.time, **told))
    if photo is not None:
        transaction.on_commit(lambda: process_published_photo(photo, now), robust=True)


def on_photo_deleted(event: Event) -> None:
    """Mark the photo deleted and cancel its tagging tasks."""
    delete_photo(DeletePhotoCommand(**_read(PhotoDeletedData, event)))


def on_album_created(event: Event) -> None:
    """Fill in the album, or correct what an older event said of it."""
    told = _read(AlbumCreatedData, event)
    create_album(CreateAlbumCommand(now=timezone.now(), told_on=event.time, **told))


def _read(shape: type[Input], event: Event) -> dict[str, Any]:
    """Read the event's data.

    :raises EventUnreadable: the data are of another shape.
    """
    return read_message(shape, event.data, EventUnreadable)
