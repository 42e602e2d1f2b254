"""Asking the lead about a photo, and answering."""

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.db import transaction
from django.db.models import Count, Min, QuerySet

from foundation.records.audit import Actor, create_recorded, name_of, old_and_new, record_deed
from foundation.records.models import Creation
from foundation.records.refusals import Invalid
from tagging.records.guides import PhotoQuestion
from tagging.records.tasks_in_hand import TaskCommand, shown_task


class AnswerEmpty(Invalid):
    """The answer is empty."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AskQuestionCommand(TaskCommand):
    """Ask the lead about the photo of a task; `question_id` makes a repetition harmless."""

    question_id: UUID
    text: str
    by: Actor | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class AnswerQuestionCommand:
    """Answer a question; another answer replaces the one before."""

    question_id: UUID
    answer: str
    now: datetime
    expected_version: int | None = None
    by: Actor | None = None


@transaction.atomic
def ask_question(command: AskQuestionCommand) -> Creation[PhotoQuestion]:
    """Ask about a photo in hand, also a completed one, while its work lasts; repeated, once.

    :raises WorkNotFound, TaskNotInWork, TaskCancelled, WorkExpired, WorkCompleted: as `shown_task`.
    :raises IdTaken: another question has this id.
    """
    if not PhotoQuestion.objects.filter(pk=command.question_id).exists():
        shown_task(command)
    question = PhotoQuestion(
        id=command.question_id,
        task_id=command.task_id,
        tagator_id=command.tagator_id,
        text=command.text,
        asked_on=command.now,
    )
    return create_recorded(command.by, question, "task_id", "tagator_id", "text")


@transaction.atomic
def answer_question(command: AnswerQuestionCommand) -> PhotoQuestion:
    """Answer a question; its tagger sees the answer within seconds.

    :raises PhotoQuestionNotFound, VersionConflict: see there.
    :raises AnswerEmpty: there is no text.
    """
    question = PhotoQuestion.objects.locked(command.question_id, command.expected_version)
    if not command.answer.strip():
        raise AnswerEmpty(errors={"answer": "Write an answer."})
    answer = {"answer": command.answer.strip()}
    record_deed(command.by, "Answered a question", question, old_and_new(question, **answer))
    return question.store(**answer, answered_on=command.now, answered_by=name_of(command.by))


# Questions of taggers: a tagger's own, and those that wait for an answer.


@dataclass(frozen=True, slots=True, kw_only=True)
class QuestionsWaiting:
    """How many questions wait for an answer; `since`: when the oldest was asked."""

    count: int
    since: datetime | None


def list_own_questions(tagator_id: UUID) -> QuerySet[PhotoQuestion]:
    """Return the questions of a tagger with their tasks and albums, the newest first."""
    own = PhotoQuestion.objects.filter(tagator=tagator_id).select_related("task__album")
    return own.order_by("-asked_on", "-pk")


def last_answer_on(tagator_id: UUID) -> datetime | None:
    """Return when the lead last answered a question of the tagger."""
    answered = PhotoQuestion.objects.filter(tagator=tagator_id, answered_on__isnull=False)
    return answered.order_by("-answered_on").values_list("answered_on", flat=True).first()


def list_open_questions() -> QuerySet[PhotoQuestion]:
    """Return the questions without an answer, the oldest first."""
    return PhotoQuestion.objects.filter(answered_on__isnull=True).order_by("asked_on", "pk")


def count_open_questions() -> QuestionsWaiting:
    """Return how many questions have no answer, in one statement."""
    waiting = list_open_questions().order_by()
    return QuestionsWaiting(**waiting.aggregate(count=Count("pk"), since=Min("asked_on")))
