"""Erasures of persons, selfies and participants, and what keeps the erased from coming back."""

import uuid

from django.db import models
from django.db.models import Q
from django.utils import timezone

from foundation.messaging.models import LongJob, LongJobQuerySet, LongJobState
from foundation.records.refusals import NotFound


class SubjectKind(models.TextChoices):
    """Who or what is erased."""

    PERSON = "Person"
    SELFIE = "Selfie"
    PARTICIPANT = "Participant"


class ErasureNotFound(NotFound):
    """There is no such erasure."""


class Erasure(LongJob):
    """An order to erase someone: what remains of them when it is done.

    `subject` has the ids to be erased, and is empty at the end. `what` counts what was erased, by
    the names of `foundation.privacy.registry`. `started_by` ordered it, and `why` is their reason.
    """

    not_found = ErasureNotFound

    id = models.UUIDField(primary_key=True, default=uuid.uuid4)
    kind = models.CharField(max_length=20, choices=SubjectKind)
    subject = models.JSONField(default=dict)
    what = models.JSONField(default=dict)
    why = models.TextField(blank=True, default="")
    is_in_file = models.BooleanField(
        default=False, help_text="Whether the file for restored backups has it."
    )

    objects = LongJobQuerySet["Erasure"].as_manager()

    class Meta:
        verbose_name = "erasure"
        permissions = [("erase", "Erase persons, selfies and participants")]
        constraints = [
            models.CheckConstraint(
                condition=~Q(state=LongJobState.FINISHED) | Q(subject={}),
                name="erasure_names_nobody_at_its_end",
            )
        ]
        indexes = [
            LongJob.leased.index("erasure_due"),
            models.Index(fields=["-created_on"], name="erasure_newest"),
        ]

    def __str__(self) -> str:
        return f"erasure {self.pk}"


class ErasedName(models.Model):
    """Someone who was erased, as a keyed hash of their id: they are not stored again."""

    digest = models.CharField(max_length=64, primary_key=True)
    created_on = models.DateTimeField(default=timezone.now)

    def __str__(self) -> str:
        return self.digest
