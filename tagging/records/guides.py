"""What staff write for the taggers of an album."""

from django.db import models

from foundation.records.models import VersionedModel, VersionedQuerySet
from recognition.records.albums import Album

MAX_GUIDE = 10_000  # characters


class AlbumGuide(VersionedModel):
    """The guide of an album, in Markdown with sample pictures; without a row there is none."""

    album = models.OneToOneField(
        Album, on_delete=models.PROTECT, primary_key=True, related_name="tagging_guide"
    )
    text = models.TextField(blank=True, max_length=MAX_GUIDE)

    objects: VersionedQuerySet["AlbumGuide"] = VersionedQuerySet.as_manager()  # type: ignore[assignment]

    class Meta:
        verbose_name = "guide of an album"
        verbose_name_plural = "guides of albums"

    def __str__(self) -> str:
        return f"Guide of {self.album}"
