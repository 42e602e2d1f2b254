"""Tenants: recognition on or off, and the competitor service with their start lists.

The settings of a new album are no tenant's: `AlbumQuerySet.ensure` takes the site's.
"""

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.db import transaction
from django.db.models import Exists, OuterRef, QuerySet

from foundation.records.audit import Actor, create_recorded, name_of, store_recorded
from foundation.records.models import Creation
from recognition.jobs.commands import locked_albums, start_jobs
from recognition.jobs.models import JobMode
from recognition.numbers.judging_again import rejudge_album
from recognition.providers.models import CompetitorInstance
from recognition.records.albums import Album, RecognitionState, Tenant
from recognition.records.numbers import PhotoNumber
from recognition.records.photos import Photo


@dataclass(frozen=True, slots=True, kw_only=True)
class AddTenantCommand:
    tenant_id: UUID
    name: str = ""
    competitor_instance_id: UUID | None = None
    by: Actor | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ChangeTenantCompetitorInstanceCommand:
    tenant_id: UUID
    competitor_instance_id: UUID | None
    now: datetime
    expected_version: int | None = None
    by: Actor | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class NameTenantCommand:
    tenant_id: UUID
    name: str
    expected_version: int | None = None
    by: Actor | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ChangeTenantRecognitionStateCommand:
    tenant_id: UUID
    state: RecognitionState
    now: datetime
    expected_version: int | None = None
    by: Actor | None = None


@transaction.atomic
def add_tenant(command: AddTenantCommand) -> Creation[Tenant]:
    """Add a tenant before its first album, or return the one that the same command added.

    :raises CompetitorInstanceNotFound: no such competitor service.
    :raises IdTaken: there is a tenant of that id with another one.
    """
    _lock_against_deletion(command.competitor_instance_id)
    instance_id = command.competitor_instance_id
    tenant = Tenant(pk=command.tenant_id, name=command.name, competitor_instance_id=instance_id)
    return create_recorded(command.by, tenant, "name", "competitor_instance_id")


@transaction.atomic
def name_tenant(command: NameTenantCommand) -> Tenant:
    """Set what staff call a tenant; empty: its id.

    :raises TenantNotFound: no such tenant.
    :raises VersionConflict: the tenant changed since `expected_version`.
    """
    tenant = Tenant.objects.locked(command.tenant_id, command.expected_version)
    return store_recorded(command.by, tenant, name=command.name)


@transaction.atomic
def change_tenant_competitor_instance(command: ChangeTenantCompetitorInstanceCommand) -> Tenant:
    """Set the competitor service of a tenant, and judge what was read again; None: no checks.

    :raises CompetitorInstanceNotFound: no such competitor service.
    :raises TenantNotFound: no such tenant.
    :raises VersionConflict: the tenant changed since `expected_version`.
    """
    tenant = Tenant.objects.locked(command.tenant_id, command.expected_version)
    _lock_against_deletion(command.competitor_instance_id)
    if tenant.competitor_instance_id == command.competitor_instance_id:
        return tenant
    albums = locked_albums(tenant.albums.values_list("pk", flat=True))
    tenant.albums.update(start_list_digest="", start_list_checked_on=None)  # of another service
    read = set(albums_to_judge(tenant).values_list("pk", flat=True))
    for album in albums:
        if album.pk in read:
            rejudge_album(album, command.now)
    changes = {"competitor_instance_id": command.competitor_instance_id}
    return store_recorded(command.by, tenant, **changes)


@transaction.atomic
def change_tenant_recognition_state(command: ChangeTenantRecognitionStateCommand) -> Tenant:
    """Switch recognition on or off for a tenant; jobs apply the change to its photos.

    :raises TenantNotFound: no such tenant.
    :raises VersionConflict: the tenant changed since `expected_version`.
    """
    tenant = Tenant.objects.locked(command.tenant_id, command.expected_version)
    if tenant.recognition_state == command.state:
        return tenant
    albums = unsettled_albums(tenant).values_list("pk", flat=True)
    start_jobs(locked_albums(albums), JobMode.CHANGED, command.now, name_of(command.by))
    return store_recorded(command.by, tenant, recognition_state=command.state)


def albums_to_judge(tenant: Tenant) -> QuerySet[Album]:
    """Return the albums of a tenant with numbers that were read."""
    read = PhotoNumber.objects.filter(album_id=OuterRef("pk"))
    return tenant.albums.filter(Exists(read))


def unsettled_albums(tenant: Tenant) -> QuerySet[Album]:
    """Return the albums of a tenant with photos that are neither processed nor deleted."""
    unsettled = Photo.objects.unsettled().filter(album=OuterRef("pk"))
    return tenant.albums.filter(Exists(unsettled))


def _lock_against_deletion(instance_id: UUID | None) -> None:
    """Lock the competitor service, so that it is not deleted before the commit."""
    if instance_id is not None:
        CompetitorInstance.objects.select_for_update(no_key=True).get_or_refuse(instance_id)
