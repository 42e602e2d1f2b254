"""When an album's traces of people are deleted, and how many there are now."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.conf import settings

from recognition.models import Album, AlbumRetention, Photo, PhotoPerson, Selfie


@dataclass(frozen=True, slots=True, kw_only=True)
class RetentionPreview:
    """`due_on`: when it is deleted if no photo comes before; None: never, or it `was_done`.

    `photos`: those that lose their faces and histories, and their cached pictures; none of them is
    deleted itself.
    """

    due_on: datetime | None
    was_done: bool
    photos: int
    faces: int
    selfies: int


def preview_retention(album: Album, keep_days: int | None) -> RetentionPreview:
    """Return what keeping the album's traces of people for so many days would do.

    :param keep_days: as of `ChangeAlbumRetentionCommand`.
    """
    keep = settings.ALBUMS_KEEP if keep_days is None else timedelta(days=keep_days)
    photos = Photo.objects.filter(album=album)
    last_on = photos.order_by("-created_on").values_list("created_on", flat=True).first()
    was_done = last_on is not None and _is_done(album, last_on)
    return RetentionPreview(
        due_on=last_on + keep if keep and last_on and not was_done else None,
        was_done=was_done,
        photos=photos.count(),
        faces=PhotoPerson.objects.filter(photo__album=album).count(),
        selfies=Selfie.objects.filter(album=album).count(),
    )


def _is_done(album: Album, newest_on: datetime) -> bool:
    return AlbumRetention.objects.filter(album=album, newest_on=newest_on).exists()
