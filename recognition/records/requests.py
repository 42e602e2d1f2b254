"""Requests to the number provider, its callbacks, and attempts that failed or had to wait.

Attempts that succeeded show in their requests, callbacks, numbers and persons. A wait that is
prolonged for the same reason has one row, of its beginning.
"""

import uuid
from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import ClassVar

from django.db import models
from django.utils import timezone
from psycopg.types.json import Jsonb

from foundation.messaging import tracing
from foundation.records.database import read_joined
from foundation.records.leases import Lease
from foundation.records.statements import run_statement
from foundation.records.texts import in_utc
from recognition.due import LOCK_REPORTED_PHOTOS, DueQuerySet
from recognition.records.albums import Album, Tenant
from recognition.records.photos import Photo
from recognition.records.selfies import Selfie


class RecognitionType(models.TextChoices):
    """What a request asks the number provider to recognise."""

    FACE = "FACE"
    NUMBER = "NUMBER"
    FACE_NUMBER = "FACE_NUMBER"


class NumberRequestQuerySet(models.QuerySet["NumberRequest"]):
    def lock_photos(
        self, request_id: uuid.UUID, named: Iterable[uuid.UUID]
    ) -> "tuple[NumberRequest, list[Photo]] | None":
        """Lock a request, its photo, and those named that are in its album, in the order of ids.

        The album is held, too.

        Return the request, and the photos each with its album and tenant; None: there is no such
        request, or it was about a selfie.
        """
        found = read_joined(
            LOCK_REPORTED_PHOTOS,
            [list(named), request_id],
            request=NumberRequest,
            photo=Photo,
            album=Album,
            tenant=Tenant,
        )
        rows = list(found)
        if not rows:
            return None
        photos: dict[uuid.UUID, Photo] = {}
        for _, photo, photo.album, photo.album.tenant in rows:
            photos[photo.pk] = photo
        request = rows[0][0]
        request.photo = photos[request.photo_id]
        return request, list(photos.values())


class NumberRequest(models.Model):
    """One request to the number provider, about a photo or about a selfie.

    It is stored before it is sent: a callback may arrive before the provider's own 202.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4)
    # Typed as never null: code that reads it has selected requests about photos.
    photo: "models.ForeignKey[Photo, Photo]" = models.ForeignKey(  # type: ignore[misc]
        Photo, on_delete=models.CASCADE, null=True, related_name="number_requests"
    )
    selfie = models.ForeignKey(
        Selfie,
        on_delete=models.CASCADE,
        null=True,
        related_name="number_requests",
        db_index=False,  # `request_of_selfie` costs the requests about photos nothing
    )
    type = models.CharField(max_length=12, choices=RecognitionType)
    created_on = models.DateTimeField(default=timezone.now)
    accepted_on = models.DateTimeField(null=True)
    provider_request_id = models.CharField(max_length=200, blank=True)
    traceparent = models.CharField(  # noqa: DJ001 - empty in most rows, where it takes no room
        max_length=tracing.LENGTH,
        null=True,
        default=tracing.current_traceparent,
        help_text="Under which trace it was made, which its callbacks continue; null: none.",
    )

    objects = NumberRequestQuerySet.as_manager()

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=models.Q(photo=None) ^ models.Q(selfie=None),
                name="request_of_photo_or_selfie",
            )
        ]
        indexes = [
            models.Index(
                "selfie", condition=models.Q(selfie__isnull=False), name="request_of_selfie"
            ),
            models.Index("created_on", name="request_newest"),
        ]

    def __str__(self) -> str:
        return f"Request of {in_utc(self.created_on)}"


class CallbackState(models.TextChoices):
    """Whether a callback was applied."""

    STORED = "Stored"
    APPLIED = "Applied"
    IGNORED = "Ignored"
    REJECTED = "Rejected"
    FAILED = "Failed"


class CallbackQuerySet(DueQuerySet["Callback"]):
    album = "request__photo__album"

    def with_request(self) -> "CallbackQuerySet":
        """Select with each callback its request, photo, album, tenant and competitor service."""
        return self.select_related("request__photo__album__tenant__competitor_instance")


_COLUMNS = (
    "id", "request_id", "digest", "payload", "state", "reason_description",
    "received_on", "settled_on", "next_attempt_on",
)  # fmt: skip
_INSERT_ONCE = f"""
INSERT INTO recognition_callback ({", ".join(_COLUMNS)})
SELECT {", ".join(f"%({column})s" for column in _COLUMNS)}
WHERE NOT EXISTS (
    SELECT FROM recognition_callback
    WHERE request_id = %(request_id)s AND digest = %(digest)s::varchar
      AND received_on >= %(asked_on)s
)
"""  # noqa: S608 (constants)
CLOCKS_APART = timedelta(days=1)  # at most, of the hosts that ask and that receive
LEASED = Lease("next_attempt_on")
NOT_USED = (CallbackState.IGNORED, CallbackState.REJECTED, CallbackState.FAILED)


class Callback(models.Model):
    """A callback of the number provider, as received.

    A repeat has the same request and the same digest of the content, and is not stored again
    (`insert_once`). In partitions by month.
    """

    leased: ClassVar = LEASED

    id = models.UUIDField(primary_key=True, default=uuid.uuid4)
    request = models.ForeignKey(
        NumberRequest,
        on_delete=models.CASCADE,
        related_name="callbacks",
        db_index=False,  # `callback_content` begins with it
    )
    digest = models.CharField(max_length=64)
    payload = models.JSONField()
    state = models.CharField(max_length=10, choices=CallbackState, default=CallbackState.STORED)
    reason_description = models.CharField(max_length=1000, blank=True)
    received_on = models.DateTimeField(default=timezone.now)
    settled_on = models.DateTimeField(
        null=True, help_text="When it was applied, ignored, rejected or given up."
    )
    next_attempt_on = models.DateTimeField(
        null=True, help_text="When the sweep has it applied, if no process did so before."
    )

    objects = CallbackQuerySet.as_manager()

    class Meta:
        indexes = [
            models.Index("request", "digest", name="callback_content"),
            LEASED.index("callback_due"),
            models.Index("received_on", name="callback_newest"),
            models.Index(
                "received_on", condition=models.Q(state__in=NOT_USED), name="callback_not_used"
            ),
        ]

    def __str__(self) -> str:
        return f"Callback of {in_utc(self.received_on)}"

    def insert_once(self) -> bool:
        """Insert it unless it is a repeat; return whether it was inserted.

        The caller has locked the request, or its selfie: of two copies at the same moment the
        second waits there. No index is unique over all months.
        """
        given = {field: getattr(self, field) for field in _COLUMNS} | {
            "payload": Jsonb(self.payload),
            "asked_on": self.request.created_on - CLOCKS_APART,
        }
        return bool(run_statement(_INSERT_ONCE, given))

    def settle(self, state: CallbackState, now: datetime, reason: str = "") -> None:
        """Set what became of the callback, finally. Nothing is saved here."""
        self.state, self.reason_description = state, reason
        self.settled_on, self.next_attempt_on = now, None


class Recogniser(models.TextChoices):
    """Who was asked to recognise something on the photo."""

    FACE_PROVIDER = "FaceProvider"
    NUMBER_PROVIDER = "NumberProvider"
    TAGATOR = "Tagator"


class AttemptOutcome(models.TextChoices):
    """The outcome of an attempt."""

    FAILED = "Failed"
    BUSY = "Busy"  # the other side asked us to wait: no attempt is used up
    RECOGNIZED = "Recognized"  # by an answer to another photo's request


class PhotoAttempt(models.Model):
    """An attempt at a photo. Append-only: the database refuses to change a row."""

    photo = models.ForeignKey(Photo, on_delete=models.CASCADE, related_name="attempts")
    recogniser = models.CharField(max_length=20, choices=Recogniser)
    outcome = models.CharField(max_length=10, choices=AttemptOutcome)
    reason = models.CharField(max_length=500)
    occurred_on = models.DateTimeField()
    next_attempt_on = models.DateTimeField(
        null=True, help_text="When the next attempt was planned; null: none was."
    )
    wait_until = models.DateTimeField(
        null=True, help_text="Until when the other side asked us to wait; null: it did not."
    )

    class Meta:
        verbose_name = "attempt"

    def __str__(self) -> str:
        return f"{self.recogniser} {self.outcome} {in_utc(self.occurred_on)}"
