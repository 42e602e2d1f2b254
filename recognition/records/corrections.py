"""What staff corrected on photos by hand, and results that they had sent again."""

from django.contrib.postgres.fields import ArrayField
from django.db import models

from foundation.records.texts import in_utc


class CorrectedResult(models.TextChoices):
    """What of a photo was corrected."""

    NUMBERS = "Numbers"
    PERSONS = "Persons"


class PhotoCorrection(models.Model):
    """Staff, or evidence, set the numbers or persons of a photo, for its history. Append-only.

    `before` and `after` are the accepted numbers, or the ids of the persons.
    """

    photo = models.ForeignKey(
        "recognition.Photo", on_delete=models.CASCADE, related_name="corrections"
    )
    result = models.CharField(max_length=10, choices=CorrectedResult)
    before = ArrayField(models.CharField(max_length=200))
    after = ArrayField(models.CharField(max_length=200))
    reason = models.CharField(max_length=500, blank=True)
    corrected_by = models.CharField(max_length=150, blank=True)
    corrected_on = models.DateTimeField()

    class Meta:
        verbose_name = "correction"

    def __str__(self) -> str:
        return f"{self.result} {in_utc(self.corrected_on)}"


class PhotoRepublication(models.Model):
    """The platform published a photo again with other content, for its history. Append-only.

    `changes` are the fields that it changed: `{name: [before, after]}`.
    """

    photo = models.ForeignKey(
        "recognition.Photo", on_delete=models.CASCADE, related_name="republications"
    )
    changes = models.JSONField()
    occurred_on = models.DateTimeField()

    class Meta:
        verbose_name = "republication"

    def __str__(self) -> str:
        return f"{self.photo_id} {in_utc(self.occurred_on)}"
