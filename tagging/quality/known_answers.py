"""Known answers: photos whose numbers staff know, mixed among the tasks of a work.

They are of the albums of the work's other tasks, and a tagger gets each photo once. Their tasks are
made for one work and are never open to other taggers.
"""

from collections.abc import Iterable, Mapping
from datetime import datetime
from decimal import Decimal
from random import Random
from uuid import UUID, uuid4

from django.db.models import Exists, OuterRef, QuerySet

from recognition.records.albums import Album
from recognition.records.photos import Photo
from tagging.quality.certainty import Finished
from tagging.quality.queries import machine_reading
from tagging.records.evidence import Machine, read_by, repeats
from tagging.records.history import Entry, TaskChange, write_history
from tagging.records.open_tasks import albums_of_next_tasks
from tagging.records.quality import AlbumQuality, KnownAnswer, KnownAnswerReading, TagatorReading
from tagging.records.tagators import Tagator, TagatorSettings
from tagging.records.tasks import TaggingTask, TaggingTaskState, TaskPurpose, TaskSkip
from tagging.records.works import Work

_TASKS = TaggingTask.objects.filter(photo=OuterRef("pk"))


def draw_known_answers(
    settings: TagatorSettings, album_id: UUID | None, now: datetime, chance: Random
) -> list[TaggingTask]:
    """Return unsaved known-answer tasks for the tagger's next work.

    Each album's share of the next tasks is rounded up or down at random. The photos and albums are
    held until the commit, before the open tasks are locked.
    """
    if not AlbumQuality.objects.filter(known_answer_share__gt=0).exists():
        return []
    counts = albums_of_next_tasks(settings, album_id)
    wanted = {
        quality.album_id: _by_chance(counts[quality.album_id] * quality.known_answer_share, chance)
        for quality in _shares(counts)
    }
    chosen = _choose(unseen_by(settings.tagator, wanted), wanted, chance)
    return tasks_of(chosen, now)


def assign_known_answers(tasks: list[TaggingTask], work: Work, taken: Entry) -> None:
    """Save the drawn tasks in the work."""
    for task in tasks:
        task.work = work
    TaggingTask.objects.bulk_create(tasks)
    write_history(tasks, Entry(change=TaskChange.CREATED, occurred_on=taken.occurred_on))
    write_history(tasks, taken)


def note_known_answer(finished: Finished) -> None:
    """Store whether the tagger read what staff know; of several readings, the last one.

    A photo that staff have unmarked meanwhile is not counted, nor a reading that has only a part of
    what is known.
    """
    task, reading = finished.task, finished.reading
    known = KnownAnswer.objects.filter(pk=task.photo_id, is_active=True).first()
    if known is None:
        return
    expected = TagatorReading(numbers=known.numbers, custom_tags=known.custom_tags)
    if reading.leaves_open(expected):
        KnownAnswerReading.objects.filter(task=task).delete()
        return
    KnownAnswerReading.objects.update_or_create(
        task=task,
        defaults={
            "known_answer": known,
            "tagator": finished.tagator,
            "numbers": reading.numbers,
            "custom_tags": reading.custom_tags,
            "expected_numbers": expected.numbers,
            "expected_custom_tags": expected.custom_tags,
            "is_hit": reading == expected,
            "misled": _was_misled(reading, expected, machine_reading(finished.photo)),
            "read_on": finished.now,
        },
    )


def _was_misled(
    reading: TagatorReading, expected: TagatorReading, machine: Machine | None
) -> bool | None:
    """Return whether the tagger repeated the provider's mistake; None: it made none."""
    if machine is None or read_by(machine) == set(expected.numbers):
        return None
    return reading.numbers != expected.numbers and repeats(reading.numbers, machine)


def _shares(album_ids: Iterable[UUID]) -> Iterable[AlbumQuality]:
    """Return them in a fixed order, so that the same chances give the same tasks."""
    return AlbumQuality.objects.filter(
        album__in=list(album_ids), known_answer_share__gt=0
    ).order_by("pk")


def _by_chance(wanted: Decimal, chance: Random) -> int:
    """Round up or down so that the mean is right: 0.3 gives 1 three times of ten, else 0."""
    return int(wanted + Decimal(chance.random()))


def given_answers(album_ids: Iterable[UUID]) -> QuerySet[KnownAnswer]:
    """Return the known answers of albums that taggers get.

    A photo that waits to be read is left out: it would be in one work twice.
    """
    in_pool = _TASKS.unfinished().exclude(purpose=TaskPurpose.KNOWN_ANSWER)
    of_albums = KnownAnswer.objects.filter(album__in=list(album_ids), is_active=True)
    return of_albums.filter(~Exists(in_pool), photo__tagging_task_id=None)


def unseen_by(tagator: Tagator, album_ids: Iterable[UUID]) -> dict[UUID, list[UUID]]:
    """Return by album the photos with known numbers that the tagger has not had."""
    skips = TaskSkip.objects.filter(tagator=tagator, task__photo=OuterRef("pk"))
    mine = _TASKS.filter(work__tagator=tagator)
    known = given_answers(album_ids).filter(~Exists(mine), ~Exists(skips))
    found: dict[UUID, list[UUID]] = {}
    for album_id, photo_id in known.order_by("pk").values_list("album_id", "pk"):
        found.setdefault(album_id, []).append(photo_id)
    return found


def _choose(
    unseen: Mapping[UUID, list[UUID]], wanted: Mapping[UUID, int], chance: Random
) -> list[UUID]:
    return [
        photo_id
        for album_id, photo_ids in unseen.items()
        for photo_id in chance.sample(photo_ids, min(wanted[album_id], len(photo_ids)))
    ]


def tasks_of(photo_ids: list[UUID], now: datetime) -> list[TaggingTask]:
    """Return unsaved tasks of the photos, which are held, and their albums, until the commit."""
    known = Photo.objects.filter(tagging_task_id=None).in_bulk(Photo.objects.hold(photo_ids))
    held = list(known.values())
    album_ids = sorted({photo.album_id for photo in held})
    Album.objects.hold_all(album_ids)
    priorities = dict(Album.objects.filter(pk__in=album_ids).values_list("pk", "priority"))
    return [
        TaggingTask(
            id=uuid4(),
            photo=photo,
            album_id=photo.album_id,
            photographer_id=photo.photographer_id,
            shooting_date=photo.shooting_date,
            image_url=photo.image_url,
            priority=priorities[photo.album_id],
            purpose=TaskPurpose.KNOWN_ANSWER,
            state=TaggingTaskState.ASSIGNED,
            created_on=now,
        )
        for photo in held
    ]
