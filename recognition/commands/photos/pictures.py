"""Our copies of photos' pictures: which are removed, and when."""

from collections.abc import Iterator
from datetime import datetime
from itertools import chain
from pathlib import Path
from uuid import UUID

from django.conf import settings

from foundation.records.batches import Swept, do_each
from recognition.models import Photo, PhotoState
from recognition.providers.images.cache import forget_pictures, old_pictures, photos_with_pictures


def sweep_pictures(now: datetime) -> Swept[None]:
    """Remove copies that are too old, and those of photos that are deleted or not known.

    The deletion of a photo removes its copies itself, unless its process ends in that moment.
    """
    old = old_pictures(now - settings.PICTURES_KEEP, now)
    gone: Iterator[Path | UUID] = chain(old, _without_photo())
    return do_each("recognition.sweep_pictures", gone, _remove)


def _remove(what: Path | UUID) -> None:
    if isinstance(what, Path):
        what.unlink(missing_ok=True)
    else:
        forget_pictures(what)


def _without_photo() -> Iterator[UUID]:
    for photo_ids in photos_with_pictures():
        shown = Photo.objects.filter(pk__in=photo_ids).exclude(state=PhotoState.DELETED)
        yield from photo_ids.difference(shown.values_list("pk", flat=True))
