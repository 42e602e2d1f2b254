"""Rows that are due at a time of their own, and how processes share them."""

from datetime import datetime
from typing import Any, ClassVar, TypeVar

from django.db import models
from django.db.models import F

M_co = TypeVar("M_co", bound=models.Model, covariant=True)

# A sweep chooses by priority among so many of the rows that have been due longest. In a great
# backlog it would otherwise sort all of it every few seconds.
CANDIDATES = 2000


class DueQuerySet(models.QuerySet[M_co]):
    """Rows that a machine works on from `next_attempt_on` on; null: nothing to do."""

    album: ClassVar = "album"
    due_on: ClassVar[Any] = F("next_attempt_on")

    def longest_due(self, now: datetime, count: int) -> "DueQuerySet[M_co]":
        """Of the rows due, the `count` that have been due longest; unordered."""
        due = self.filter(next_attempt_on__lte=now)
        return due.filter(pk__in=due.order_by("next_attempt_on").values("pk")[:count])

    def lock_due(self, now: datetime, limit: int) -> list[M_co]:
        """Lock up to `limit` rows that are due and that no other process is claiming.

        Of the `CANDIDATES` that have been due longest, those of albums with the highest priority
        come first, then the oldest. The caller gives them their next time in this transaction.
        """
        rows = self.longest_due(now, CANDIDATES).select_related(self.album)
        by_priority = rows.order_by(f"-{self.album}__priority", self.due_on)
        return list(by_priority.select_for_update(of=("self",), skip_locked=True)[:limit])


# Locks of each photo's way, as texts: the ORM takes longer to write one than PostgreSQL to run
# it.
#
# FOR KEY SHARE, which the ORM does not have: processes that hold the same rows do not wait for
# each
# other. A command that locks such a row FOR UPDATE waits for all of them.
# `tests/test_sql.py` holds the texts to the models.


LOCK_PHOTOS = """
SELECT {photo}, {album}, {tenant}
FROM recognition_photo photo
JOIN recognition_album album ON album.id = photo.album_id
LEFT JOIN recognition_tenant tenant ON tenant.id = album.tenant_id
WHERE photo.id = ANY(%s) ORDER BY photo.id FOR UPDATE OF photo
"""
# The photo that a request was about, and those of its album that the callback names. The request
# after the photo: who only stores a callback does not wait for the photo. The album is held, as
# persons may be stored.
LOCK_REPORTED_PHOTOS = """
SELECT {request}, {photo}, {album}, {tenant}
FROM recognition_numberrequest request
JOIN recognition_photo asked ON asked.id = request.photo_id
JOIN recognition_photo photo
    ON photo.album_id = asked.album_id AND photo.id = ANY(asked.id || %s::uuid[])
JOIN recognition_album album ON album.id = photo.album_id
LEFT JOIN recognition_tenant tenant ON tenant.id = album.tenant_id
WHERE request.id = %s ORDER BY photo.id
FOR UPDATE OF photo FOR NO KEY UPDATE OF request FOR KEY SHARE OF album
"""
# An album whose tenant is not known yet is left out.
HOLD_ALBUMS = """
SELECT {album}, {tenant}
FROM recognition_album album JOIN recognition_tenant tenant ON tenant.id = album.tenant_id
WHERE album.id = ANY(%s) ORDER BY album.id FOR KEY SHARE
"""
# Without the tenant: as a photo's results are stored, so no row more than is needed is written.
HOLD_ALBUM_ALONE = "SELECT id FROM recognition_album WHERE id = %s FOR KEY SHARE"
# Photos that are not deleted.
HOLD_PHOTOS = """
SELECT id FROM recognition_photo WHERE id = ANY(%s) AND state <> 'Deleted'
ORDER BY id FOR KEY SHARE
"""
