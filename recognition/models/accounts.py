"""Accounts at face providers, and the spaces in them where known faces are kept."""

import uuid

from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models

from recognition.models.encrypted import CredentialedModel, EncryptedJSONField
from records.addresses import MAX_ADDRESS, check_base_url
from records.refusals import NotFound
from records.versioned import VersionedModel, VersionedQuerySet

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

    code = "account-not-found"


class AccountSpaceNotFound(NotFound):
    """There is no such space in the account."""

    code = "account-space-not-found"


class AccountQuerySet(VersionedQuerySet["Account"]):
    """Reads of accounts."""


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

    objects = AccountQuerySet.as_manager()

    class Meta:
        verbose_name = "account"
        constraints = [
            models.CheckConstraint(
                condition=models.Q(requests_per_second=None) | models.Q(requests_per_second__gt=0),
                name="account_rate_above_zero",
            ),
        ]

    def __str__(self) -> str:
        return self.name


class AccountSpaceQuerySet(VersionedQuerySet["AccountSpace"]):
    """Reads of spaces."""


class AccountSpace(VersionedModel):
    """A collection of known faces in an account; a face is searched for in one space only."""

    not_found = AccountSpaceNotFound

    id = models.UUIDField(primary_key=True, default=uuid.uuid4)
    account = models.ForeignKey(Account, on_delete=models.PROTECT, related_name="spaces")
    name = models.CharField(max_length=200)
    external_id = models.CharField(max_length=200, help_text="What the provider calls the space.")
    is_default = models.BooleanField(default=False)
    is_active = models.BooleanField(default=True)

    objects = AccountSpaceQuerySet.as_manager()

    class Meta:
        verbose_name = "account space"
        constraints = [
            models.UniqueConstraint("account", "external_id", name="space_external_id_once"),
            models.UniqueConstraint(
                "account", condition=models.Q(is_default=True), name="space_one_default"
            ),
        ]

    def __str__(self) -> str:
        return self.name
