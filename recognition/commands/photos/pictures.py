"""Our copies of photos' pictures: which are removed, and when."""

from datetime import datetime

from django.conf import settings

from recognition.models import Photo, PhotoState
from recognition.providers.images.cache import drop_pictures, forget_pictures, photos_with_pictures


def sweep_pictures(now: datetime) -> None:
    """Remove copies that are too old, and those of photos that are deleted or not known.

    The deletion of a photo removes its copies itself, unless its process ends in that moment.
    """
    drop_pictures(now - settings.PICTURES_KEEP, now)
    for photo_ids in photos_with_pictures():
        shown = Photo.objects.filter(pk__in=photo_ids).exclude(state=PhotoState.DELETED)
        for photo_id in photo_ids.difference(shown.values_list("pk", flat=True)):
            forget_pictures(photo_id)
