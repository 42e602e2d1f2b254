"""The texts of an album that are no start numbers, over the AdminApi."""

from uuid import UUID

from django.utils import timezone
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from recognition.api.samples import MOMENT, TEXT_ID
from recognition.commands.albums.texts import WithdrawAlbumTextCommand, withdraw_album_text
from recognition.queries.albums import list_texts
from rest.access import Role
from rest.fields import CountField, GuidField, UtcDateTimeField
from rest.operations import operation
from rest.serializers import Output
from rest.views import ApiViewSet


class TextPlaceOutput(Output):
    """The middle of the text and its height, in percent of the photo."""

    x = serializers.IntegerField(source="place_x")
    y = serializers.IntegerField(source="place_y")
    height = serializers.IntegerField(source="place_height")


class AlbumTextOutput(Output):
    """A text that stands on many photos of an album, and is therefore no start number."""

    example = {
        "textId": TEXT_ID,
        "value": "21",
        "text": "bangsaen 21",
        "place": None,
        "photos": 12,
        "foundOn": MOMENT,
        "withdrawnOn": None,
        "withdrawnBy": "",
    }

    text_id = GuidField(source="pk")
    value = serializers.CharField(help_text="What looks like a number.")
    text = serializers.CharField(source="in_words", help_text="With the words around it.")
    place = TextPlaceOutput(
        source="as_placed", allow_null=True, help_text="null: anywhere, among these words."
    )
    photos = CountField(help_text="On how many photos it was read when it was found, or more.")
    found_on = UtcDateTimeField()
    withdrawn_on = UtcDateTimeField(allow_null=True, help_text="null: it is no start number.")
    withdrawn_by = serializers.CharField(help_text="Who withdrew it; empty: no one.")


class AlbumTextViews(ApiViewSet):
    """Texts of an album that are no start numbers."""

    access = Role("recognition.manage")

    @operation(gives=AlbumTextOutput, paged=True, ordering=("-found_on",), refusals=(404,))
    def list(self, request: Request, album_id: UUID) -> Response:
        """List the texts of an album that are no start numbers, the newest first."""
        return self.page(list_texts(album_id))

    @operation(refusals=(404,))
    def withdraw(self, request: Request, album_id: UUID, text_id: UUID) -> Response:
        """Withdraw a text that is a start number after all.

        Photos on which it was rejected are judged again shortly after, and it is not found again.
        """
        withdraw_album_text(
            WithdrawAlbumTextCommand(
                album_id=album_id,
                text_id=text_id,
                actor=request.user.get_username(),
                now=timezone.now(),
            )
        )
        return self.done()
