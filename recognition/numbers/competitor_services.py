"""Competitor services: kept by staff, which one an album has, and asking it."""

from dataclasses import dataclass, field
from datetime import datetime, timedelta
from uuid import UUID

import requests
from django.conf import settings
from django.db import transaction

from foundation.messaging.circuit import EndOutagesCommand, end_outages
from foundation.records.audit import Actor, create_recorded, record_deletion, store_recorded
from foundation.records.database import backoff
from foundation.records.models import Creation
from foundation.records.refusals import Conflict
from recognition.providers.credentials import CredentialsUnreadable
from recognition.providers.failures import Away, Busy, Postponed, ProcessingFailure
from recognition.providers.http_client import failure_of, is_success, send
from recognition.providers.models import CompetitorInstance
from recognition.providers.pace import Provider, asking
from recognition.records.albums import Album


class CompetitorNameTaken(Conflict):
    """Another competitor service has that name."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AddCompetitorInstanceCommand:
    competitor_instance_id: UUID
    name: str
    base_url: str
    token: str = field(default="", repr=False)
    by: Actor | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ChangeCompetitorInstanceCommand:
    """Change a competitor service; None leaves a field as it is, an empty `token` removes it."""

    competitor_instance_id: UUID
    name: str | None = None
    base_url: str | None = None
    token: str | None = field(default=None, repr=False)
    expected_version: int | None = None
    by: Actor | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class RemoveCompetitorInstanceCommand:
    competitor_instance_id: UUID
    now: datetime
    by: Actor | None = None


@transaction.atomic
def add_competitor_instance(command: AddCompetitorInstanceCommand) -> Creation[CompetitorInstance]:
    """Add a competitor service, or return the one that the same command added before.

    No `token`: it requires none.

    :raises CompetitorNameTaken: another one has that name.
    :raises IdTaken: there is one of that id with other data.
    """
    instance = CompetitorInstance(
        pk=command.competitor_instance_id, name=command.name, base_url=command.base_url
    )
    instance.token = command.token
    _refuse_taken_name(instance, command.name)
    return create_recorded(command.by, instance, "name", "base_url", "token")


@transaction.atomic
def change_competitor_instance(command: ChangeCompetitorInstanceCommand) -> CompetitorInstance:
    """Change a competitor service.

    :raises CompetitorInstanceNotFound: no such competitor service.
    :raises CompetitorNameTaken: another one has that name.
    :raises VersionConflict: it changed since `expected_version`.
    """
    instance = CompetitorInstance.objects.locked(
        command.competitor_instance_id, command.expected_version
    )
    _refuse_taken_name(instance, command.name)
    changes = instance.differing(name=command.name, base_url=command.base_url, token=command.token)
    return store_recorded(command.by, instance, **changes)


@transaction.atomic
def remove_competitor_instance(command: RemoveCompetitorInstanceCommand) -> None:
    """Remove a competitor service, and finish its outage.

    :raises CompetitorInstanceNotFound: no such competitor service.
    :raises django.db.models.ProtectedError: a tenant uses it.
    """
    instance = CompetitorInstance.objects.locked(command.competitor_instance_id)
    service = competitor_service(instance).key
    end_outages(EndOutagesCommand(services=[service], now=command.now))
    record_deletion(command.by, instance)
    instance.delete()


def _refuse_taken_name(instance: CompetitorInstance, name: str | None) -> None:
    others = CompetitorInstance.objects.exclude(pk=instance.pk)
    if name is not None and others.filter(name__iexact=name).exists():
        raise CompetitorNameTaken


WHO = "competitor service"


def service_of(album: Album) -> CompetitorInstance | None:
    """Return the service that has the album's start list, its tenant's; None: there is none."""
    return album.tenant.competitor_instance if album.tenant else None


def service_id_of(album: Album) -> UUID | None:
    """Return the id of `service_of`, without reading its row."""
    return album.tenant.competitor_instance_id if album.tenant else None


def competitor_service(instance: CompetitorInstance) -> Provider:
    return Provider(key=f"competitor:{instance.pk}", name=f"{WHO} {instance.name}")


def answer_of(
    instance: CompetitorInstance, album_id: UUID, etag: str, now: datetime
) -> requests.Response:
    """Return the service's answer, where it does not refuse.

    A refusal is about one album, or our token, and not an outage: other albums do not wait.
    """
    url = f"{instance.base_url.rstrip('/')}/api/v1/albums/{album_id}/start-list"
    headers = {"If-None-Match": etag} if etag else {}
    token, timeout = _token(instance), settings.START_LIST_TIMEOUT
    try:
        with asking(competitor_service(instance), now):
            answer = send(WHO, "GET", url, token=token, timeout=timeout, headers=headers)
            failure = None if is_success(answer) else failure_of(WHO, answer)
            if isinstance(failure, Away | Busy):
                # Being too busy counts: all photos that wait need the same few lists.
                raise ProcessingFailure(failure.reason, retry_after=failure.retry_after)
    except Postponed:
        raise
    except ProcessingFailure as down:
        base, cap = settings.PROCESSING_BACKOFF_BASE, settings.PROCESSING_BACKOFF_CAP
        wait = max(down.retry_after or timedelta(0), backoff(1, base=base, cap=cap))
        raise Postponed(down.reason, wait) from down
    if failure:
        raise failure
    return answer


def _token(instance: CompetitorInstance) -> str:
    try:
        return str(instance.token)
    except CredentialsUnreadable as error:
        raise ProcessingFailure(str(error)) from error
