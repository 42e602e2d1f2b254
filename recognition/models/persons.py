"""Persons of an album that staff declared to be one."""

import uuid

from django.db import models
from django.db.models import Q

from messaging.jobs.models import LongJob, LongJobQuerySet
from recognition.models.albums import Album
from records.refusals import NotFound


class PersonNotFound(NotFound):
    """There is no such person in the album."""


class PersonJobNotFound(NotFound):
    """The album has no such job."""


class PersonMerge(models.Model):
    """A person of an album is the person `into`, which may itself be merged into another one.

    The face provider does not know of it: it goes on recognising both, and what it recognises is
    stored as the last person of the chain.
    """

    album = models.ForeignKey(
        Album, on_delete=models.CASCADE, related_name="person_merges", db_index=False
    )  # found by the unique constraint
    person_id = models.CharField(max_length=200)
    into = models.CharField(max_length=200)
    merged_by = models.CharField(max_length=150, blank=True)
    merged_on = models.DateTimeField()

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
        indexes = [
            models.Index(
                "next_attempt_on",
                condition=Q(next_attempt_on__isnull=False),
                name="reassignment_due",
            )
        ]

    def __str__(self) -> str:
        return str(self.id)
