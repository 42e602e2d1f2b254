"""Rows that are due: how processes share them, and which task wakes a worker for them."""

from datetime import datetime
from typing import Any, ClassVar, TypeVar
from uuid import UUID

from celery import current_app
from django.conf import settings
from django.db import models
from django.db.models import F

from foundation.messaging import wakeups

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


# Locks of each photo's way, as texts: the ORM takes longer to write one than PostgreSQL to run it.
#
# FOR KEY SHARE, which the ORM does not have: processes that hold the same rows do not wait for
# each other. A command that locks such a row FOR UPDATE waits for all of them.
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


# Wake-ups for recognition's workers: which task, in which queue, how urgent.
#
# How they are sent, and what a lost one costs: `foundation.messaging.wakeups`.

QUEUE = "recognition"
SWEEP_TASK = "recognition.sweep_photos"
_SWEEP_AGAIN_SECONDS = 0.5


def room() -> int:
    """Return how many more wake-ups Celery's queue may hold; the rest waits in the table.

    Without a bound every sweep would add to a queue that the workers do not keep up with, until
    they only receive wake-ups whose photos other processes have taken over.
    """
    with current_app.connection_for_write() as connection:
        queue = current_app.amqp.queues[QUEUE](connection.channel())
        declared: Any = queue.queue_declare()
    return max(0, int(settings.PROCESSING_WAKEUP_WINDOW) - int(declared.message_count))


def sweep_again() -> None:
    """Sweep again in half a second, before beat does; one such sweep waits at a time."""
    wakeups.send_wakeup(
        SWEEP_TASK,
        queue="maintenance",
        once=SWEEP_TASK,
        countdown=_SWEEP_AGAIN_SECONDS,
        expires=5,
        again="yes",
    )


def take_sweep_again() -> None:
    """Let `sweep_again` send the next one."""
    wakeups.wakeup_taken(SWEEP_TASK)


def process_photo(photo_id: UUID, claim_id: UUID, priority: int) -> None:
    """Wake a worker to process a claimed photo. Priority 0–100, higher first."""
    wakeups.send_wakeup(
        "recognition.process_photo",
        queue=QUEUE,
        priority=celery_priority(priority),
        # After that another process may take the photo over, with a claim and a wake-up of its own.
        expires=settings.PROCESSING_LEASE.total_seconds(),
        photo_id=str(photo_id),
        claim_id=str(claim_id),
    )


def apply_callback(callback_id: UUID, priority: int) -> None:
    """Wake a worker to apply a stored callback. Priority 0–100, higher first."""
    wakeups.send_wakeup(
        "recognition.apply_callback",
        queue=QUEUE,
        priority=celery_priority(priority),
        callback_id=str(callback_id),
    )


def celery_priority(priority: int) -> int:
    """Return Celery's priority on Redis (0 first, 9 last) for ours (0 to 100, higher first)."""
    return 9 - min(9, max(0, priority) // 10)
