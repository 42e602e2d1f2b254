"""The picture of a photo, for staff and taggers: from our own copies, or made now."""

from functools import partial
from uuid import UUID

from foundation.records.refusals import NotFound
from recognition.models import Photo, PhotoState
from recognition.providers.images.cache import PictureSize, fetch_picture, kept_picture


class PhotoWasDeleted(NotFound):
    """The photo was deleted, and its picture is not shown."""


def get_picture(photo_id: UUID, size: PictureSize) -> bytes:
    """Return the photo's picture in this size, as a JPEG file.

    :raises PhotoNotFound: no such photo.
    :raises PhotoWasDeleted: it was deleted.
    :raises PictureNotAvailable: it cannot be fetched or read.
    :raises TooManyPictures: try again soon.
    """
    address = partial(_address, photo_id)
    address()
    return kept_picture(photo_id, size) or fetch_picture(photo_id, size, address)


def _address(photo_id: UUID) -> str:
    photo = Photo.objects.only("image_url", "state").get_or_refuse(photo_id)
    if photo.state == PhotoState.DELETED:
        raise PhotoWasDeleted
    return photo.image_url
