"""Attempts that failed or had to wait: the part of a photo's history that no other record holds.

Attempts that succeeded show in their requests, callbacks, numbers and persons. A wait that is
prolonged for the same reason has one row, of its beginning.
"""

from django.db import models

from recognition.models.photos import Photo


class Recogniser(models.TextChoices):
    """Who was asked to recognise something on the photo."""

    FACE_PROVIDER = "FaceProvider"
    NUMBER_PROVIDER = "NumberProvider"
    TAGATOR = "Tagator"


class AttemptOutcome(models.TextChoices):
    """The outcome of an attempt."""

    FAILED = "Failed"
    BUSY = "Busy"  # the other side asked us to wait: no attempt is used up
    RECOGNIZED = "Recognized"  # by an answer to another photo's request


class PhotoAttempt(models.Model):
    """An attempt at a photo. Append-only: the database refuses to change a row."""

    photo = models.ForeignKey(Photo, on_delete=models.CASCADE, related_name="attempts")
    recogniser = models.CharField(max_length=20, choices=Recogniser)
    outcome = models.CharField(max_length=10, choices=AttemptOutcome)
    reason = models.CharField(max_length=500)
    occurred_on = models.DateTimeField()
    next_attempt_on = models.DateTimeField(
        null=True, help_text="When the next attempt was planned; null: none was."
    )

    class Meta:
        verbose_name = "attempt"

    def __str__(self) -> str:
        return f"{self.recogniser} {self.outcome} {self.occurred_on:%Y-%m-%d %H:%M:%S} UTC"
