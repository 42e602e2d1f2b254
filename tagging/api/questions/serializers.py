"""Questions of taggers on the wire."""

from rest_framework import serializers

from foundation.rest.fields import GuidField, StrictTextField, UtcDateTimeField
from foundation.rest.serializers import Input, Output
from tagging.api.samples import ALBUM_ID, PHOTO_ID, TASK_ID
from tagging.models.questions import MAX_QUESTION

QUESTION_ID = "b9a3f0de-5c0b-4d0a-8a41-7f2c0f1d2e33"


class QuestionInput(Input):
    """A question to the lead about a photo."""

    example = {"questionId": QUESTION_ID, "text": "Does the blue bib count?"}

    question_id = GuidField(
        help_text="Chosen by the caller: the same question with the same id is stored once."
    )
    text = StrictTextField(max_length=MAX_QUESTION)


class QuestionOutput(Output):
    """A question of the tagger, and the lead's answer."""

    example = {
        "questionId": QUESTION_ID,
        "taskId": TASK_ID,
        "photoId": PHOTO_ID,
        "albumId": ALBUM_ID,
        "albumName": "City run",
        "text": "Does the blue bib count?",
        "askedOn": "2026-05-17T09:30:00Z",
        "answer": "No, only the red ones.",
        "answeredOn": "2026-05-17T09:41:00Z",
    }

    question_id = GuidField(source="pk")
    task_id = GuidField()
    photo_id = GuidField(source="task.photo_id")
    album_id = GuidField(source="task.album_id")
    album_name = serializers.CharField(source="task.album")
    text = serializers.CharField()
    asked_on = UtcDateTimeField()
    answer = serializers.CharField(help_text="Empty: there is none yet.")
    answered_on = UtcDateTimeField(allow_null=True)
