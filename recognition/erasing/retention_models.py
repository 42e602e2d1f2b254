"""Deleting what albums keep of people, some days after their last photo."""

from django.db import models
from django.db.models import Q

from foundation.messaging.models import LongJob, LongJobQuerySet
from recognition.records.albums import Album


class AlbumRetention(LongJob):
    """Deleting what an album kept of people; its position is the last photo.

    `newest_on` is when the last photo had come by then: a later one begins it again.
    """

    album = models.OneToOneField(
        Album, on_delete=models.CASCADE, primary_key=True, related_name="retention"
    )
    newest_on = models.DateTimeField()

    objects = LongJobQuerySet["AlbumRetention"].as_manager()

    class Meta:
        verbose_name = "retention of an album"
        verbose_name_plural = "retentions of albums"
        indexes = [
            models.Index(
                "next_attempt_on", condition=Q(next_attempt_on__isnull=False), name="retention_due"
            )
        ]

    def __str__(self) -> str:
        return str(self.album_id)
