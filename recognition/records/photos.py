"""Photos, and what was recognised on them."""

import uuid
from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Any

from django.conf import settings
from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import Case, F, Q, Value, When
from django.db.models.functions import Least
from django.utils.functional import cached_property

from foundation.fetching.addresses import MAX_ADDRESS
from foundation.messaging import tracing
from foundation.messaging.outbox import Message
from foundation.records.database import read_joined
from foundation.records.formats import around
from foundation.records.models import VersionedModel, VersionedQuerySet
from foundation.records.refusals import NotFound
from recognition.due import HOLD_PHOTOS, LOCK_PHOTOS, DueQuerySet
from recognition.records.albums import Album, Tenant
from recognition.records.numbers import PhotoNumber
from recognition.records.persons import PhotoPerson
from recognition.records.steps import (
    CORRECTED,
    FACES,
    FILE_NAME,
    JUDGING,
    NEEDING,
    NUMBERS,
    PROCESSED_LAST,
    REOPENED,
    STEPS,
    UNATTENDED,
    UNSETTLED,
    PhotoState,
    Step,
    of_any_step,
    with_state,
)

MAX_REASON_GROUP = 120  # characters
# Photos of one photographer that are no further apart show the same scene: mostly the same runners.
BURST = timedelta(seconds=5)
ONE_TRACE = timedelta(days=1)  # what happens later is a trace of its own


class PhotoNotFound(NotFound):
    """There is no such photo."""


def name_of_file(address: str) -> str:
    """Return the name of the file that an address, or the end of one, names."""
    return address.partition("?")[0].partition("#")[0].rpartition("/")[2]


class PhotoQuerySet(VersionedQuerySet["Photo"], DueQuerySet["Photo"]):  # type: ignore[override]
    due_on = Least(FACES.next_attempt_on, NUMBERS.next_attempt_on)  # a null is not the least

    def with_album(self) -> "PhotoQuerySet":
        """Select with each photo its album and the tenant, which decide where the photo stands."""
        return self.select_related("album__tenant")

    def lock_with_album(self, photo_ids: Iterable[uuid.UUID]) -> list["Photo"]:
        """Lock photos in the order of their ids; return each with its album and tenant."""
        photos = []
        rows = read_joined(LOCK_PHOTOS, [list(photo_ids)], photo=Photo, album=Album, tenant=Tenant)
        for photo, photo.album, photo.album.tenant in rows:
            photos.append(photo)
        return photos

    def locked_with_album(self, photo_id: uuid.UUID) -> "Photo":
        """Lock a photo and return it with its album, and that with its tenant.

        :raises PhotoNotFound: no such photo.
        """
        for photo in self.lock_with_album([photo_id]):
            return photo
        raise PhotoNotFound(f"No photo {photo_id}.")

    def lock_claimed(self, claimed: "Photo", step: Step) -> "Photo | None":
        """Lock a photo and return it; None if the step is not under the same claim any more.

        A result that arrived meanwhile, a deletion, a change of settings and another process that
        took over all end a claim. A process that lost its claim must not save.
        """
        photo = self.locked_with_album(claimed.pk)
        claim = step.of(claimed).claim
        return photo if claim is not None and step.of(photo).claim == claim else None

    def hold(self, photo_ids: list[uuid.UUID]) -> list[uuid.UUID]:
        """Lock photos against changes until the commit; return those that are not deleted.

        Processes that only hold a photo do not wait for each other.
        """
        return [photo.pk for photo in self.raw(HOLD_PHOTOS, [photo_ids])]

    def due(self, now: datetime) -> "PhotoQuerySet":
        """Photos with a step that is due."""
        return self.filter(of_any_step(next_attempt_on__lte=now))

    def longest_due(self, now: datetime, count: int) -> "PhotoQuerySet":
        """Of the photos due, the `count` that have been due longest, at either step; unordered.

        Each part is read from the partial index of its step, and no further than `count`.
        """
        faces, numbers = (
            self.filter(step.where(next_attempt_on__lte=now))
            .order_by(step.next_attempt_on)
            .values("pk")[:count]
            for step in STEPS
        )
        return self.due(now).filter(pk__in=faces.union(numbers))

    def claim_steps(self, claim: uuid.UUID, until: datetime, /, **condition: Any) -> int:
        """Claim the steps that meet a condition; return how many photos were claimed.

        From `until` on another process may take over. The claim ends when the steps are planned or
        claimed again.

        :param condition: as in `Step.where`.
        """
        changes = {
            column: Case(When(step.where(**condition), then=Value(value)), default=F(column))
            for step in STEPS
            for column, value in step.leased.values(until, claim).items()
        }
        return self.filter(of_any_step(**condition)).update(**changes)

    def unsettled(self) -> "PhotoQuerySet":
        """Photos that are neither processed nor deleted; a partial index holds exactly these."""
        return self.filter(~with_state(PhotoState.PROCESSED, PhotoState.DELETED))

    def needing(self, *steps: Step) -> "PhotoQuerySet":
        """Unsettled photos, and those where one of these steps is not recognised.

        The steps are in the order of `STEPS`. A partial index holds exactly these photos.
        """
        return self.filter(NEEDING[steps])

    def reopened(self) -> "PhotoQuerySet":
        """Processed photos whose task a tagger has reopened; a partial index has these alone."""
        return self.filter(REOPENED)

    def corrected(self, *steps: Step) -> "PhotoQuerySet":
        """Photos where staff set the results of one of these steps; a partial index has them."""
        of_steps = Q(*(step.where(corrected_on__isnull=False) for step in steps), _connector=Q.OR)
        return self.filter(CORRECTED, of_steps) if steps else self.none()

    def unattended(self, given_up_before: datetime) -> "PhotoQuerySet":
        """Unsettled photos for which nothing is planned, asked or open.

        Either they were never asked about, or their attempts were used up before `given_up_before`.
        After a final failure, or a task that staff cancelled, attempts are left over. A partial
        index holds these photos, and those that failed later or finally.
        """
        used_up = of_any_step(attempts__gte=settings.PROCESSING_MAX_ATTEMPTS)
        given_up = Q(used_up, state=PhotoState.FAILED, updated_on__lte=given_up_before)
        return self.filter(UNATTENDED, Q(state=PhotoState.NEW) | given_up)

    def in_burst_of(self, photo: "Photo") -> "PhotoQuerySet":
        """Return other photos of the album by the same photographer, at most `BURST` apart."""
        if photo.photographer_id is None or photo.shooting_date is None:
            return self.none()
        return self.filter(
            album=photo.album_id,
            photographer_id=photo.photographer_id,
            shooting_date__range=around(photo.shooting_date, BURST),
        ).exclude(pk=photo.pk)

    def with_presence(self) -> "PhotoQuerySet":
        """Add to each photo whether it `has_persons` and `has_tags`; outdated ones do not count.

        `tagging/statistics/albums.py` counts them by the same rule; a test compares the two.
        """
        persons = PhotoPerson.objects.filter(photo=models.OuterRef("pk"))
        tags = PhotoNumber.objects.filter(photo=models.OuterRef("pk"), rejection="")
        return self.annotate(
            has_persons=Q(models.Exists(persons), persons_outdated=False),
            has_tags=Q(models.Exists(tags), tags_outdated=False),
        )


class Photo(VersionedModel):
    """A photo of an album. The columns of its two steps are explained in `records/steps.py`."""

    not_found = PhotoNotFound

    id = models.UUIDField(primary_key=True, default=uuid.uuid4)
    album = models.ForeignKey(
        Album, on_delete=models.PROTECT, related_name="photos", db_index=False
    )  # found by `photo_of_album`
    photographer_id = models.UUIDField(null=True)
    shooting_date = models.DateTimeField(null=True)
    image_url = models.URLField(max_length=MAX_ADDRESS, blank=True)
    told_on = models.DateTimeField(
        null=True, help_text="The time of the event that its address and dates are of."
    )
    state = models.CharField(max_length=20, choices=PhotoState, default=PhotoState.NEW)
    reason_description = models.CharField(max_length=1000, blank=True)
    reason_group = models.CharField(
        max_length=MAX_REASON_GROUP,
        blank=True,
        default="",
        db_default="",
        help_text="Why it is not processed, without what differs from photo to photo.",
    )
    face_recognized = models.BooleanField(default=False)
    number_recognized = models.BooleanField(default=False)
    persons_outdated = models.BooleanField(
        default=False,
        db_default=False,
        help_text="Its persons are of before a forced processing, and stay until new ones come.",
    )
    tags_outdated = models.BooleanField(
        default=False,
        db_default=False,
        help_text="Its numbers are of before a forced processing, and stay until new ones come.",
    )
    face_failure = models.CharField(max_length=500, blank=True)
    number_failure = models.CharField(max_length=500, blank=True)
    face_attempts = models.PositiveSmallIntegerField(default=0)
    number_attempts = models.PositiveSmallIntegerField(default=0)
    faces_next_attempt_on = models.DateTimeField(null=True)
    numbers_next_attempt_on = models.DateTimeField(null=True)
    faces_claim = models.UUIDField(null=True)
    numbers_claim = models.UUIDField(null=True)
    callback_due_on = models.DateTimeField(
        null=True, help_text="Until when the number provider may call back; null: none is awaited."
    )
    persons_version = models.PositiveIntegerField(
        "version sent",
        default=0,
        help_text="Version of the persons last sent to the photo service; 0: none yet.",
    )
    tags_version = models.PositiveIntegerField(
        "version sent",
        default=0,
        help_text="Version of the tags last sent to the photo service; 0: none yet.",
    )
    tagging_task_id = models.UUIDField(
        null=True, help_text="The tagging task that the photo waits for."
    )
    judge_on = models.DateTimeField(
        null=True,
        help_text="When its numbers are judged again from what was read; null: not planned.",
    )
    companions_on = models.DateTimeField(
        null=True,
        help_text="When unsure numbers of other photos of the same persons are planned to be "
        "judged again, since its own results changed; null: they are.",
    )
    judge_attempts = models.PositiveSmallIntegerField(
        default=0, db_default=0, help_text="How often judging it failed, one time after the other."
    )
    custom_tags = ArrayField(
        models.CharField(max_length=100),
        default=list,
        help_text="The album's custom tags that a tagger put on the photo.",
    )
    faces_recognized_on = models.DateTimeField(
        null=True, help_text="When the faces were last recognised, whether any were found or none."
    )
    numbers_recognized_on = models.DateTimeField(
        null=True, help_text="When the numbers were last read, whether any were found or none."
    )
    persons_corrected_on = models.DateTimeField(
        null=True, help_text="When staff last set its persons; null: they are as recognised."
    )
    numbers_corrected_on = models.DateTimeField(
        null=True, help_text="When staff last set its numbers; null: they are as read."
    )

    traceparent = models.CharField(  # noqa: DJ001 - empty in most rows, where it takes no room
        max_length=tracing.LENGTH,
        null=True,
        default=tracing.current_traceparent,
        help_text="Under which trace it was published; null: traces were off.",
    )

    # The rows of it that a caller knows, who has locked it; None: they have to be read.
    known_numbers: "list[PhotoNumber] | None" = None
    known_persons: "list[PhotoPerson] | None" = None
    has_no_merges = False  # its album is held, and has none

    objects = PhotoQuerySet.as_manager()

    class Meta:
        verbose_name = "photo"
        indexes = [
            models.Index("album", "id", name="photo_of_album"),
            # With what they are counted by, so that counting reads no photo.
            models.Index(
                fields=("album", "id"),
                include=("state", "created_on", "reason_group"),
                condition=UNSETTLED,
                name="photo_unsettled_why",
            ),
            # Of one state, or of all, the newest first: states are compared within the index.
            models.Index("created_on", "state", condition=UNSETTLED, name="photo_unsettled_newest"),
            models.Index(
                "reason_group",
                "album",
                condition=Q(state=PhotoState.FAILED),
                name="photo_failed_why",
            ),
            models.Index("album", "id", condition=NEEDING[(FACES,)], name="photo_needing_faces"),
            models.Index(
                "album", "id", condition=NEEDING[(NUMBERS,)], name="photo_needing_numbers"
            ),
            models.Index("album", "id", condition=NEEDING[STEPS], name="photo_needing_either"),
            models.Index("album", "id", condition=UNATTENDED, name="photo_unattended"),
            models.Index("album", "id", condition=REOPENED, name="photo_reopened"),
            # Counted before an album is processed from scratch.
            models.Index("album", "id", condition=CORRECTED, name="photo_corrected"),
            FACES.leased.index("photo_faces_due"),
            NUMBERS.leased.index("photo_numbers_due"),
            JUDGING.index("photo_to_be_judged"),
            models.Index("created_on", name="photo_newest"),
            models.Index("album", "created_on", name="photo_received_in_album"),
            models.Index(
                "album",
                "photographer_id",
                "shooting_date",
                condition=Q(photographer_id__isnull=False, shooting_date__isnull=False),
                name="photo_of_burst",
            ),
            # Staff search for the beginning of a file's name among the photos of all albums.
            models.Index(FILE_NAME, name="photo_file_name"),
            models.Index(
                "album",
                PROCESSED_LAST,
                condition=Q(state=PhotoState.PROCESSED),
                name="photo_processed_in_album",
            ),
        ]

    def __str__(self) -> str:
        """Return how a photo is named to a person: by its file; without one, by its id."""
        return name_of_file(self.image_url) or str(self.id)

    def stored_numbers(self) -> "list[PhotoNumber]":
        """Return its numbers, of all sources, in the order in which they were stored."""
        known = self.known_numbers
        return list(self.numbers.order_by("pk")) if known is None else known

    def stored_persons(self) -> "list[PhotoPerson]":
        return list(self.persons.all()) if self.known_persons is None else self.known_persons

    @cached_property
    def to_send(self) -> list[Message]:
        """Messages about it, which are posted together once it is settled."""
        return []

    def trace_at(self, now: datetime) -> str | None:
        """Return the trace to continue: of its publication for a day, then none so old."""
        return self.traceparent if now - self.created_on < ONE_TRACE else None

    @property
    def next_results_version(self) -> int:
        """The version of results that are stored with the photo's next version.

        The photo service takes only what is newer, so it grows over a restore from backup, too.
        """
        return self.version + 1 + self.album.results_version_offset


def is_burst(one: Photo, other: Photo) -> bool:
    """Return whether two photos of an album are by one photographer, at most `BURST` apart."""
    if one.photographer_id is None or one.photographer_id != other.photographer_id:
        return False
    if one.shooting_date is None or other.shooting_date is None:
        return False
    return abs(one.shooting_date - other.shooting_date) <= BURST
