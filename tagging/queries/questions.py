"""Questions of taggers: a tagger's own, and those that wait for an answer."""

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.db.models import Count, Min, QuerySet

from tagging.models import PhotoQuestion


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
