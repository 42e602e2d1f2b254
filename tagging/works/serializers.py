"""Works, tasks, tags and suggestions on the wire."""

from typing import Any

from drf_spectacular.utils import extend_schema_serializer
from rest_framework import serializers

from foundation.rest.serializers import (
    CountField,
    GuidField,
    Input,
    Output,
    StrictTextField,
    TextField,
    UtcDateTimeField,
)
from recognition.numbers.suggestions import SuggestionKind
from recognition.photos.regions import RegionKind
from recognition.photos.serializers import BoxOutput
from recognition.records.albums import NumberFormat
from recognition.records.numbers import NumberRejection
from recognition.wire.picture_copies import PictureSize
from tagging.example_ids import ALBUM_ID, PHOTO_ID, TASK_ID, WORK_ID
from tagging.records.tags import MAX_TAGS
from tagging.records.tasks import TaggingTask, TaggingTaskState, TagKind
from tagging.records.works import WorkState

LAST_ANSWER = "When the lead last answered a question of the tagger, about any photo."


class WorkInput(Input):
    """What work is asked for."""

    example = {"albumId": ALBUM_ID}

    album_id = GuidField(
        required=False, allow_null=True, help_text="Of this album alone; left out: of all."
    )


class WaitingQuery(Input):
    """Of which work."""

    album_id = GuidField(required=False, help_text="Of this album alone; left out: of all.")


class WaitingOutput(Output):
    """What a page that is open without work has to know."""

    example = {"isWaiting": True, "lastAnswerOn": None}

    is_waiting = serializers.BooleanField(help_text="Whether taking work would give some now.")
    last_answer_on = UtcDateTimeField(allow_null=True, help_text=LAST_ANSWER)


class WorkOutput(Output):
    """A work: tasks that the tagger took together."""

    example = {
        "workId": WORK_ID,
        "state": "Active",
        "createdOn": "2026-05-17T09:30:00Z",
        "expiresOn": "2026-05-17T10:30:00Z",
        "tasksTotal": 20,
        "tasksCompleted": 3,
        "isTrial": False,
        "lastAnswerOn": None,
    }

    work_id = GuidField(source="pk")
    state = serializers.ChoiceField(WorkState.choices)
    created_on = UtcDateTimeField()
    expires_on = UtcDateTimeField()
    tasks_total = CountField()
    tasks_completed = CountField()
    is_trial = serializers.BooleanField(
        help_text="The photos are known ones, for a new tagger, and earn nothing: `accounts/trial`."
    )
    last_answer_on = UtcDateTimeField(allow_null=True, help_text=LAST_ANSWER)


class TagOutput(Output):
    """A start number on the photo."""

    value = serializers.CharField(source="*")


class KeptTagsField(serializers.ListField):
    """Numbers that are kept for staff and never sent; left out where there are none."""

    def __init__(self, what: str, **kwargs: Any) -> None:
        help_text = f"{what}: kept for staff, never sent. Left out where there are none."
        super().__init__(
            required=False, child=serializers.CharField(), help_text=help_text, **kwargs
        )

    def get_attribute(self, instance: TaggingTask) -> list[str]:
        kept: list[str] | None = super().get_attribute(instance)
        if not kept:
            raise serializers.SkipField
        return kept


def _unlisted() -> KeptTagsField:
    what = "Numbers of which the tagger is sure, though they are not in the start list"
    return KeptTagsField(what, source="unlisted")


def _partial() -> KeptTagsField:
    what = "Numbers that are only partly legible, a `?` for each digit that is not"
    return KeptTagsField(what, source="partial")


class TaskTagsOutput(Output):
    """The tags of a task, in the order in which they were added."""

    example = {
        "tags": [{"value": "101"}, {"value": "2045"}],
        "customTags": ["finish"],
        "unlistedTags": ["4711"],
        "partialTags": ["?65"],
    }

    tags = TagOutput(many=True, source="numbers")
    custom_tags = serializers.ListField(child=serializers.CharField())
    unlisted_tags = _unlisted()
    partial_tags = _partial()


class RegionOutput(Output):
    """A place on the photo where a number may stand."""

    kind = serializers.ChoiceField(
        RegionKind.choices,
        help_text="`Number`: read there, surely or weakly. `Unread`: digits that could not be "
        "read. `Person`: a face; the number is usually below it.",
    )
    confidence = serializers.FloatField(allow_null=True)
    box = BoxOutput()


@extend_schema_serializer(component_name="TaskOutput")
class TaggingTaskOutput(Output):
    """A task of a work."""

    example = {
        "taskId": TASK_ID,
        "photoId": PHOTO_ID,
        "albumId": ALBUM_ID,
        "imageUrl": "https://photos.example.org/7d9f2f6c.jpg",
        "shootingDate": "2026-05-17T09:12:44Z",
        "priority": 10,
        "numberFormat": "Digits",
        "state": "Assigned",
        "tags": [{"value": "101"}],
        "customTags": ["finish"],
        "unlistedTags": [],
        "partialTags": [],
        "regions": [
            {
                "kind": "Number",
                "confidence": 0.41,
                "box": {"left": 0.38, "top": 0.4, "width": 0.14, "height": 0.07},
            }
        ],
    }

    task_id = GuidField(source="pk")
    photo_id = GuidField()
    album_id = GuidField()
    image_url = serializers.CharField()
    shooting_date = UtcDateTimeField(allow_null=True)
    priority = CountField()
    number_format = serializers.ChoiceField(NumberFormat.choices, source="album.number_format")
    state = serializers.ChoiceField(TaggingTaskState.choices)
    tags = TagOutput(many=True, source="numbers")
    custom_tags = serializers.ListField(child=serializers.CharField())
    unlisted_tags = _unlisted()
    partial_tags = _partial()
    regions = RegionOutput(many=True, help_text="The likeliest first; at most twelve.")


class PictureQuery(Input):
    """How large the picture is to be."""

    size = serializers.ChoiceField(
        ["screen", "large"],
        default="screen",
        help_text="The longer side has at most 1280 or 2048 pixels. `imageUrl` is the original.",
    )

    def validate_size(self, size: str) -> PictureSize:
        return PictureSize.WORKBENCH if size == "screen" else PictureSize.PAGE


class AddTagsInput(Input):
    """Start numbers as typed, with a `?` for a digit that cannot be read, and custom tags.

    One digit is read, two at most are not. The one number of the start list that fits is added in
    its place; if there is none or several, it is one of the `partialTags`.

    `unlistedTags`: numbers of which the tagger is sure, whether or not they are in the start list.
    """

    example = {"tags": ["101", "2045"], "customTags": ["finish"]}

    # How long a number may be the album says: one that is too long is `TooLong`, however long.
    tags = serializers.ListField(child=StrictTextField(), max_length=MAX_TAGS, default=list)
    custom_tags = serializers.ListField(
        child=StrictTextField(max_length=100), max_length=MAX_TAGS, default=list
    )
    unlisted_tags = serializers.ListField(
        child=StrictTextField(), max_length=MAX_TAGS, default=list
    )


class DeleteTagQuery(Input):
    """The tag to delete: one of the two."""

    value = TextField(max_length=100, required=False, help_text="A start number.")
    custom_tag = TextField(max_length=100, required=False, help_text="A custom tag.")

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        if len(attrs) != 1:
            raise serializers.ValidationError({"value": "Either value or customTag."}, "required")
        kind = TagKind.NUMBER if "value" in attrs else TagKind.CUSTOM
        return {"kind": kind, "value": next(iter(attrs.values()))}


class SeriesOutput(Output):
    """Tasks in hand whose photos show the same person, or are of one burst; the asked one too."""

    example = {"taskIds": [TASK_ID]}

    task_ids = serializers.ListField(child=GuidField())


class StartListQuery(Input):
    """How the number begins."""

    digits = serializers.RegexField(
        r"^(?=.{1,20}$)([A-Za-z]{0,3}[0-9]*|[0-9]+[A-Za-z]{1,3})$",
        help_text="As typed so far; with letters where the album's numbers have some.",
    )


class StartListEntryOutput(Output):
    """A number of the start list."""

    number = serializers.CharField()
    name = serializers.CharField(help_text="Empty where the list has none.")


class StartListOutput(Output):
    """Numbers of the start list that begin like this, the shortest first; at most eight."""

    example = {"entries": [{"number": "101", "name": "Kim Berg"}, {"number": "1012", "name": ""}]}

    entries = StartListEntryOutput(many=True)


class SkipInput(Input):
    """Why the task is skipped, for staff."""

    example = {"reason": "The photo is too dark."}

    reason = StrictTextField(max_length=500, required=False, allow_blank=True, default="")


class SuggestionOutput(Output):
    """A number that may be on the photo."""

    value = serializers.CharField(help_text="`Rejected`: as read, so it need not be a number.")
    kind = serializers.ChoiceField(
        SuggestionKind.choices,
        help_text="`Weak`: read on this photo, but not asked for. `SamePerson`: on another photo "
        "with a person of this one. `Rejected`: read on this photo, and rejected.",
    )
    rejection = serializers.ChoiceField(
        NumberRejection.choices, allow_null=True, help_text="Why it was rejected."
    )
    confidence = serializers.FloatField(
        allow_null=True, help_text="Of the reading; `SamePerson`: of the person on this photo."
    )
    box = BoxOutput(
        allow_null=True, help_text="Of the number; `SamePerson`: of the person on this photo."
    )
    photo_id = GuidField(allow_null=True, help_text="`SamePerson`: a photo with the number.")
    partner_box = BoxOutput(
        allow_null=True,
        help_text="Of the face of who wears the number; `SamePerson`: of a number that the person "
        "wears on this photo. Null: that is not clear.",
    )


class SuggestionsOutput(Output):
    """Numbers that may be on the photo of a task, the best first; at most ten."""

    example = {
        "suggestions": [
            {
                "value": "101",
                "kind": "SamePerson",
                "rejection": None,
                "confidence": 0.93,
                "box": {"left": 0.4, "top": 0.1, "width": 0.1, "height": 0.15},
                "photoId": "2e4c8a60-7b1d-4f93-a5c8-9d0e1f2a3b4c",
                "partnerBox": {"left": 0.38, "top": 0.4, "width": 0.14, "height": 0.07},
            },
            {
                "value": "1O1",
                "kind": "Rejected",
                "rejection": "NotANumber",
                "confidence": 0.41,
                "box": {"left": 0.38, "top": 0.4, "width": 0.14, "height": 0.07},
                "photoId": None,
                "partnerBox": {"left": 0.4, "top": 0.1, "width": 0.1, "height": 0.15},
            },
        ]
    }

    suggestions = SuggestionOutput(many=True)
