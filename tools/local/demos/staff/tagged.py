"""An album that taggers read: tasks that wait, a tagger at work who asks, last month's pay."""

import secrets
from collections.abc import Sequence
from datetime import datetime, timedelta
from decimal import Decimal
from uuid import uuid4

from recognition.models import Album, Photo, Strategy, Tenant
from recognition.processing.results import ask_tagator
from recognition.records.photo_state import settle
from tagging.models import Tagator, TaggingTaskState, Work
from tagging.questions.commands import AskQuestionCommand, ask_question
from tagging.tagators.commands import CreateTagatorCommand, create_tagator
from tagging.tagators.settings import ChangeTagatorSettingsCommand, change_tagator_settings
from tagging.works.commands import CompleteTaskCommand, TakeWorkCommand, complete_task, take_work

TASKS_PER_WORK = 2
COFFEE = timedelta(minutes=6)
QUESTION = "Does the number on the blue bib count, too?"


def give_to_taggers(name: str, email: str, pictures: Sequence[str], now: datetime) -> None:
    """Make an album of these pictures; its tagger finished a work last month, and is at another."""
    album = Album.objects.create(
        tenant=Tenant.objects.create(), name=name, strategy=Strategy.MANUAL, announced_on=now
    )
    for picture in pictures:
        photo = Photo.objects.create(album=album, image_url=picture, shooting_date=now)
        ask_tagator(photo)
        settle(photo)
    tagator = _tagger(email, now)
    _work(tagator, album, TASKS_PER_WORK, now.replace(day=1) - timedelta(days=10))
    work = _work(tagator, album, 1, now - 2 * COFFEE)
    in_hand = work.tasks.get(state=TaggingTaskState.ASSIGNED)
    ask_question(
        AskQuestionCommand(
            question_id=uuid4(),
            tagator_id=tagator.pk,
            work_id=work.pk,
            task_id=in_hand.pk,
            text=QUESTION,
            now=now,
        )
    )


def _tagger(email: str, now: datetime) -> Tagator:
    tagator = create_tagator(
        CreateTagatorCommand(
            tagator_id=uuid4(),
            email=email,
            name="Noor",
            password=secrets.token_urlsafe(),
            rate_per_task=Decimal("0.05"),
            now=now,
        )
    ).record
    change_tagator_settings(
        ChangeTagatorSettingsCommand(tagator_id=tagator.pk, tasks_per_work=TASKS_PER_WORK)
    )
    return tagator


def _work(tagator: Tagator, album: Album, completed: int, begun: datetime) -> Work:
    """Let the tagger take a work then, and complete so many of its tasks."""
    work = take_work(TakeWorkCommand(tagator_id=tagator.pk, album_id=album.pk, now=begun)).work
    for task in work.tasks.order_by("pk")[:completed]:
        complete_task(
            CompleteTaskCommand(
                tagator_id=tagator.pk, work_id=work.pk, task_id=task.pk, now=begun + COFFEE
            )
        )
    return work
