"""Figures of each hour, so that charts read no photos."""

from datetime import datetime, timedelta

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


# How many photos wait, so that the home page reads no photos where they are many.


class BacklogCount(models.Model):
    """The photos in a state before the end, of an album or of all, as a sweep counted them last.

    Only some albums have rows: `count_backlog` chooses them. A row that is not counted again is
    deleted, so nothing can drift.
    """

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
    since = models.DateTimeField(help_text="When the oldest of them was published.")
    counted_on = models.DateTimeField()

    class Meta:
        verbose_name = "count of waiting photos"
        verbose_name_plural = "counts of waiting photos"
        constraints = [
            models.UniqueConstraint(
                fields=["album", "state"], nulls_distinct=False, name="backlog_of_album"
            )
        ]

    def __str__(self) -> str:
        return f"{self.count:,} {self.state}"
