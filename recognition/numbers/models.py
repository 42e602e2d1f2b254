"""What an album's photos have in common that is no start number, and its numbers judged again."""

import uuid

from django.db import models
from django.utils import timezone

from foundation.messaging.models import LongJob, LongJobQuerySet
from foundation.records.refusals import NotFound
from recognition.records.albums import Album


class AlbumTextNotFound(NotFound):
    """The album has no such text."""


class AlbumTextQuerySet(models.QuerySet["AlbumText"]):
    def in_force(self) -> "AlbumTextQuerySet":
        """Texts that staff have not withdrawn."""
        return self.filter(withdrawn_on=None)


class AlbumText(models.Model):
    """A text that stands on many photos of an album: a banner, a watermark, a date.

    It is known by its place (middle and height, in percent of the image), or by the words around it
    with `#` in place of `value`. A withdrawn one stays, so that it is not found again.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4)
    album = models.ForeignKey(Album, on_delete=models.CASCADE, related_name="texts", db_index=False)
    value = models.CharField(max_length=100)
    words = models.CharField(max_length=200, blank=True)
    place_x = models.SmallIntegerField(null=True)
    place_y = models.SmallIntegerField(null=True)
    place_height = models.SmallIntegerField(null=True)
    photos = models.PositiveIntegerField(help_text="On how many photos it was read by then.")
    found_on = models.DateTimeField(default=timezone.now)
    withdrawn_on = models.DateTimeField(null=True, help_text="null: it is no start number.")
    withdrawn_by = models.CharField(max_length=150, blank=True, help_text="Who withdrew it.")

    objects = AlbumTextQuerySet.as_manager()

    class Meta:
        verbose_name = "text of an album"
        constraints = [
            models.UniqueConstraint(
                fields=("album", "value", "words", "place_x", "place_y", "place_height"),
                nulls_distinct=False,
                name="text_once_an_album",
            )
        ]

    def __str__(self) -> str:
        return self.in_words()

    @property
    def as_placed(self) -> "AlbumText | None":
        """Return itself if it is known by its place; None: it is known by its words."""
        return None if self.words else self

    def in_words(self) -> str:
        """Return the text with its words: `Bangsaen 21`."""
        return self.words.replace("#", self.value) or self.value


class AlbumRejudging(LongJob):
    """Judging all numbers of an album again, since its settings have changed.

    Its position is the last photo that was planned. Another change begins it again.
    """

    album = models.OneToOneField(
        Album, on_delete=models.CASCADE, primary_key=True, related_name="rejudging"
    )

    objects = LongJobQuerySet["AlbumRejudging"].as_manager()

    class Meta:
        verbose_name = "album judged again"
        verbose_name_plural = "albums judged again"
        indexes = [LongJob.leased.index("rejudging_due")]

    def __str__(self) -> str:
        return str(self.album)
