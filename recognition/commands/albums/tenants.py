"""Tenants: whether their photos are recognised, and which service has their start lists."""

from dataclasses import dataclass
from uuid import UUID

from django.db import transaction
from django.db.models import Exists, OuterRef
from django.utils import timezone

from recognition.commands.jobs import locked_albums, start_jobs
from recognition.models import CompetitorInstance, JobMode, Photo, RecognitionState, Tenant
from records.creating import Creation, create_once


@dataclass(frozen=True, slots=True, kw_only=True)
class AddTenantCommand:
    """Add a tenant before its first album; no competitor service: no start lists."""

    tenant_id: UUID
    competitor_instance_id: UUID | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ChangeTenantCompetitorInstanceCommand:
    """Set the service that has a tenant's start lists; None: numbers are checked against none."""

    tenant_id: UUID
    competitor_instance_id: UUID | None
    expected_version: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ChangeTenantRecognitionStateCommand:
    """Switch recognition on or off for a tenant."""

    tenant_id: UUID
    state: RecognitionState
    expected_version: int | None = None


@transaction.atomic
def add_tenant(command: AddTenantCommand) -> Creation[Tenant]:
    """Add a tenant, or find it where the same command added it before.

    :raises CompetitorInstanceNotFound: no such competitor service.
    :raises IdTaken: there is a tenant of that id with another one.
    """
    _lock_against_deletion(command.competitor_instance_id)
    tenant = Tenant(pk=command.tenant_id, competitor_instance_id=command.competitor_instance_id)
    return create_once(tenant, "competitor_instance_id")


@transaction.atomic
def change_tenant_competitor_instance(command: ChangeTenantCompetitorInstanceCommand) -> Tenant:
    """Set the service that has a tenant's start lists, for numbers that are read from now on.

    :raises CompetitorInstanceNotFound: no such competitor service.
    :raises TenantNotFound: no such tenant.
    :raises VersionConflict: the tenant changed since `expected_version`.
    """
    tenant = Tenant.objects.locked(command.tenant_id, command.expected_version)
    _lock_against_deletion(command.competitor_instance_id)
    if tenant.competitor_instance_id == command.competitor_instance_id:
        return tenant
    return tenant.store(competitor_instance_id=command.competitor_instance_id)


@transaction.atomic
def change_tenant_recognition_state(command: ChangeTenantRecognitionStateCommand) -> Tenant:
    """Switch recognition on or off for a tenant; jobs bring its albums' photos in line.

    :raises TenantNotFound: no such tenant.
    :raises VersionConflict: the tenant changed since `expected_version`.
    """
    tenant = Tenant.objects.locked(command.tenant_id, command.expected_version)
    if tenant.recognition_state == command.state:
        return tenant
    unsettled = Photo.objects.unsettled().filter(album=OuterRef("pk"))
    albums = tenant.albums.filter(Exists(unsettled)).values_list("pk", flat=True)
    start_jobs(locked_albums(albums), JobMode.CHANGED, timezone.now())
    return tenant.store(recognition_state=command.state)


def _lock_against_deletion(instance_id: UUID | None) -> None:
    """Lock the competitor service, so that it is not deleted before the commit."""
    if instance_id is not None:
        CompetitorInstance.objects.select_for_update(no_key=True).get_or_refuse(instance_id)
