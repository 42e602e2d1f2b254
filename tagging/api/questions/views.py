"""A tagger's questions to the lead over the ClientApi."""

from uuid import UUID

from django.utils import timezone
from rest_framework.request import Request
from rest_framework.response import Response

from foundation.rest.access import Role
from foundation.rest.operations import operation
from foundation.rest.views import ApiViewSet
from tagging.api.questions.serializers import QuestionInput, QuestionOutput
from tagging.commands.questions import AskQuestionCommand, ask_question
from tagging.models import Tagator
from tagging.queries.questions import list_own_questions


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
