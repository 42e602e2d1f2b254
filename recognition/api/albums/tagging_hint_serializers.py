"""What taggers are told about an album, on the wire."""

from rest_framework import serializers

from recognition.api.samples import ALBUM_ID
from recognition.models import NormalizationPolicy
from rest.fields import GuidField
from rest.serializers import Output


class CustomTagOutput(Output):
    """A tag that may be put on a photo beside start numbers."""

    name = serializers.CharField()


class CustomTagsOutput(Output):
    """The custom tags of an album, by name."""

    example = {"customTags": [{"name": "finish"}, {"name": "podium"}]}

    custom_tags = CustomTagOutput(many=True)


class TaggingHintOutput(Output):
    """What a tagger has to know to read the numbers of an album."""

    example = {
        "albumId": ALBUM_ID,
        "text": "Type every start number that can be read, of up to 5 digits. Leading zeros may be "
        "left out.",
        "startNumberCapacity": 5,
        "normalizationPolicy": "StripLeadingZeros",
        "customTags": [{"name": "finish"}, {"name": "podium"}],
    }

    album_id = GuidField(source="album.pk")
    text = serializers.CharField()
    start_number_capacity = serializers.IntegerField(source="album.start_number_capacity")
    normalization_policy = serializers.ChoiceField(
        NormalizationPolicy.choices, source="album.normalization_policy"
    )
    custom_tags = CustomTagOutput(many=True)
