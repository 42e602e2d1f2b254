"""What recognition reads from the bus: payload → command."""

from datetime import datetime
from typing import Any

from rest_framework import serializers

from messaging.events import Event
from messaging.refusals import Invalid
from recognition.commands.publishing import (
    CreateAlbumCommand,
    DeletePhotoCommand,
    PublishPhotoCommand,
)
from rest.addresses import check_address
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


def photo_published(event: Event, now: datetime) -> PublishPhotoCommand:
    """Read `photos.photo-published`.

    :raises EventUnreadable: the data are of another shape.
    """
    return PublishPhotoCommand(now=now, **_read(PhotoPublishedData, event))


def photo_deleted(event: Event) -> DeletePhotoCommand:
    """Read `photos.photo-deleted`.

    :raises EventUnreadable: the data are of another shape.
    """
    return DeletePhotoCommand(**_read(PhotoDeletedData, event))


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
