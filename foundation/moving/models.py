"""Imports of folders: how far each is, and what it found."""

import uuid

from django.db import models
from django.db.models import Q

from foundation.messaging.models import LongJob, LongJobQuerySet


class FolderImport(LongJob):
    """The import of a folder that was checked; its position is a kind and a line of its file.

    `files` has the size and time of each file as it was checked. `counts`, by kind: how many rows
    were new, equal, changed, differing; `differences`: lines that differ, by kind.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4)
    folder = models.CharField(max_length=1000)
    kinds: "models.JSONField[list[str]]" = models.JSONField(default=list)
    files: "models.JSONField[dict[str, list[int]]]" = models.JSONField(default=dict)
    is_update = models.BooleanField(default=False, help_text="Whether rows change what differs.")
    counts: "models.JSONField[dict[str, dict[str, int]]]" = models.JSONField(default=dict)
    differences: "models.JSONField[dict[str, list[str]]]" = models.JSONField(default=dict)

    objects = LongJobQuerySet["FolderImport"].as_manager()

    class Meta:
        verbose_name = "import of a folder"
        verbose_name_plural = "imports of folders"
        constraints = [
            models.UniqueConstraint(
                models.Value(1), condition=Q(finished_on=None), name="moving_one_unfinished"
            )
        ]
        indexes = [LongJob.leased.index("moving_due")]

    def __str__(self) -> str:
        return self.folder
