"""Erasures over the AdminApi."""

from uuid import UUID

from rest_framework.request import Request
from rest_framework.response import Response

from foundation.privacy.api.erasures.serializers import ErasureOutput
from foundation.privacy.models import Erasure
from foundation.rest.access import Role
from foundation.rest.operations import operation
from foundation.rest.views import ApiViewSet

ERASE = Role("privacy.erase")


class ErasureViews(ApiViewSet):
    access = ERASE

    @operation(gives=ErasureOutput, paged=True, ordering=("-created_on",))
    def list(self, request: Request) -> Response:
        """List erasures, the newest first."""
        return self.page(Erasure.objects.all())

    @operation(gives=ErasureOutput, refusals=(404,))
    def retrieve(self, request: Request, erasure_id: UUID) -> Response:
        """Return an erasure: its state, and how much was erased."""
        return self.answer(Erasure.objects.get_or_refuse(erasure_id))
