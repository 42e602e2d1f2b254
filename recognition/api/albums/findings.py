"""What is counted, found and foreseen in albums, as it is sent."""

from rest_framework import serializers

from foundation.rest.fields import CountField, FractionField, GuidField, UtcDateTimeField
from foundation.rest.serializers import Output
from recognition.api.samples import ALBUM_ID, MOMENT, TEXT_ID


class PhotoCountOutput(Output):
    """How many photos an album has; a state that no photo is in is left out."""

    example = {"albumId": ALBUM_ID, "total": 120, "byState": {"New": 20, "Processed": 100}}

    album_id = GuidField()
    total = CountField()
    by_state = serializers.DictField(child=CountField())


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


class AlbumPreviewOutput(Output):
    """What a change would do to an album's photos; each is in one of the first six counts."""

    example = {
        "processed": 120,
        "waiting": 3,
        "finished": 0,
        "resting": 0,
        "numbersChanged": 8,
        "unchanged": 369,
        "tasksCreated": 0,
        "tasksCancelled": 12,
        "judgedAgain": 8,
        "withoutNumber": 5,
        "corrected": 2,
        "numbersLost": 32,
        "photosLosing": 8,
        "numbersGained": 0,
        "photosGaining": 0,
        "whyOff": "",
        "whyNotJudged": "",
        "surest": None,
    }

    processed = CountField(help_text="A provider is asked, or a tagging task created.")
    waiting = CountField(help_text="They go on waiting for a callback or a tagger.")
    finished = CountField(help_text="Nothing more is needed: they are Processed as they are.")
    resting = CountField(help_text="They are not processed, because recognition is off.")
    numbers_changed = CountField(
        help_text="Other numbers are accepted on them, and sent; nothing else happens to them."
    )
    unchanged = CountField(help_text="Nothing happens to them.")
    tasks_created = CountField()
    tasks_cancelled = CountField()
    judged_again = CountField(help_text="Their numbers are judged again, without a provider.")
    without_number = CountField(
        help_text="Their numbers were read before, and none was accepted: they get no tasks "
        "unless they are processed from scratch."
    )
    corrected = CountField(help_text="What staff entered on them stays.")
    numbers_lost = CountField(help_text="Numbers withdrawn at the photo service.")
    photos_losing = CountField(help_text="Photos that lose numbers.")
    numbers_gained = CountField(help_text="Numbers added at the photo service.")
    photos_gaining = CountField(help_text="Photos that gain numbers.")
    why_off = serializers.CharField(help_text="Why recognition is off then; empty: it is on.")
    why_not_judged = serializers.CharField(
        help_text="Why what was read is not judged again now; empty: it is."
    )
    surest = FractionField(
        allow_null=True,
        help_text="The highest confidence that was read, where the album requires more.",
    )
