"""The activity read API."""

from uuid import UUID

from django.urls import path
from rest_framework.request import Request
from rest_framework.response import Response

from activities.api.serializers import ActivityOutput
from activities.queries.activities import get_activity_by_id
from rest.access import Role
from rest.operations import operation
from rest.views import ApiViewSet


class ActivityViews(ApiViewSet):
    """Activities."""

    access = Role("activities.read")

    @operation(gives=ActivityOutput, locking=True, refusals=(404,))
    def retrieve(self, request: Request, activity_id: UUID) -> Response:
        """Return an activity."""
        return self.answer(get_activity_by_id(activity_id))


urlpatterns = [path("activities/<guid:activity_id>", ActivityViews.as_view({"get": "retrieve"}))]
