"""Persons on photos: recognised, suggested, erased, corrected by staff."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.contrib.postgres.fields import ArrayField
from django.db import models

from foundation.records.texts import in_utc


class PersonFacts:
    """What rules ask of a person on a photo, whether it is a model or a row of very many."""

    __slots__ = ()
    person_id: Any
    box: Any
    merged_from: Any


@dataclass(slots=True)
class PersonRow(PersonFacts):
    """A person on a photo, read without a model."""

    pk: int
    photo_id: UUID
    person_id: str
    box: Any
    merged_from: Any


class PhotoPersonQuerySet(models.QuerySet["PhotoPerson"]):
    def rows(self) -> Iterator[PersonRow]:
        return (PersonRow(*row) for row in self.values_list(*PersonRow.__slots__))


class PhotoPerson(PersonFacts, models.Model):
    """A person whose face is on a photo; `box` in fractions of the image.

    `merged_from` is what was recognised, where that is another person or several that staff
    merged: `[{personId, confidence, box}]`; null: this person.
    """

    photo = models.ForeignKey(
        "recognition.Photo",
        on_delete=models.CASCADE,
        related_name="persons",
        db_index=False,  # found by the unique constraint
    )
    person_id = models.CharField(max_length=200)
    confidence = models.FloatField(null=True)
    box = models.JSONField(null=True)
    # The photo's album once more, for the index; filled in by the database if left out.
    album_id = models.UUIDField(null=True)
    merged_from: "models.JSONField[list[dict[str, Any]] | None]" = models.JSONField(null=True)

    objects = PhotoPersonQuerySet.as_manager()

    class Meta:
        constraints = [models.UniqueConstraint("photo", "person_id", name="person_once_a_photo")]
        indexes = [
            # A person's newest photos are read without reading all of them.
            models.Index("person_id", "id", name="person_photos"),
            # The persons of an album, and the photos of each.
            models.Index("album_id", "person_id", "photo", name="person_of_album"),
        ]

    def __str__(self) -> str:
        return self.person_id


class SuggestedPerson(models.Model):
    """A person that a face on a photo may be, beside the person that it was stored as.

    A suggestion for staff only, never sent. Both are what the provider recognised, before any
    merge. If the other one is on the photo too, the two are not one, and that is not suggested; but
    whose face is whose is in doubt, so nothing is inferred from it.
    """

    photo = models.ForeignKey(
        "recognition.Photo",
        on_delete=models.CASCADE,
        related_name="suggested_persons",
        db_index=False,  # found by the unique constraint
    )
    album_id = models.UUIDField()  # the photo's album once more, for the indexes
    person_id = models.CharField(max_length=200)
    may_be = models.CharField(max_length=200)
    confidence = models.FloatField(null=True)

    class Meta:
        verbose_name = "suggested person"
        constraints = [
            models.UniqueConstraint(
                "photo", "person_id", "may_be", name="person_suggested_once_a_photo"
            )
        ]
        indexes = [
            models.Index("person_id", "album_id", name="suggestions_for_person"),
            models.Index("may_be", "album_id", name="suggestions_of_person"),
        ]

    def __str__(self) -> str:
        return f"{self.person_id} may be {self.may_be}"


class ErasedFaces(models.Model):
    """Where on a photo faces of erased persons are, without a name: they are kept away there.

    `boxes` are in fractions of the image; `unplaced` counts the faces whose place is not known.
    """

    photo = models.OneToOneField(
        "recognition.Photo", on_delete=models.CASCADE, primary_key=True, related_name="erased_faces"
    )
    boxes: "models.JSONField[list[dict[str, float]]]" = models.JSONField(default=list)
    unplaced = models.PositiveSmallIntegerField(default=0)

    class Meta:
        verbose_name = "erased faces"
        verbose_name_plural = "erased faces"

    def __str__(self) -> str:
        return str(self.photo_id)


class CorrectedResult(models.TextChoices):
    """What of a photo was corrected."""

    NUMBERS = "Numbers"
    PERSONS = "Persons"


class PhotoCorrection(models.Model):
    """Staff, or evidence, set the numbers or persons of a photo, for its history. Append-only.

    `before` and `after` are the accepted numbers, or the ids of the persons; `removed` the faces of
    persons removed, as recognised, with which they can be put back: `{person_id, confidence, box}`.
    """

    photo = models.ForeignKey(
        "recognition.Photo", on_delete=models.CASCADE, related_name="corrections"
    )
    result = models.CharField(max_length=10, choices=CorrectedResult)
    before = ArrayField(models.CharField(max_length=200))
    after = ArrayField(models.CharField(max_length=200))
    removed: "models.JSONField[list[dict[str, Any]]]" = models.JSONField(default=list)
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
