"""Quality of tagging over the AdminApi: how an album is checked, and how well a tagger reads."""

from uuid import UUID

from rest_framework.request import Request
from rest_framework.response import Response

from foundation.rest.access import Role
from foundation.rest.operations import operation
from foundation.rest.views import ApiViewSet
from tagging.api.access import READ
from tagging.api.quality.serializers import (
    AlbumQualityInput,
    AlbumQualityOutput,
    QualityQuery,
    TagatorQualityOutput,
)
from tagging.commands.quality import ChangeAlbumQualityCommand, change_album_quality
from tagging.queries.quality import get_album_quality, get_tagator_quality


class AlbumQualityViews(ApiViewSet):
    """How an album's tagging is checked."""

    access = Role("tagging.manage")

    @operation(gives=AlbumQualityOutput, locking=True, refusals=(404,), access=READ)
    def retrieve(self, request: Request, album_id: UUID) -> Response:
        """Return how many tasks are read twice or known answers, and the wanted certainty."""
        return self.answer(get_album_quality(album_id))

    @operation(takes=AlbumQualityInput, locking=True, refusals=(404,))
    def change(self, request: Request, album_id: UUID) -> Response:
        """Change how it is checked, from the next completion and the next work on."""
        command = ChangeAlbumQualityCommand(album_id=album_id, **self.changes())
        return self.done(change_album_quality(command))


class TagatorQualityViews(ApiViewSet):
    """How well a tagator reads."""

    access = Role("tagging.manage")

    @operation(query=QualityQuery, gives=TagatorQualityOutput, refusals=(404,), access=READ)
    def retrieve(self, request: Request, tagator_id: UUID) -> Response:
        """Return agreement with other tagators and hits of known answers in an interval."""
        return self.answer(get_tagator_quality(tagator_id, **self.query()))
