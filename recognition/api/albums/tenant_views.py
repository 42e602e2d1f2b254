"""Tenants over the AdminApi."""

from uuid import UUID

from rest_framework.request import Request
from rest_framework.response import Response

from recognition.api.albums.settings_serializers import RecognitionStateInput
from recognition.api.albums.tenant_serializers import TenantOutput
from recognition.commands.albums.tenants import (
    ChangeTenantRecognitionStateCommand,
    change_tenant_recognition_state,
)
from recognition.models import RecognitionState
from recognition.queries.albums.tenants import get_tenant
from rest.access import Role
from rest.operations import operation
from rest.views import ApiViewSet


class TenantViews(ApiViewSet):
    """Tenants."""

    access = Role("recognition.manage")

    @operation(gives=TenantOutput, locking=True, refusals=(404,))
    def retrieve(self, request: Request, tenant_id: UUID) -> Response:
        """Return a tenant."""
        return self.answer(get_tenant(tenant_id))

    @operation(takes=RecognitionStateInput, locking=True, refusals=(404,))
    def recognition(self, request: Request, tenant_id: UUID) -> Response:
        """Switch recognition on or off for a tenant, in all of its albums."""
        tenant = change_tenant_recognition_state(
            ChangeTenantRecognitionStateCommand(
                tenant_id=tenant_id,
                state=RecognitionState(self.data()["state"]),
                expected_version=self.expected_version,
            )
        )
        return self.done(tenant)
