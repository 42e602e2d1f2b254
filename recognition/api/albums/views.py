"""Albums over the AdminApi and the InternalApi."""

from uuid import UUID

from rest_framework.request import Request
from rest_framework.response import Response

from recognition.api.albums.filters import AlbumFilters
from recognition.api.albums.serializers import (
    AlbumOutput,
    AlbumOutputV1,
    AlbumSummaryOutput,
    InternalAlbumOutput,
    InternalAlbumOutputV1,
)
from recognition.api.albums.settings_serializers import (
    PriorityInput,
    RecognitionSettingsInput,
    RecognitionSettingsInputV1,
    RecognitionStateInput,
)
from recognition.commands.albums.settings import (
    ChangeAlbumPriorityCommand,
    ChangeAlbumRecognitionSettingsCommand,
    ChangeAlbumRecognitionStateCommand,
    change_album_priority,
    change_album_recognition_settings,
    change_album_recognition_state,
)
from recognition.models import RecognitionState
from recognition.queries.albums.albums import get_album, list_albums
from rest.access import Role
from rest.operations import operation
from rest.views import ApiViewSet


class AlbumViews(ApiViewSet):
    """Albums."""

    access = Role("recognition.manage")

    @operation(
        gives=AlbumSummaryOutput,
        paged=True,
        filters=AlbumFilters,
        ordering=("-created_on", "updated_on", "event_date", "name", "priority"),
    )
    def list(self, request: Request) -> Response:
        """List albums, the newest first."""
        return self.page(list_albums())

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

    @operation(
        takes={1: RecognitionSettingsInputV1, 2: RecognitionSettingsInput},
        locking=True,
        refusals=(404,),
    )
    def recognition_settings(self, request: Request, album_id: UUID) -> Response:
        """Change how an album's photos are recognised.

        Photos that are not recognised yet follow the new settings shortly after. 404 means the
        album or the face provider; a space that is not the provider's is 422.
        """
        album = change_album_recognition_settings(
            ChangeAlbumRecognitionSettingsCommand(
                album_id=album_id, expected_version=self.expected_version, **self.data()
            )
        )
        return self.done(album)

    @operation(takes=RecognitionStateInput, locking=True, refusals=(404,))
    def recognition(self, request: Request, album_id: UUID) -> Response:
        """Switch recognition on or off for an album."""
        album = change_album_recognition_state(
            ChangeAlbumRecognitionStateCommand(
                album_id=album_id,
                state=RecognitionState(self.data()["state"]),
                expected_version=self.expected_version,
            )
        )
        return self.done(album)


class InternalAlbumViews(ApiViewSet):
    """Albums, for services of the platform."""

    access = Role("internal.call")

    @operation(
        gives={1: InternalAlbumOutputV1, 2: InternalAlbumOutput}, locking=True, refusals=(404,)
    )
    def retrieve(self, request: Request, album_id: UUID) -> Response:
        """Return an album."""
        return self.answer(get_album(album_id))
