"""A list of the staff's site as a file."""

import uuid

from django.db import models

from foundation.messaging.models import LongJob, LongJobQuerySet


class ExportFormat(models.TextChoices):
    """The forms of the file."""

    CSV = "csv", "CSV"
    XLSX = "xlsx", "XLSX"


class Export(LongJob):
    """What a list shows, by its filters and search, as a file for who started it.

    `position` has the key of the last row, and the names of the parts that are written.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4)
    model_label = models.CharField(max_length=100, help_text="The model of the list.")
    title = models.CharField(max_length=200, help_text="What the list is of.")
    filters = models.TextField(blank=True, help_text="The list's address behind the `?`.")
    format = models.CharField(max_length=4, choices=ExportFormat)
    columns = models.JSONField(default=list)
    is_cut = models.BooleanField(default=False, help_text="The list has more rows than a sheet.")

    objects = LongJobQuerySet["Export"].as_manager()

    class Meta:
        verbose_name = "export"
        indexes = [
            LongJob.leased.index("export_due"),
            models.Index("started_by", "created_on", name="export_of_user"),
            models.Index("finished_on", name="export_finished_on"),
        ]

    def __str__(self) -> str:
        return f"{self.title} as {self.get_format_display()}"
