"""Creates albums of any size inside the database."""

from typing import Any
from uuid import UUID, uuid4

from django.db import connection
from django.utils import timezone

# The unrecognised photos are spread evenly.
_PHOTOS = """
INSERT INTO recognition_photo (
    id, album_id, image_url, state, reason_description, face_recognized, number_recognized,
    face_failure, number_failure, face_attempts, number_attempts, persons_version, tags_version,
    custom_tags, created_on, updated_on, version)
SELECT gen_random_uuid(), %(album)s, 'http://127.0.0.1:9/pixel.jpg',
    CASE WHEN open THEN 'New' ELSE 'Processed' END, '', NOT open, NOT open,
    '', '', 0, 0, 0, 0, '{}', %(now)s, %(now)s, 1
FROM (
    SELECT n * %(open)s / %(photos)s > (n - 1) * %(open)s / %(photos)s AS open
    FROM generate_series(1, %(photos)s::bigint) AS n
) AS photos
"""


def add_photos(album_id: UUID, photos: int, unrecognised: int) -> None:
    """Add photos to an album; `unrecognised` of them are new, the others are processed."""
    given: dict[str, Any] = {
        "album": album_id,
        "photos": photos,
        "open": unrecognised,
        "now": timezone.now(),
    }
    with connection.cursor() as cursor:
        cursor.execute(_PHOTOS, given)


def new_album(photos: int, unrecognised: int, **fields: Any) -> UUID:
    """Create an album with so many photos, in a new tenant; return its id."""
    from recognition.models import Album, Tenant

    tenant = Tenant.objects.create(pk=uuid4())
    album = Album.objects.create(tenant=tenant, **fields)
    add_photos(album.pk, photos, unrecognised)
    return album.pk


def analyse() -> None:
    """Update the planner's statistics only: a VACUUM would change what is read."""
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE recognition_photo")
