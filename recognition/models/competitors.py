"""Competitor services, which supply start lists."""

import uuid

from django.db import models

from recognition.models.encrypted import CredentialedModel, EncryptedJSONField
from records.addresses import MAX_ADDRESS, check_base_url
from records.refusals import NotFound
from records.versioned import VersionedQuerySet


class CompetitorInstanceNotFound(NotFound):
    """There is no such competitor service."""

    code = "competitor-instance-not-found"


class CompetitorInstanceQuerySet(VersionedQuerySet["CompetitorInstance"]):
    """Reads of competitor services."""


class CompetitorInstance(CredentialedModel):
    """A competitor service, which supplies start lists to the tenants that use it."""

    not_found = CompetitorInstanceNotFound

    id = models.UUIDField(primary_key=True, default=uuid.uuid4)
    name = models.CharField(max_length=200, unique=True)
    base_url = models.CharField(max_length=MAX_ADDRESS, validators=[check_base_url])
    token = EncryptedJSONField(default="", blank=True)

    objects = CompetitorInstanceQuerySet.as_manager()

    def __str__(self) -> str:
        return self.name
