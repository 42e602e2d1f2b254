"""Works, tasks, tags and suggestions on the wire."""

from typing import Any

from drf_spectacular.utils import extend_schema_serializer
from rest_framework import serializers

from recognition.api.photos.details import BoxOutput
from recognition.models import NumberRejection
from recognition.queries.photos.suggestions import SuggestionKind
from rest.fields import CountField, GuidField, StrictTextField, UtcDateTimeField
from rest.serializers import Input, Output
from tagging.api.samples import ALBUM_ID, PHOTO_ID, TASK_ID, WORK_ID
from tagging.commands.tags import MAX_TAGS
from tagging.models import TaggingTaskState, TagKind, WorkState


class WorkInput(Input):
    """What work is asked for."""

    example = {"albumId": ALBUM_ID}

    album_id = GuidField(
        required=False, allow_null=True, help_text="Of this album alone; left out: of all."
    )


class WorkOutput(Output):
    """A work: tasks that the tagger took together."""

    example = {
        "workId": WORK_ID,
        "state": "Active",
        "createdOn": "2026-05-17T09:30:00Z",
        "expiresOn": "2026-05-17T10:30:00Z",
        "tasksTotal": 20,
        "tasksCompleted": 3,
    }

    work_id = GuidField(source="pk")
    state = serializers.ChoiceField(WorkState.choices)
    created_on = UtcDateTimeField()
    expires_on = UtcDateTimeField()
    tasks_total = CountField()
    tasks_completed = CountField()


class TagOutput(Output):
    """A start number on the photo."""

    value = serializers.CharField(source="*")


class TaskTagsOutput(Output):
    """The tags of a task, in the order in which they were added."""

    example = {"tags": [{"value": "101"}, {"value": "2045"}], "customTags": ["finish"]}

    tags = TagOutput(many=True, source="numbers")
    custom_tags = serializers.ListField(child=serializers.CharField())


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
        "state": "Assigned",
        "tags": [{"value": "101"}],
        "customTags": ["finish"],
    }

    task_id = GuidField(source="pk")
    photo_id = GuidField()
    album_id = GuidField()
    image_url = serializers.CharField()
    shooting_date = UtcDateTimeField(allow_null=True)
    priority = CountField()
    state = serializers.ChoiceField(TaggingTaskState.choices)
    tags = TagOutput(many=True, source="numbers")
    custom_tags = serializers.ListField(child=serializers.CharField())


class AddTagsInput(Input):
    """Start numbers as typed, and custom tags of the album."""

    example = {"tags": ["101", "2045"], "customTags": ["finish"]}

    tags = serializers.ListField(
        child=StrictTextField(max_length=100), max_length=MAX_TAGS, default=list
    )
    custom_tags = serializers.ListField(
        child=StrictTextField(max_length=100), max_length=MAX_TAGS, default=list
    )


class DeleteTagQuery(Input):
    """The tag to delete: one of the two."""

    value = serializers.CharField(max_length=100, required=False, help_text="A start number.")
    custom_tag = serializers.CharField(max_length=100, required=False, help_text="A custom tag.")

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        if len(attrs) != 1:
            raise serializers.ValidationError({"value": "Either value or customTag."}, "required")
        kind = TagKind.NUMBER if "value" in attrs else TagKind.CUSTOM
        return {"kind": kind, "value": next(iter(attrs.values()))}


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
            },
            {
                "value": "1O1",
                "kind": "Rejected",
                "rejection": "NotANumber",
                "confidence": 0.41,
                "box": {"left": 0.38, "top": 0.4, "width": 0.14, "height": 0.07},
                "photoId": None,
            },
        ]
    }

    suggestions = SuggestionOutput(many=True)
