"""What was recognised on photos: persons, and numbers, accepted or rejected."""

from django.db import models
from django.utils import timezone


class NumberSource(models.TextChoices):
    """Who read a number."""

    PROVIDER = "Provider"
    MANUAL = "Manual"


class NumberRejection(models.TextChoices):
    """Why a number as read is not one of the photo's tags."""

    NOT_A_NUMBER = "NotANumber"
    TOO_LONG = "TooLong"
    NOT_IN_START_LIST = "NotInStartList"


class PhotoPerson(models.Model):
    """A person whose face is on a photo; `box` in fractions of the image."""

    photo = models.ForeignKey(
        "recognition.Photo",
        on_delete=models.CASCADE,
        related_name="persons",
        db_index=False,  # found by the unique constraint
    )
    person_id = models.CharField(max_length=200)
    confidence = models.FloatField(null=True)
    box = models.JSONField(null=True)

    class Meta:
        constraints = [models.UniqueConstraint("photo", "person_id", name="person_once_a_photo")]
        # A person's newest photos are read without reading all of them.
        indexes = [models.Index("person_id", "id", name="person_photos")]

    def __str__(self) -> str:
        return self.person_id


class PhotoNumber(models.Model):
    """A number read on a photo: accepted (one of its tags), or rejected and why.

    `value` is the normalised number, or the text as read where it was rejected.
    """

    photo = models.ForeignKey(
        "recognition.Photo",
        on_delete=models.CASCADE,
        related_name="numbers",
        db_index=False,  # found by the unique constraint
    )
    value = models.CharField(max_length=100)
    rejection = models.CharField(max_length=20, choices=NumberRejection, blank=True)
    source = models.CharField(max_length=10, choices=NumberSource)
    confidence = models.FloatField(null=True)
    box = models.JSONField(null=True)
    read_on = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = [
            models.UniqueConstraint("photo", "value", "rejection", name="number_once_a_photo")
        ]
        # Staff search for a number among the photos of all albums.
        indexes = [models.Index("value", "photo", name="number_value")]

    def __str__(self) -> str:
        return self.value


class SuggestedNumber(models.Model):
    """A number that the provider sent although the album's strategy does not ask it for numbers.

    A suggestion for taggers only: never one of the photo's tags, never sent. The fields are those
    of `PhotoNumber`.
    """

    photo = models.ForeignKey(
        "recognition.Photo",
        on_delete=models.CASCADE,
        related_name="suggested_numbers",
        db_index=False,  # found by the unique constraint
    )
    value = models.CharField(max_length=100)
    rejection = models.CharField(max_length=20, choices=NumberRejection, blank=True)
    confidence = models.FloatField(null=True)
    box = models.JSONField(null=True)
    read_on = models.DateTimeField(default=timezone.now)

    class Meta:
        verbose_name = "suggested number"
        constraints = [models.UniqueConstraint("photo", "value", name="suggestion_once_a_photo")]

    def __str__(self) -> str:
        return self.value
