"""What happens on an event of the bus: payload → one command."""

from datetime import datetime
from functools import partial
from typing import Any

from django.db import transaction
from django.utils import timezone
from rest_framework import serializers

from messaging.bus.cloud_events import Event
from recognition.commands.albums.creating import CreateAlbumCommand, create_album
from recognition.commands.photos import publishing
from recognition.commands.photos.processing import ProcessPhotoCommand, process_claimed_photo
from records.addresses import check_address
from records.refusals import Invalid
from rest.fields import GuidField, UtcDateTimeField
from rest.serializers import Input

PHOTO_PUBLISHED = "photos.photo-published"
PHOTO_DELETED = "photos.photo-deleted"
ALBUM_CREATED = "albums.album-created"


class EventUnreadable(Invalid):
    """The event's data are not of the shape that its topic has."""

    code = "event-unreadable"


class PhotoPublishedData(Input):
    """`photos.photo-published`."""

    photo_id = GuidField()
    album_id = GuidField()
    tenant_id = GuidField()
    photographer_id = GuidField(allow_null=True, default=None)
    shooting_date = UtcDateTimeField(allow_null=True, default=None)
    image_url = serializers.CharField(max_length=2000, validators=[check_address])


class PhotoDeletedData(Input):
    """`photos.photo-deleted`."""

    photo_id = GuidField()
    album_id = GuidField()


class AlbumCreatedData(Input):
    """`albums.album-created`."""

    album_id = GuidField()
    tenant_id = GuidField()
    name = serializers.CharField(max_length=500, allow_blank=True)
    event_date = UtcDateTimeField(allow_null=True, default=None)


def on_photo_published(event: Event) -> None:
    """Create the photo, and process it at once when that is committed."""
    now = timezone.now()
    published = publishing.publish_photo(photo_published(event, now))
    if published.claim is not None:
        process = ProcessPhotoCommand(
            photo_id=published.photo_id, claim_id=published.claim, now=now
        )
        transaction.on_commit(partial(process_claimed_photo, process))


def on_photo_deleted(event: Event) -> None:
    """Mark the photo deleted and cancel its tagging tasks."""
    publishing.delete_photo(photo_deleted(event))


def on_album_created(event: Event) -> None:
    """Fill the album in."""
    create_album(album_created(event, timezone.now()))


def photo_published(event: Event, now: datetime) -> publishing.PublishPhotoCommand:
    """Read `photos.photo-published`.

    :raises EventUnreadable: the data are of another shape.
    """
    return publishing.PublishPhotoCommand(now=now, **_read(PhotoPublishedData, event))


def photo_deleted(event: Event) -> publishing.DeletePhotoCommand:
    """Read `photos.photo-deleted`.

    :raises EventUnreadable: the data are of another shape.
    """
    return publishing.DeletePhotoCommand(**_read(PhotoDeletedData, event))


def album_created(event: Event, now: datetime) -> CreateAlbumCommand:
    """Read `albums.album-created`.

    :raises EventUnreadable: the data are of another shape.
    """
    return CreateAlbumCommand(now=now, **_read(AlbumCreatedData, event))


def _read(shape: type[Input], event: Event) -> dict[str, Any]:
    read = shape(data=dict(event.data))
    if not read.is_valid():
        raise EventUnreadable(
            f"{event.type}: {dict(read.errors)}",
            {name: str(errors[0]) for name, errors in read.errors.items()},
        )
    return dict(read.validated_data)
