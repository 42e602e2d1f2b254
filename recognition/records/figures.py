"""Figures of each hour, so that charts read no photos."""

from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import ClassVar

from django.db import models

from recognition.records.albums import Album

HOUR = timedelta(hours=1)


def hour_of(moment: datetime) -> datetime:
    """Return the beginning of the hour of a moment."""
    return moment.replace(minute=0, second=0, microsecond=0)


class PhotoHour(models.Model):
    """The photos received in an hour by where they stand, and how fast results went out in it.

    A sweep writes what it counts: no photo's change writes here, so nothing can drift, and a row
    that is lost or late is counted again.
    """

    hour = models.DateTimeField(primary_key=True)
    processed = models.PositiveIntegerField(default=0)
    failed = models.PositiveIntegerField(default=0)
    deleted = models.PositiveIntegerField(default=0)
    unfinished = models.PositiveIntegerField(default=0)
    counted_on = models.DateTimeField(null=True)
    half_within = models.FloatField(
        null=True, help_text="Seconds in which half of the first results were delivered."
    )
    most_within = models.FloatField(null=True, help_text="The same of 95 of 100.")
    measured_on = models.DateTimeField(null=True)

    class Meta:
        verbose_name = "hour of photos"

    def __str__(self) -> str:
        return f"{self.hour:%Y-%m-%d %H:%M}"


# How many photos and tasks wait, so that pages read none of them where they are many.

PHOTO = "Photo"


class BacklogCountQuerySet(models.QuerySet["BacklogCount"]):
    def keep(self, rows: Iterable["BacklogCount"], now: datetime) -> None:
        """Write what was counted of these kinds, and delete what was not counted again.

        In one order: two processes that lock the same rows in another could wait for each other.
        """
        self.bulk_create(
            sorted(rows, key=lambda row: (str(row.album_id), row.kind, row.state)),
            update_conflicts=True,
            unique_fields=["album", "kind", "state"],
            update_fields=["count", "since", "counted_on"],
        )
        self.filter(counted_on__lt=now).delete()


class BacklogCount(models.Model):
    """What waits in a state before the end, of an album or of all, as a sweep counted it last.

    Of photos only some albums have rows: `count_backlog` chooses them. A row that is not counted
    again is deleted, so nothing can drift.
    """

    kind = models.CharField(
        max_length=15,
        default=PHOTO,
        help_text="`Photo`, or another app's: the purpose of a tagging task.",
    )
    album = models.ForeignKey(
        Album,
        null=True,
        on_delete=models.CASCADE,
        related_name="+",
        db_index=False,  # the unique index begins with it
        help_text="Null: of all albums.",
    )
    state = models.CharField(max_length=20)
    count = models.PositiveBigIntegerField()
    since = models.DateTimeField(help_text="When the oldest of them was created.")
    counted_on = models.DateTimeField()

    objects: ClassVar[BacklogCountQuerySet] = BacklogCountQuerySet.as_manager()  # type: ignore[assignment]

    class Meta:
        verbose_name = "count of what waits"
        verbose_name_plural = "counts of what waits"
        constraints = [
            models.UniqueConstraint(
                fields=["album", "kind", "state"], nulls_distinct=False, name="backlog_of_album"
            )
        ]

    def __str__(self) -> str:
        return f"{self.count:,} {self.state}"
