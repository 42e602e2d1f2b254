"""Photos that every tagger who may read them has skipped: staff decide what is on them."""

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.db import transaction
from django.db.models import Exists, OuterRef, Q, QuerySet

from foundation.records.audit import Actor
from recognition.processing.correcting import CorrectPhotoNumbersCommand, correct_photo_numbers
from recognition.records.photos import Photo
from tagging.records.tagators import OpenedAlbum, TagatorSettings, TagatorState
from tagging.records.works import TaggingTask, TaggingTaskState, TaskPurpose, TaskSkip
from tagging.works.skips import TaskTaken

REASON = "No tagger could read it."
CAN_BE_ANSWERED = Q(state=TaggingTaskState.OPEN, purpose=TaskPurpose.READING)


@dataclass(frozen=True, slots=True, kw_only=True)
class AnswerNoNumberCommand:
    """There is no number on the photo of an open task: it leaves the pool, and that is sent."""

    task_id: UUID
    now: datetime
    by: Actor | None = None


def skipped_by_all() -> QuerySet[TaggingTask]:
    """Return the open tasks that a tagger skipped and that no other active one may take."""
    opened = OpenedAlbum.objects.filter(
        tagator=OuterRef("tagator"), album=OuterRef(OuterRef("album"))
    )
    skipped = TaskSkip.objects.filter(tagator=OuterRef("tagator"), task=OuterRef(OuterRef("pk")))
    may_take = TagatorSettings.objects.filter(
        Q(all_albums=True) | Exists(opened), ~Exists(skipped), tagator__state=TagatorState.ACTIVE
    )
    tasks = TaggingTask.objects.filter(CAN_BE_ANSWERED, pk__in=TaskSkip.objects.values("task"))
    return tasks.filter(~Exists(may_take))


@transaction.atomic
def answer_no_number(command: AnswerNoNumberCommand) -> Photo:
    """Send that there is no number on the photo of an open task.

    :raises TaskTaken: a tagger has it by now, or it is over, or it checks another reading.
    :raises PhotoDeleted: see there.
    """
    known = TaggingTask.objects.filter(pk=command.task_id).first()
    if known is None:
        raise TaskTaken
    photo = Photo.objects.locked_with_album(known.photo_id)
    task = TaggingTask.objects.select_for_update().filter(CAN_BE_ANSWERED, pk=command.task_id)
    if photo.tagging_task_id != command.task_id or not task.first():
        raise TaskTaken
    return correct_photo_numbers(
        CorrectPhotoNumbersCommand(
            photo_id=photo.pk, values=(), now=command.now, reason=REASON, by=command.by
        )
    )
