"""How many photos wait, so that the home page reads no photos where they are many."""

from django.db import models

from recognition.models.albums import Album


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
