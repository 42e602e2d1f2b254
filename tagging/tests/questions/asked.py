"""Questions of taggers, asked and answered as commands do it, and guides that are written so."""

from uuid import uuid4

from django.utils import timezone

from recognition.models import Album
from tagging.albums.guides import ChangeAlbumGuideCommand, change_album_guide
from tagging.models import AlbumGuide, PhotoQuestion, TaggingTask
from tagging.questions.commands import (
    AnswerQuestionCommand,
    AskQuestionCommand,
    answer_question,
    ask_question,
)
from tagging.tests.factories import manual_album, taken_work, tasks_of, waiting_tasks


def task_in_hand() -> TaggingTask:
    """Return the only task of a work of a new tagger."""
    waiting_tasks(1)
    return tasks_of(taken_work())[0]


def asked(task: TaggingTask | None = None, text: str = "Does the blue bib count?") -> PhotoQuestion:
    task = task or task_in_hand()
    assert task.work is not None
    command = AskQuestionCommand(
        question_id=uuid4(),
        tagator_id=task.work.tagator_id,
        work_id=task.work.pk,
        task_id=task.pk,
        text=text,
        now=timezone.now(),
    )
    return ask_question(command).record


def answered(question: PhotoQuestion, answer: str = "No, the red ones.") -> PhotoQuestion:
    return answer_question(
        AnswerQuestionCommand(question_id=question.pk, answer=answer, now=timezone.now())
    )


def written_guide(album: Album | None = None, text: str = "Red bibs only.") -> AlbumGuide:
    album = album or manual_album()
    return change_album_guide(ChangeAlbumGuideCommand(album_id=album.pk, text=text))
