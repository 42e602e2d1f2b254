"""Selfies: pictures that people send of themselves to find the photos they are on."""

import uuid

from django.db import models

from foundation.fetching.addresses import MAX_ADDRESS
from foundation.records.models import VersionedModel, VersionedQuerySet
from foundation.records.refusals import NotFound
from foundation.records.texts import in_utc
from recognition.records.albums import Album


class SelfieState(models.TextChoices):
    """The state of a selfie; the last three are final."""

    AWAITING_CALLBACK = "AwaitingCallback"
    RECOGNIZED = "Recognized"
    NOT_FOUND = "NotFound"
    FAILED = "Failed"


class SelfieNotFound(NotFound):
    """There is no such selfie, or it was deleted."""


class SelfieImageGone(NotFound):
    """The selfie has no picture, or its picture was deleted."""

    code = "selfie-image-not-found"


class Selfie(VersionedModel):
    """A selfie to be compared with the persons of one album.

    `image_url`: the caller's address; `image_digest`: the SHA-256 of an uploaded picture; one of
    them is empty. They distinguish a repeat from another selfie with the same id.
    """

    not_found = SelfieNotFound

    id = models.UUIDField(primary_key=True, default=uuid.uuid4)
    album = models.ForeignKey(Album, on_delete=models.PROTECT, related_name="selfies")
    image_url = models.URLField(max_length=MAX_ADDRESS, blank=True)
    image_digest = models.CharField(max_length=64, blank=True)
    state = models.CharField(max_length=20, choices=SelfieState)
    reason_description = models.CharField(max_length=500, blank=True)
    callback_due_on = models.DateTimeField(
        null=True, help_text="Until when the number provider may call back; null: none is awaited."
    )

    objects = VersionedQuerySet["Selfie"].as_manager()

    class Meta:
        verbose_name = "selfie"
        indexes = [
            models.Index("created_on", name="selfie_age"),
            models.Index(
                "callback_due_on",
                condition=models.Q(callback_due_on__isnull=False),
                name="selfie_callback_due",
            ),
        ]

    def __str__(self) -> str:
        return f"Selfie of {in_utc(self.created_on)}"


class SelfieImage(models.Model):
    """The picture of a selfie, kept while a provider may fetch it."""

    selfie = models.OneToOneField(
        Selfie, on_delete=models.CASCADE, primary_key=True, related_name="image"
    )
    content = models.BinaryField()
    content_type = models.CharField(max_length=50)

    def __str__(self) -> str:
        return str(self.selfie_id)


class SelfiePerson(models.Model):
    """A person who was recognised on a selfie."""

    selfie = models.ForeignKey(Selfie, on_delete=models.CASCADE, related_name="persons")
    person_id = models.CharField(max_length=200)
    confidence = models.FloatField(null=True)

    class Meta:
        constraints = [models.UniqueConstraint("selfie", "person_id", name="person_once_a_selfie")]

    def __str__(self) -> str:
        return self.person_id
