"""Guides of albums: staff write them over the AdminApi, taggers read them over the ClientApi."""

from uuid import UUID

from django.http import HttpResponse
from django.utils import timezone
from django.utils.translation import get_language_from_request, override
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from foundation.rest.access import Role
from foundation.rest.operations import operation
from foundation.rest.serializers import CountField, GuidField, Input, Output, StrictTextField
from foundation.rest.views import ApiViewSet
from recognition.albums.serializers import TaggingHintOutput
from tagging.albums.guides import (
    ChangeAlbumGuideCommand,
    change_album_guide,
    get_album_guide,
    get_guide_picture,
    get_hint,
    show_guide,
)
from tagging.example_ids import ALBUM_ID, PHOTO_ID
from tagging.records.guides import MAX_GUIDE
from tagging.records.tagators import Tagator
from tagging.works.api import JPEG, picture_answer

# Guides of albums on the wire: as staff write them, and as taggers see them.


_TEXT = f"Red bibs only.\n\n![A red bib](photo:{PHOTO_ID})"


class AlbumGuideInput(Input):
    """The guide of an album, in Markdown; `![caption](photo:<id>)` shows a photo of the album."""

    example = {"text": ""}

    text = StrictTextField(
        max_length=MAX_GUIDE, allow_blank=True, help_text="Empty: the album has no guide."
    )


class AlbumGuideOutput(Output):
    """The guide of an album, as it was written."""

    example = {"albumId": ALBUM_ID, "text": _TEXT}

    album_id = GuidField()
    text = serializers.CharField()


class ShownGuideOutput(Output):
    """The guide of an album as HTML, which was cleaned: it has no script, style or foreign picture.

    An `img` has no address but the id of its photo in `data-photo`: its picture is that of
    `taggingGuide/pictures/{photoId}`.
    """

    example = {"albumId": ALBUM_ID, "version": 2, "html": "<p>Red bibs only.</p>\n"}

    album_id = GuidField()
    version = CountField(help_text="It rises with each change of the guide.")
    html = serializers.CharField(help_text="Empty: the album has no guide.")


WRITE = Role("tagging.manage", "recognition.manage")
READ = Role(*WRITE.names, "tagging.read", "recognition.read")


class AlbumGuideViews(ApiViewSet):
    """The guide of an album, for those who write it."""

    access = WRITE

    @operation(gives=AlbumGuideOutput, locking=True, refusals=(404,), access=READ)
    def retrieve(self, request: Request, album_id: UUID) -> Response:
        """Return the guide of an album as it was written."""
        return self.answer(get_album_guide(album_id))

    @operation(takes=AlbumGuideInput, locking=True, refusals=(404,))
    def change(self, request: Request, album_id: UUID) -> Response:
        """Write the guide of an album.

        422 `guide-not-accepted`: a picture is no photo of the album, its photo was deleted, or
        there are more than 20 pictures.
        """
        command = ChangeAlbumGuideCommand(album_id=album_id, **self.changes())
        return self.done(change_album_guide(command))


class TaggingHintViews(ApiViewSet):
    """What a tagger must know to read the numbers of an album, in short."""

    access = Role("tagging.tag", "recognition.manage", throttle="tagger")

    @operation(gives=TaggingHintOutput, refusals=(404,))
    def retrieve(self, request: Request, album_id: UUID) -> Response:
        """Return the first lines of the album's guide, as plain text.

        Without a guide it is made from the album's settings, in the language of `Accept-Language`.
        """
        with override(get_language_from_request(self.django_request)):
            return self.answer(get_hint(album_id))


class ShownGuideViews(ApiViewSet):
    """The guide of an album, for the tagger who is signed in."""

    access = Role("tagging.tag", throttle="tagger")

    @operation(gives=ShownGuideOutput, refusals=(404,))
    def retrieve(self, request: Request, album_id: UUID) -> Response:
        """Return the guide of an album that is open to the tagger, or of photos in their hands."""
        tagator_id = Tagator.objects.id_of(request.user)
        return self.answer(show_guide(tagator_id, album_id, timezone.now()))

    @operation(sends=(JPEG,), sends_tag=True, refusals=(404,))
    def picture(self, request: Request, album_id: UUID, photo_id: UUID) -> HttpResponse:
        """Return a sample picture of the guide for screens: at most 1280 pixels, as a file.

        404 `picture-not-in-guide`: the guide does not show it, or its photo was deleted; 503
        `too-many-pictures`: try again soon.
        """
        tagator_id = Tagator.objects.id_of(request.user)
        content = get_guide_picture(tagator_id, album_id, photo_id, timezone.now())
        return picture_answer(request, content)
