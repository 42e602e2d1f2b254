"""Accounts at face providers, their spaces and known faces; competitor services."""

import uuid
from collections.abc import Iterable

from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.db.models.functions import Upper
from django.utils import timezone

from foundation.records.addresses import MAX_ADDRESS, check_base_url
from foundation.records.models import VersionedModel, VersionedQuerySet
from foundation.records.refusals import NotFound
from recognition.providers.credentials import CredentialedModel, EncryptedJSONField

MIN_REQUESTS_PER_SECOND = 0.01
MAX_REQUESTS_PER_SECOND = 10_000


class FaceProviderName(models.TextChoices):
    """The adapter for the provider."""

    LOCAL = "local"
    SANDBOX = "sandbox"
    COMPREFACE = "compreface"
    REKOGNITION = "rekognition"


class AccountNotFound(NotFound):
    """There is no such face-provider account."""


class AccountSpaceNotFound(NotFound):
    """There is no such space in the account."""


class Account(CredentialedModel):
    """An account at a face provider: `providerId` of an album's settings."""

    not_found = AccountNotFound

    id = models.UUIDField(primary_key=True, default=uuid.uuid4)
    name = models.CharField(max_length=200)
    provider = models.CharField(max_length=20, choices=FaceProviderName)
    base_url = models.CharField(
        max_length=MAX_ADDRESS,
        blank=True,
        validators=[check_base_url],
        help_text="Empty: the provider has an address of its own.",
    )
    credentials = EncryptedJSONField(default=dict, blank=True)
    is_active = models.BooleanField(default=True)
    requests_per_second = models.FloatField(
        null=True,
        blank=True,
        validators=[
            MinValueValidator(MIN_REQUESTS_PER_SECOND),
            MaxValueValidator(MAX_REQUESTS_PER_SECOND),
        ],
        help_text="How many the provider takes from all processes together; empty: no limit.",
    )

    objects = VersionedQuerySet["Account"].as_manager()

    class Meta:
        verbose_name = "account"
        constraints = [
            models.CheckConstraint(
                condition=models.Q(requests_per_second=None) | models.Q(requests_per_second__gt=0),
                name="account_rate_above_zero",
            ),
            models.UniqueConstraint(
                Upper("name"),
                name="account_name_once",
                violation_error_message="Another account has that name.",
            ),
        ]

    def __str__(self) -> str:
        return self.name


class AccountSpace(VersionedModel):
    """A collection of known faces in an account; a face is searched for in one space only."""

    not_found = AccountSpaceNotFound

    id = models.UUIDField(primary_key=True, default=uuid.uuid4)
    account = models.ForeignKey(Account, on_delete=models.PROTECT, related_name="spaces")
    name = models.CharField(max_length=200)
    external_id = models.CharField(max_length=200, help_text="What the provider calls the space.")
    is_default = models.BooleanField(default=False)
    is_active = models.BooleanField(default=True)

    objects = VersionedQuerySet["AccountSpace"].as_manager()

    class Meta:
        verbose_name = "account space"
        constraints = [
            models.UniqueConstraint("account", "external_id", name="space_external_id_once"),
            models.UniqueConstraint(
                "account",
                Upper("name"),
                name="space_name_once",
                violation_error_message="Another space of the account has that name.",
            ),
            models.UniqueConstraint(
                "account", condition=models.Q(is_default=True), name="space_one_default"
            ),
        ]

    def __str__(self) -> str:
        return self.name


class KnownFaceQuerySet(models.QuerySet["KnownFace"]):
    def persons(self, space: AccountSpace, face_ids: Iterable[str]) -> dict[str, str]:
        decided = self.filter(space=space, face_id__in=list(face_ids))
        return dict(decided.values_list("face_id", "person_id"))


class KnownFace(models.Model):
    """A face that a provider keeps in a space, and the person it belongs to.

    For providers that know faces and not persons, or that would make two persons of one runner
    whose photos are processed at the same time.
    """

    space = models.ForeignKey(AccountSpace, on_delete=models.CASCADE, related_name="known_faces")
    face_id = models.CharField(max_length=200, help_text="What the provider calls the face.")
    person_id = models.CharField(max_length=200)
    decided_on = models.DateTimeField(default=timezone.now)

    objects = KnownFaceQuerySet.as_manager()

    class Meta:
        constraints = [models.UniqueConstraint("space", "face_id", name="known_face_once")]

    def __str__(self) -> str:
        return self.face_id


class CompetitorInstanceNotFound(NotFound):
    """There is no such competitor service."""


class CompetitorInstance(CredentialedModel):
    """A competitor service, which supplies start lists to the tenants that use it."""

    not_found = CompetitorInstanceNotFound

    id = models.UUIDField(primary_key=True, default=uuid.uuid4)
    name = models.CharField(max_length=200)
    base_url = models.CharField(max_length=MAX_ADDRESS, validators=[check_base_url])
    token = EncryptedJSONField(default="", blank=True)

    objects = VersionedQuerySet["CompetitorInstance"].as_manager()

    class Meta:
        verbose_name = "competitor service"
        constraints = [
            models.UniqueConstraint(
                Upper("name"),
                name="competitor_name_once",
                violation_error_message="Another competitor service has that name.",
            )
        ]

    def __str__(self) -> str:
        return self.name
