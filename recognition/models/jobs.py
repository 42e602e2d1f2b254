"""AlbumPhotosProcessingJob: its album, its progress, the photos it took."""

import uuid

from django.db import models
from django.db.models import Q

from messaging.jobs.models import LongJob, LongJobQuerySet
from recognition.models.albums import Album
from recognition.models.photos import Photo
from records.refusals import NotFound


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
    FORCE = "Force"  # every photo, from scratch

    @property
    def strength(self) -> int:
        """The place in the order above."""
        return list(JobMode).index(self)


class JobNotFound(NotFound):
    """The album has no such job."""


class AlbumPhotosProcessingJob(LongJob):
    """Processing an album's photos again; its position is the last photo of the present pass.

    `started_by` is empty if the schedule, or a change of settings, started it.
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
            models.Index(
                "next_attempt_on", condition=Q(next_attempt_on__isnull=False), name="job_due"
            ),
            models.Index("finished_on", name="job_finished_on"),
        ]

    def __str__(self) -> str:
        return str(self.id)


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
