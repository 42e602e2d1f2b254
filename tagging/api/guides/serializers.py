"""Guides of albums on the wire: as staff write them, and as taggers see them."""

from rest_framework import serializers

from foundation.rest.fields import CountField, GuidField, StrictTextField
from foundation.rest.serializers import Input, Output
from tagging.api.samples import ALBUM_ID, PHOTO_ID
from tagging.models import MAX_GUIDE

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
