"""Counts over the InternalApi."""

from uuid import UUID

from rest_framework.request import Request
from rest_framework.response import Response

from recognition.api.albums.serializers import PhotoCountOutput
from recognition.queries.albums.albums import count_photos
from rest.access import Role
from rest.operations import operation
from rest.views import ApiViewSet


class PhotoCounterViews(ApiViewSet):
    """How many photos an album has."""

    access = Role("internal.call")

    @operation(gives=PhotoCountOutput, refusals=(404,))
    def retrieve(self, request: Request, album_id: UUID) -> Response:
        """Count an album's photos by state."""
        return self.answer(count_photos(album_id))
