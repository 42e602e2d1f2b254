"""Persons of an album that are one, by staff or by evidence, and those that staff split."""

import uuid
from typing import Any, Protocol
from uuid import UUID

from django.db import models
from django.db.models import Q

from foundation.messaging.models import LongJob, LongJobQuerySet
from foundation.records.refusals import NotFound
from recognition.records.albums import Album

MOST_UNDONE = 3  # merges by evidence of one pair


class PersonNotFound(NotFound):
    """There is no such person in the album."""


class PersonJobNotFound(NotFound):
    """The album has no such job."""


class PersonMergeQuerySet(models.QuerySet["PersonMerge"]):
    """Merges of persons."""

    def by_evidence(self, album_id: UUID) -> "PersonMergeQuerySet":
        """Return those of an album that staff did not make."""
        return self.filter(album=album_id, evidence__isnull=False)


class PersonMerge(models.Model):
    """A person of an album is the person `into`, which may itself be merged into another one.

    The face provider does not know of it: it goes on recognising both, and what it recognises is
    stored as the last person of the chain. `evidence`, null where staff merged: the persons as
    recognised, which may have been merged with others before, their number, a photo of each with
    it, and how sure the face is: `{first, second, number, photos, face}`.
    """

    album = models.ForeignKey(
        Album, on_delete=models.CASCADE, related_name="person_merges", db_index=False
    )  # found by the unique constraint
    person_id = models.CharField(max_length=200)
    into = models.CharField(max_length=200)
    merged_by = models.CharField(max_length=150, blank=True)
    merged_on = models.DateTimeField()
    evidence: "models.JSONField[dict[str, Any] | None]" = models.JSONField(null=True)

    objects = PersonMergeQuerySet.as_manager()

    class Meta:
        verbose_name = "merge of persons"
        verbose_name_plural = "merges of persons"
        constraints = [
            models.UniqueConstraint("album", "person_id", name="person_merged_once"),
            models.CheckConstraint(
                condition=~Q(person_id=models.F("into")), name="person_merged_into_another"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.person_id} → {self.into}"

    @property
    def pair(self) -> tuple[str, str]:
        """The persons that the evidence is about, as recognised."""
        evidence = self.evidence or {"first": self.person_id, "second": self.into}
        return evidence["first"], evidence["second"]

    @property
    def evidence_in_words(self) -> str:
        """Why it was merged; empty where staff did it."""
        if self.evidence is None:
            return ""
        one, other = self.evidence["photos"]
        number, face = self.evidence["number"], self.evidence["face"]
        return f"same number {number} on photo {one} and photo {other}; face at {face:.2f}"


class Survivors(Protocol):
    """Says into whom a person was merged in the end: the person itself if it was not."""

    def survivor(self, person_id: str, /) -> str: ...


class PersonApartQuerySet(models.QuerySet["PersonApart"]):
    """Persons that are not one."""

    def by_staff(self, album_id: UUID) -> "PersonApartQuerySet":
        """Return those of an album that staff split, or refused to be one."""
        return self.filter(album=album_id, undone__isnull=True)

    def between(self, merges: Survivors, one: str, other: str) -> "list[PersonApart]":
        """Return those of these two persons, as they are by their merges now."""
        here = {merges.survivor(one), merges.survivor(other)}
        return [row for row in self if {*map(merges.survivor, (row.person_id, row.other))} == here]

    def for_good(self, album_id: UUID) -> "PersonApartQuerySet":
        """Return those of an album that evidence does not make one, whatever it is."""
        for_good = Q(undone__isnull=True) | Q(undone__gte=MOST_UNDONE)
        return self.filter(for_good, album=album_id)

    def note_undone(self, album: Album, pair: tuple[str, str]) -> None:
        """Count that evidence made a pair one, and undid it."""
        one, other = pair
        row, _ = self.get_or_create(album=album, person_id=one, other=other, defaults={"undone": 0})
        if row.undone is not None:
            self.filter(pk=row.pk).update(undone=row.undone + 1)


class PersonApart(models.Model):
    """Two persons are not one, as staff say: never merged by evidence, nor suggested to be one.

    Staff split the two, or refused the suggestion. `undone`, null there: how often evidence has
    undone its own merge. What is merged changes what is judged, and that is evidence again; so this
    ends it.
    """

    album = models.ForeignKey(
        Album, on_delete=models.CASCADE, related_name="persons_apart", db_index=False
    )  # found by the unique constraint
    person_id = models.CharField(max_length=200)
    other = models.CharField(max_length=200)
    undone = models.PositiveSmallIntegerField(null=True)

    objects = PersonApartQuerySet.as_manager()

    class Meta:
        verbose_name = "persons apart"
        verbose_name_plural = "persons apart"
        constraints = [models.UniqueConstraint("album", "person_id", "other", name="apart_once")]

    def __str__(self) -> str:
        return f"{self.person_id} ≠ {self.other}"


class PersonReassignment(LongJob):
    """Giving the faces on a person's photos to the persons that they are after a merge or split.

    Its position is the last photo. `why` is a sentence for the histories of the photos.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4)
    album = models.ForeignKey(Album, on_delete=models.CASCADE, related_name="person_jobs")
    person_id = models.CharField(max_length=200)
    why = models.CharField(max_length=500)

    objects = LongJobQuerySet["PersonReassignment"].as_manager()

    class Meta:
        verbose_name = "reassignment of a person's photos"
        verbose_name_plural = "reassignments of persons' photos"
        indexes = [LongJob.leased.index("reassignment_due")]

    def __str__(self) -> str:
        return str(self.id)
