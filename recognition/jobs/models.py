"""AlbumPhotosProcessingJob: its album, its progress, the photos it took."""

import uuid

from django.db import models
from django.db.models import Q

from foundation.messaging.models import LongJob, LongJobQuerySet
from foundation.records.refusals import NotFound
from recognition.providers.models import Account, AccountSpace
from recognition.records.albums import Album
from recognition.records.photos import Photo


class JobState(models.TextChoices):
    """Where a job stands."""

    QUEUED = "Queued"
    RUNNING = "Running"
    FINISHED = "Finished"
    FAILED = "Failed"


class JobMode(models.TextChoices):
    """Which photos a job takes; each mode takes all that the modes before it take."""

    SCHEDULED = "Scheduled"  # photos that no worker, provider or tagator will finish
    CHANGED = "Changed"  # unfinished photos, by the album's changed settings
    AGAIN = "Again"  # photos with something not recognised, also where an answer is awaited
    FORCE = "Force"  # every photo, from scratch, but for what staff corrected
    OVERWRITE = "Overwrite"  # every photo, from scratch, and what staff corrected

    @property
    def strength(self) -> int:
        """The place in the order above."""
        return list(JobMode).index(self)

    @property
    def is_from_scratch(self) -> bool:
        return self in (JobMode.FORCE, JobMode.OVERWRITE)


def stronger(one: JobMode, other: JobMode) -> JobMode:
    """Return the mode that takes what the other takes too."""
    return max(one, other, key=lambda each: each.strength)


class JobNotFound(NotFound):
    """The album has no such job."""


class AlbumPhotosProcessingJob(LongJob):
    """Processing an album's photos again; its position is the last photo of the present pass.

    `started_by` is empty if the schedule started it.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4)
    album = models.ForeignKey(Album, on_delete=models.CASCADE, related_name="jobs")
    state = models.CharField(max_length=10, choices=JobState, default=JobState.QUEUED)
    mode = models.CharField(max_length=10, choices=JobMode, help_text="Of the present pass.")
    again_mode = models.CharField(
        max_length=10,
        choices=JobMode,
        blank=True,
        help_text="The mode of one more pass, requested while this one ran.",
    )

    objects = LongJobQuerySet["AlbumPhotosProcessingJob"].as_manager()

    class Meta:
        verbose_name = "album photos processing job"
        constraints = [
            models.UniqueConstraint(
                "album", condition=Q(state__in=("Queued", "Running")), name="job_one_unfinished"
            )
        ]
        indexes = [
            LongJob.leased.index("job_due"),
            models.Index("finished_on", name="job_finished_on"),
        ]

    def __str__(self) -> str:
        return f"Processing of {self.album}"

    def join(self, mode: JobMode) -> None:
        """Take in what this mode asks for too, if necessary by one more pass. Nothing is saved."""
        present = JobMode(self.mode)
        if self.state == JobState.QUEUED:
            self.mode = stronger(present, mode)
        elif mode is JobMode.CHANGED or mode.strength > present.strength:
            # The photos up to the position were processed by other settings, or in a weaker mode.
            self.again_mode = stronger(JobMode(self.again_mode or mode), mode)


class ProcessedPhoto(models.Model):
    """A photo that a job or staff took: made due, or moved to the state that the settings ask for.

    There is a row for each time. A job takes a photo once in a pass, and may make several passes.
    """

    job = models.ForeignKey(
        AlbumPhotosProcessingJob,
        on_delete=models.CASCADE,
        null=True,
        related_name="processed_photos",
        db_index=False,  # found by `processed_photo_of_job`
        help_text="The job that took it; null: staff chose the photo.",
    )
    photo = models.ForeignKey(Photo, on_delete=models.CASCADE, related_name="processed_by")
    mode = models.CharField(max_length=10, choices=JobMode, help_text="Of the pass that took it.")
    taken_on = models.DateTimeField()
    chosen_by = models.CharField(max_length=150, blank=True, help_text="Who chose the photo.")

    class Meta:
        indexes = [models.Index("job", "photo", name="processed_photo_of_job")]

    def __str__(self) -> str:
        return str(self.photo_id)


class AlbumsMove(LongJob):
    """Moving all albums of an account, or of one of its spaces, to another space.

    Afterwards the account, or the space, is switched off.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4)
    account = models.ForeignKey(Account, on_delete=models.CASCADE, related_name="moves")
    space = models.ForeignKey(
        AccountSpace,
        on_delete=models.CASCADE,
        null=True,
        related_name="+",
        help_text="Empty: all spaces of the account.",
    )
    to_space = models.ForeignKey(AccountSpace, on_delete=models.CASCADE, related_name="+")

    objects = LongJobQuerySet["AlbumsMove"].as_manager()

    class Meta:
        verbose_name = "move of albums"
        verbose_name_plural = "moves of albums"
        constraints = [
            models.UniqueConstraint(
                "account", condition=Q(finished_on=None), name="one_unfinished_move"
            )
        ]

    def __str__(self) -> str:
        return f"Albums of {self.space or self.account} to {self.to_space}"
