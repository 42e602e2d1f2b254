"""Photos, and what was recognised on them."""

import uuid
from datetime import datetime

from django.conf import settings
from django.db import models
from django.db.models import Q

from recognition.models.albums import Album
from recognition.models.photo_results import PhotoNumber, PhotoPerson
from records.refusals import NotFound
from records.versioned import VersionedModel, VersionedQuerySet


class PhotoState(models.TextChoices):
    """Where a photo stands; `docs/recognition.md` has the transitions."""

    NEW = "New"
    AWAITING_CALLBACK = "AwaitingCallback"
    AWAITING_TAGGING = "AwaitingTagging"
    PROCESSED = "Processed"
    FAILED = "Failed"
    DELETED = "Deleted"


# What partial indexes hold. A query is served by one where it asks for the same, word for word.
_KEPT = ~Q(state=PhotoState.DELETED)
_UNFINISHED = ~Q(state=PhotoState.PROCESSED)
UNSETTLED = ~Q(state__in=(PhotoState.PROCESSED, PhotoState.DELETED))
NEEDING_FACES = _KEPT & (_UNFINISHED | Q(face_recognized=False))
NEEDING_NUMBERS = _KEPT & (_UNFINISHED | Q(number_recognized=False))
NEEDING_EITHER = _KEPT & (_UNFINISHED | Q(face_recognized=False) | Q(number_recognized=False))
UNATTENDED = Q(
    state__in=(PhotoState.NEW, PhotoState.FAILED),
    faces_next_attempt_on__isnull=True,
    numbers_next_attempt_on__isnull=True,
    callback_due_on__isnull=True,
    tagging_task_id__isnull=True,
)


class PhotoNotFound(NotFound):
    """There is no such photo."""

    code = "photo-not-found"


class PhotoQuerySet(VersionedQuerySet["Photo"]):
    def with_album(self) -> "PhotoQuerySet":
        """Read along the album with all that processing asks of it."""
        return self.select_related(
            "album__tenant__competitor_instance", "album__face_account", "album__face_space"
        )

    def claimed_until(self, lease: datetime, photo_id: uuid.UUID) -> "PhotoQuerySet":
        """The photo, as long as nobody has claimed it after the holder of this lease."""
        return self.filter(
            Q(faces_next_attempt_on=lease) | Q(numbers_next_attempt_on=lease), pk=photo_id
        )

    def due(self, now: datetime) -> "PhotoQuerySet":
        """Photos that the machine has to look at by now."""
        return self.filter(Q(faces_next_attempt_on__lte=now) | Q(numbers_next_attempt_on__lte=now))

    def longest_due(self, now: datetime, count: int) -> "PhotoQuerySet":
        """Of the photos due, the `count` that have been so longest, of either step; unordered.

        Each part is read from the partial index of its step, and no further than `count`.
        """
        faces = self.filter(faces_next_attempt_on__lte=now).order_by("faces_next_attempt_on")
        numbers = self.filter(numbers_next_attempt_on__lte=now).order_by("numbers_next_attempt_on")
        either = faces.values("pk")[:count].union(numbers.values("pk")[:count])
        return self.due(now).filter(pk__in=either)

    def unsettled(self) -> "PhotoQuerySet":
        """Photos that have not come to a good end; a partial index holds exactly these."""
        return self.filter(UNSETTLED)

    def needing_faces(self) -> "PhotoQuerySet":
        """Unsettled ones, and without faces recognised; a partial index holds exactly these."""
        return self.filter(NEEDING_FACES)

    def needing_numbers(self) -> "PhotoQuerySet":
        """Unsettled ones, and without numbers recognised; a partial index holds exactly these."""
        return self.filter(NEEDING_NUMBERS)

    def needing_either(self) -> "PhotoQuerySet":
        """Photos that need faces, numbers or both; a partial index holds exactly these."""
        return self.filter(NEEDING_EITHER)

    def unattended(self, given_up_before: datetime) -> "PhotoQuerySet":
        """Unsettled photos that nobody waits for: neither a machine, nor a provider, nor a tagator.

        Either nobody was ever asked, or the attempts were used up before `given_up_before`. Where
        trying again cannot help, or a person withdrew the task, there are attempts left over. A
        partial index holds these, and the photos that failed later or for good.
        """
        used_up = Q(face_attempts__gte=settings.PROCESSING_MAX_ATTEMPTS) | Q(
            number_attempts__gte=settings.PROCESSING_MAX_ATTEMPTS
        )
        given_up = Q(used_up, state=PhotoState.FAILED, updated_on__lte=given_up_before)
        return self.filter(UNATTENDED, Q(state=PhotoState.NEW) | given_up)

    def with_presence(self) -> "PhotoQuerySet":
        """Tell of each photo whether it `has_persons` and `has_tags`, old ones not counted."""
        return self.annotate(has_persons=_has_persons(), has_tags=_has_tags())


def _has_persons() -> Q:
    persons = PhotoPerson.objects.filter(photo=models.OuterRef("pk"))
    return Q(models.Exists(persons), persons_outdated=False)


def _has_tags() -> Q:
    tags = PhotoNumber.objects.filter(photo=models.OuterRef("pk"), rejection="")
    return Q(models.Exists(tags), tags_outdated=False)


class Photo(VersionedModel):
    """A photo of an album.

    Faces and numbers are recognised side by side, so each has its flag, its count of failed
    attempts and the time when the machine looks at it next: the end of a lease while a process
    works on it, of a back-off after a failure, of the provider's grace while its callback is
    awaited; null where there is nothing for the machine to do.
    """

    not_found = PhotoNotFound

    id = models.UUIDField(primary_key=True, default=uuid.uuid4)
    album = models.ForeignKey(
        Album, on_delete=models.PROTECT, related_name="photos", db_index=False
    )  # found by `photo_of_album`
    photographer_id = models.UUIDField(null=True)
    shooting_date = models.DateTimeField(null=True)
    image_url = models.URLField(max_length=2000, blank=True)
    state = models.CharField(max_length=20, choices=PhotoState, default=PhotoState.NEW)
    reason_description = models.CharField(max_length=1000, blank=True)
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
    callback_due_on = models.DateTimeField(
        null=True, help_text="Until when the number provider may call back; null: none is awaited."
    )
    persons_version = models.PositiveIntegerField(
        default=0, help_text="Version of the persons last told to the photo service; 0: none yet."
    )
    tags_version = models.PositiveIntegerField(
        default=0, help_text="Version of the tags last told to the photo service; 0: none yet."
    )
    tagging_task_id = models.UUIDField(
        null=True, help_text="The tagging task that the photo waits for."
    )
    faces_recognized_on = models.DateTimeField(
        null=True, help_text="When the faces were last recognised, whether any were found or none."
    )
    numbers_recognized_on = models.DateTimeField(
        null=True, help_text="When the numbers were last read, whether any were found or none."
    )

    objects = PhotoQuerySet.as_manager()

    class Meta:
        verbose_name = "photo"
        indexes = [
            models.Index("album", "id", name="photo_of_album"),
            # With what they are counted by, so that counting reads no photo.
            models.Index(
                fields=("album", "id"),
                include=("state", "created_on"),
                condition=UNSETTLED,
                name="photo_unsettled",
            ),
            models.Index("album", "id", condition=NEEDING_FACES, name="photo_needing_faces"),
            models.Index("album", "id", condition=NEEDING_NUMBERS, name="photo_needing_numbers"),
            models.Index("album", "id", condition=NEEDING_EITHER, name="photo_needing_either"),
            models.Index("album", "id", condition=UNATTENDED, name="photo_unattended"),
            models.Index(
                "faces_next_attempt_on",
                condition=Q(faces_next_attempt_on__isnull=False),
                name="photo_faces_due",
            ),
            models.Index(
                "numbers_next_attempt_on",
                condition=Q(numbers_next_attempt_on__isnull=False),
                name="photo_numbers_due",
            ),
            models.Index("created_on", name="photo_newest"),
        ]

    def __str__(self) -> str:
        return str(self.id)
