"""Tenants, as they are asked for."""

from uuid import UUID

from recognition.models import Tenant


def get_tenant(tenant_id: UUID) -> Tenant:
    """Return a tenant.

    :raises TenantNotFound: no such tenant.
    """
    return Tenant.objects.get_or_refuse(tenant_id)
