"""Fetching the pictures of photos and selfies within the limits of the settings."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from functools import cache
from threading import BoundedSemaphore

from django.conf import settings

from foundation.fetching import addresses, pictures
from foundation.fetching.addresses import HostInside, HostUnknown, PictureNotFetched, PictureRefused
from foundation.fetching.pictures import Image, Limits
from foundation.records.database import give_connection_back
from recognition.providers.failures import (
    FinalFailure,
    PictureMissing,
    Postponed,
    ProcessingFailure,
)

PLACE_TIMEOUT = 20.0  # seconds to wait until a picture may be held in memory
NOT_FETCHED = "The picture cannot be fetched"


class NotReached(ProcessingFailure):
    """The image's host is not known, or inside: callers must not be able to tell which."""


class NeverReached(FinalFailure, NotReached):
    """The image's host is inside our own network."""


@contextmanager
def holding_picture() -> Iterator[None]:
    """Limit how many pictures this process holds in memory, to `PICTURES_AT_ONCE`."""
    give_connection_back()
    places = _pictures(settings.PICTURES_AT_ONCE)
    if not places.acquire(timeout=PLACE_TIMEOUT):
        raise Postponed("Other pictures are being recognised.", timedelta(seconds=PLACE_TIMEOUT))
    try:
        yield
    finally:
        places.release()


@cache
def _pictures(at_once: int) -> BoundedSemaphore:
    return BoundedSemaphore(at_once)


def fetch_image(url: str) -> Image:
    """Return the image at an address."""
    give_connection_back()
    limits = Limits(
        bytes=settings.IMAGE_MAX_BYTES,
        seconds=settings.IMAGE_TIMEOUT,
        inside=settings.ALLOW_PRIVATE_IMAGE_URLS,
    )
    try:
        return pictures.fetch_image(url, limits)
    except PictureNotFetched as error:
        raise _kind_of(error)(f"{NOT_FETCHED}: {error}.") from error


def _kind_of(error: PictureNotFetched) -> type[ProcessingFailure]:
    match error:
        case HostUnknown():
            return NotReached
        case HostInside():
            return NeverReached
        case addresses.PictureNotFound():
            return PictureMissing
        case PictureRefused():
            return FinalFailure
    return ProcessingFailure
