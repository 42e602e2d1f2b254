"""Albums whose tagging is checked, and taggers who read, made the way commands make them."""

from collections.abc import Sequence
from datetime import datetime
from decimal import Decimal
from random import Random
from typing import Any
from uuid import UUID

from django.utils import timezone

from foundation.records.audit import Actor
from recognition.models import Album, AlbumCustomTag, Photo, Strategy
from tagging.models import (
    Certainty,
    Comparison,
    KnownAnswer,
    Tagator,
    TaggingTask,
    TaggingTaskState,
    TagKind,
    TaskPurpose,
    Work,
)
from tagging.quality.commands import (
    ChangeAlbumQualityCommand,
    MarkKnownAnswerCommand,
    SettleDisagreementCommand,
    change_album_quality,
    mark_known_answer,
    settle_disagreement,
)
from tagging.records.tags import AddTagsCommand, add_tags
from tagging.tests.calls.works import tags_sent
from tagging.tests.factories import (
    manual_album,
    new_photo,
    new_tagator,
    tasks_of,
    waiting_photo,
    waiting_tasks,
)
from tagging.works.commands import (
    CompleteTaskCommand,
    ReopenTaskCommand,
    TakeWorkCommand,
    complete_task,
    reopen_task,
    take_work,
)
from tagging.works.skipping import SkipTaskCommand, skip_task

CUSTOM = "finish"


class Always(Random):
    """A source of chances by which every share is rounded up."""

    def random(self) -> float:
        return 0.999999


def checked_album(
    second: str = "0", known: str = "0", certainty: str | None = None, **fields: Any
) -> Album:
    """Return an album that is checked like this; it has the custom tag `CUSTOM`."""
    album = manual_album(**fields)
    AlbumCustomTag.objects.create(album=album, name=CUSTOM)
    change_album_quality(
        ChangeAlbumQualityCommand(
            album_id=album.pk,
            second_reading_share=Decimal(second),
            known_answer_share=Decimal(known),
            wanted_certainty=Decimal(certainty) if certainty else None,
        )
    )
    return album


def known_photo(album: Album, *numbers: str) -> Photo:
    """Return a photo of the album whose numbers staff have marked as known."""
    photo = new_photo(album)
    mark(photo, *numbers)
    return photo


def mark(photo: Photo, *numbers: str, custom_tags: Sequence[str] = ()) -> KnownAnswer:
    return mark_known_answer(
        MarkKnownAnswerCommand(
            photo_id=photo.pk,
            numbers=numbers,
            custom_tags=custom_tags,
            by=Actor("meg"),
            now=timezone.now(),
        )
    )


def take(tagator: Tagator, chance: Random | None = None, album: Album | None = None) -> Work:
    """Return the work that a tagator takes; by default every share is rounded up."""
    return take_work(
        TakeWorkCommand(
            tagator_id=tagator.pk,
            now=timezone.now(),
            album_id=album.pk if album else None,
            chance=chance or Always(),
        )
    ).work


def work_of(task: TaggingTask) -> Work:
    """Return the work that has the task."""
    assert task.work is not None
    return task.work


def in_hand(task: TaggingTask, now: datetime | None = None) -> dict[str, Any]:
    """Return the fields of a tagator's command for a task of their work."""
    task.refresh_from_db()
    return {
        "tagator_id": work_of(task).tagator_id,
        "work_id": task.work_id,
        "task_id": task.pk,
        "now": now or timezone.now(),
    }


def read(task: TaggingTask, *numbers: str, custom_tags: Sequence[str] = ()) -> TaggingTask:
    """Complete a task with these tags."""
    add_tags(AddTagsCommand(**in_hand(task), tags=numbers, custom_tags=custom_tags))
    return complete_task(CompleteTaskCommand(**in_hand(task)))


def skip(task: TaggingTask) -> None:
    skip_task(SkipTaskCommand(**in_hand(task)))


def reopen(task: TaggingTask) -> None:
    reopen_task(ReopenTaskCommand(**in_hand(task)))


def read_again(task: TaggingTask, *numbers: str) -> TaggingTask:
    """Reopen a task and complete it with these numbers instead."""
    reopen(task)
    task.tags.filter(kind=TagKind.NUMBER).delete()
    return read(task, *numbers)


def first_reading(*numbers: str, album: Album | None = None, spare: int = 1) -> TaggingTask:
    """Return a completed task of an album that is read twice; its work goes on."""
    album = album or checked_album(second="1")
    tagator = new_tagator()
    photo = waiting_photo(album)
    others = [waiting_photo(album) for _ in range(spare)]
    work = take(tagator)
    assert work.tasks_total == len(others) + 1
    return read(TaggingTask.objects.get(photo=photo), *numbers)


def second_task_of(task: TaggingTask) -> TaggingTask:
    """Return the second task of a photo that is read twice."""
    return TaggingTask.objects.get(photo=task.photo_id, purpose=TaskPurpose.SECOND_READING)


def second_reading(task: TaggingTask, *numbers: str, tagator: Tagator | None = None) -> TaggingTask:
    """Let another tagger take the second task of a photo and complete it."""
    second = second_task_of(task)
    if second.state == TaggingTaskState.OPEN:
        take(tagator or new_tagator())
    return read(second, *numbers)


def comparison_of(task: TaggingTask) -> Comparison:
    return Comparison.objects.get(pk=task.pk)


def settled_disagreement() -> Comparison:
    """Return a comparison that staff have settled."""
    return settle(disagreement().pk, "13")


def settle(task_id: UUID, *numbers: str, custom_tags: Sequence[str] = ()) -> Comparison:
    """Settle a disagreement, as Meg does."""
    return settle_disagreement(
        SettleDisagreementCommand(
            task_id=task_id,
            numbers=numbers,
            custom_tags=custom_tags,
            by=Actor("meg"),
            now=timezone.now(),
        )
    )


def disagreement() -> Comparison:
    """Return a comparison of 12 with 13."""
    task = first_reading("12")
    second_reading(task, "13")
    return comparison_of(task)


def few(count: int, **settings: object) -> Tagator:
    """Return a tagator whose works have so many tasks."""
    return new_tagator(settings={"tasks_per_work": count, **settings})


def album_with(open_tasks: int, known: int = 1, share: str = "0.1") -> Album:
    album = checked_album(known=share)
    waiting_tasks(open_tasks, album)
    for number in range(known):
        known_photo(album, str(number + 1))
    return album


def known_in(work: Work) -> list[TaggingTask]:
    return list(work.tasks.filter(purpose=TaskPurpose.KNOWN_ANSWER))


def known_task(*numbers: str, tagator: Tagator | None = None) -> TaggingTask:
    """Return a known-answer task in hand, of a work that goes on."""
    album = album_with(open_tasks=2, known=0)
    known_photo(album, *numbers)
    [task] = known_in(take(tagator or new_tagator()))
    return task


def album_by_evidence(wanted: str = "0.98", known: str = "0") -> Album:
    return checked_album(certainty=wanted, known=known, strategy=Strategy.NUMBER_THEN_MANUAL)


def machine_reads(photo: Photo, **chances: float) -> None:
    """Store what the number provider read, not sure enough for the album."""
    for number, chance in chances.items():
        photo.numbers.create(
            value=number.strip("n"),
            rejection="LowConfidence",
            source="Provider",
            confidence=chance,
            album_id=photo.album_id,
        )


def first_of(machine: dict[str, float], *numbers: str, wanted: str = "0.98") -> TaggingTask:
    """Return the completed first task of a photo on which the machine read these."""
    photo = waiting_photo(album_by_evidence(wanted))
    machine_reads(photo, **machine)
    take(new_tagator())
    return read(TaggingTask.objects.get(photo=photo), *numbers)


def next_reading(task: TaggingTask, *numbers: str, custom: str | None = None) -> TaggingTask:
    """Let a tagger who has not read the photo read it."""
    [next_task] = tasks_of(take(new_tagator()))
    assert next_task.photo_id == task.photo_id
    return read(next_task, *numbers, custom_tags=[custom] if custom else [])


def outcome_of(task: TaggingTask) -> tuple[str, int]:
    found = Certainty.objects.get(pk=task.pk)
    return found.outcome, found.readings


def asked_for(task: TaggingTask) -> int:
    again = TaggingTask.objects.filter(photo=task.photo_id, purpose=TaskPurpose.SECOND_READING)
    return again.count()


def sent_last() -> list[str]:
    return sorted(tag["value"] for tag in tags_sent()[-1])
