"""Works, tasks and tags on the wire."""

from typing import Any

from rest_framework import serializers

from rest.fields import CountField, GuidField, StrictTextField, UtcDateTimeField
from rest.serializers import Input, Output
from tagging.api.samples import ALBUM_ID, PHOTO_ID, TASK_ID, WORK_ID
from tagging.api.serializers import MAX_TAGS
from tagging.models import TagKind, TaskState, WorkState


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

    work_id = GuidField(source="work.pk")
    state = serializers.ChoiceField(WorkState.choices)
    created_on = UtcDateTimeField(source="work.created_on")
    expires_on = UtcDateTimeField(source="work.expires_on")
    tasks_total = CountField(source="work.tasks_total")
    tasks_completed = CountField()


class TagOutput(Output):
    """A start number on the photo."""

    value = serializers.CharField(source="*")


class TaskTagsOutput(Output):
    """The tags of a task, in the order in which they were added."""

    example = {"tags": [{"value": "101"}, {"value": "2045"}], "customTags": ["finish"]}

    tags = TagOutput(many=True, source="numbers")
    custom_tags = serializers.ListField(child=serializers.CharField())


class TaskOutput(Output):
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
    state = serializers.ChoiceField(TaskState.choices)
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
