"""A tagger's questions to the lead over the ClientApi."""

from uuid import UUID

from django.utils import timezone
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from foundation.rest.access import Role
from foundation.rest.operations import operation
from foundation.rest.serializers import GuidField, Input, Output, StrictTextField, UtcDateTimeField
from foundation.rest.views import ApiViewSet
from tagging.example_ids import ALBUM_ID, PHOTO_ID, TASK_ID
from tagging.questions.commands import AskQuestionCommand, ask_question, list_own_questions
from tagging.records.guides import MAX_QUESTION
from tagging.records.tagators import Tagator

# Questions of taggers on the wire.


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


class QuestionViews(ApiViewSet):
    """Questions of the tagger who is signed in."""

    access = Role("tagging.tag", throttle="tagger")

    @operation(takes=QuestionInput, gives=QuestionOutput, statuses=(201, 200), refusals=(404, 409))
    def create(self, request: Request, work_id: UUID, task_id: UUID) -> Response:
        """Ask the lead about the photo of a task in hand, also a completed one: 201.

        Repeated with the same id and text: 200; another text: 409 `id-taken`. Once the work is over
        it is 409, and another tagger's work is 404.
        """
        command = AskQuestionCommand(
            tagator_id=_caller(request),
            work_id=work_id,
            task_id=task_id,
            now=timezone.now(),
            by=self.actor,
            **self.data(),
        )
        asked = ask_question(command)
        return self.answer(asked.record, status=201 if asked.is_new else 200)

    @operation(gives=QuestionOutput, paged=True)
    def list(self, request: Request) -> Response:
        """List the tagger's questions with their answers, the newest first."""
        return self.page(list_own_questions(_caller(request)))


def _caller(request: Request) -> UUID:
    return Tagator.objects.id_of(request.user)
