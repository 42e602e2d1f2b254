"""What taggers are told about an album, over the ClientApi."""

from uuid import UUID

from rest_framework.request import Request
from rest_framework.response import Response

from recognition.api.albums.tagging_hint_serializers import CustomTagsOutput, TaggingHintOutput
from recognition.queries.albums.tagging_hints import get_custom_tags, get_tagging_hint
from rest.access import Role
from rest.operations import operation
from rest.views import ApiViewSet


class TaggingHintViews(ApiViewSet):
    """What a tagger has to know about an album."""

    access = Role("tagging.tag", "recognition.manage", throttle="tagger")

    @operation(gives=CustomTagsOutput, refusals=(404,))
    def custom_tags(self, request: Request, album_id: UUID) -> Response:
        """Return the custom tags of an album."""
        return self.answer(get_custom_tags(album_id))

    @operation(gives=TaggingHintOutput, refusals=(404,))
    def hint(self, request: Request, album_id: UUID) -> Response:
        """Return what a tagger has to know to read the numbers of an album."""
        return self.answer(get_tagging_hint(album_id))
