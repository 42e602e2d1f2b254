"""Albums over the AdminApi."""

from uuid import UUID

from rest_framework.request import Request
from rest_framework.response import Response

from recognition.api.serializers import AlbumOutput, AlbumOutputV1, PriorityInput
from recognition.commands.albums import ChangeAlbumPriorityCommand, change_album_priority
from recognition.queries import get_album
from rest.access import Role
from rest.operations import operation
from rest.views import ApiViewSet


class AlbumViews(ApiViewSet):
    """Albums."""

    access = Role("recognition.manage")

    @operation(gives={1: AlbumOutputV1, 2: AlbumOutput}, locking=True, refusals=(404,))
    def retrieve(self, request: Request, album_id: UUID) -> Response:
        """Return an album."""
        return self.answer(get_album(album_id))

    @operation(takes=PriorityInput, locking=True, refusals=(404,))
    def priority(self, request: Request, album_id: UUID) -> Response:
        """Change the priority of an album and of its open tagging tasks."""
        album = change_album_priority(
            ChangeAlbumPriorityCommand(
                album_id=album_id, expected_version=self.expected_version, **self.data()
            )
        )
        return self.done(album)
