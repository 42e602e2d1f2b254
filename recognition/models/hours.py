"""Figures of each hour, so that charts read no photos."""

from datetime import datetime, timedelta

from django.db import models

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
