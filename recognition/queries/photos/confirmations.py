"""Numbers that are read on several photos of the same person, and so confirm each other."""

from collections.abc import Collection, Mapping
from uuid import UUID

from django.db import connection

from recognition.models import NumberBasis, Photo, PhotoNumber, PhotoState
from recognition.models.readings_sql import COMPANIONS
from recognition.queries.photos.suggestions import newest_photos


def numbers_of_persons(photo: Photo) -> Mapping[str, UUID]:
    """Return the numbers accepted on other photos of the album with the same persons.

    Each comes with the newest photo that has it. Outdated numbers and persons do not count.
    """
    persons = [] if photo.persons_outdated else photo.persons.values_list("person_id", flat=True)
    seen_on = [photo_id for _, photo_id in newest_photos(list(persons))] if persons else []
    numbers = PhotoNumber.objects.filter(
        photo__in=set(seen_on) - {photo.pk},
        rejection="",
        photo__persons_outdated=False,
        photo__tags_outdated=False,
    )
    others = numbers.exclude(basis=NumberBasis.SAME_PERSON).exclude(photo__state=PhotoState.DELETED)
    read = others.order_by("pk").values_list("photo__album", "value", "photo_id")
    # The album is compared here: by a condition on it the database might read the whole album.
    return {value: photo_id for album_id, value, photo_id in read if album_id == photo.album_id}


def photos_to_confirm(photo_ids: Collection[UUID]) -> list[UUID]:
    """Return other photos with unsure numbers that the numbers of these may decide."""
    with connection.cursor() as cursor:
        cursor.execute(COMPANIONS, [list(photo_ids)])
        return [photo_id for (photo_id,) in cursor.fetchall()]
