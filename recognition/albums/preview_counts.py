"""What a change of an album's settings or state does to its photos, counted before it is made.

The photos that the job will take are grouped by the facts that decide; one photo of each kind is
planned as the job plans each of them (`recognition.jobs.reprocessing`). So the rule stands in one
place, and the cost is that of counting. A change joins the album's unfinished job, so what that one
does is counted too.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from functools import reduce
from typing import Any
from uuid import UUID

from django.db.models import Count, Q

from recognition.jobs.models import AlbumPhotosProcessingJob, JobMode, stronger
from recognition.jobs.reprocessing import Replanned, credit_presence, replan
from recognition.jobs.selecting import selections_of
from recognition.photos.backlog import without_number
from recognition.records.albums import AfterChange, Album, follows
from recognition.records.photos import Photo, PhotoQuerySet
from recognition.records.recognition_off import why_off
from recognition.records.steps import FACES, NUMBERS, STEPS, PhotoState, Step
from recognition.records.strategies import Tagging, needs_anything, pipeline_of, recognises
from recognition.wire.tagator_service import tagator_service

Modes = Sequence[JobMode]  # of the passes in which a job takes a photo, one after the other
Parts = Sequence[tuple[Modes, Q]]
_A_TASK = UUID(int=0)
_PRESENCE = ("has_persons", "has_tags")
_FACTS = ("state", "face_recognized", "number_recognized", "has_persons", "has_tags", "has_task",
          "is_awaited", "has_own_persons", "has_own_numbers")  # fmt: skip
EXAMPLES = 3  # photos that a preview names
Kind = tuple[Photo, int, Sequence[UUID]]  # one for all, how many, and some of them


@dataclass(frozen=True, slots=True, kw_only=True)
class AlbumPreview:
    """What becomes of an album's photos; each is counted once in the first six.

    - `processed`: a provider is asked about them, or a tagging task created
    - `waiting`: they go on waiting for a callback or a tagger
    - `finished`: nothing more is needed, so they are `Processed` as they are
    - `resting`: they would be processed, but recognition is off (`why_off`)
    - `numbers_changed`: nothing else happens to them, but other numbers are accepted, and sent
    - `unchanged`: nothing happens to them

    `judged_again`: their numbers are judged again, without asking a provider. Of these
    `photos_losing` lose `numbers_lost`, which are withdrawn at the photo service, and
    `photos_gaining` gain `numbers_gained`; for example a number of a photo each. `why_not_judged`:
    why that waits. `surest`: the highest confidence that was read, where the album requires more.
    `without_number`:
    their numbers were read before and none was accepted; taggers get no tasks for them.
    `corrected`: what staff entered on them stays. `examples`: photos by the names of counts.
    """

    processed: int = 0
    waiting: int = 0
    finished: int = 0
    resting: int = 0
    numbers_changed: int = 0
    unchanged: int = 0
    tasks_created: int = 0
    tasks_cancelled: int = 0
    judged_again: int = 0
    without_number: int = 0
    corrected: int = 0
    numbers_lost: int = 0
    photos_losing: int = 0
    numbers_gained: int = 0
    photos_gaining: int = 0
    why_off: str = ""
    why_not_judged: str = ""
    surest: float | None = None
    lost_for_example: Sequence[tuple[UUID, str]] = ()
    gained_for_example: Sequence[tuple[UUID, str]] = ()
    examples: Mapping[str, Sequence[UUID]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class TasksPreview:
    """Taggers' tasks that a processing creates and cancels, second readings too.

    `may_create`: where no number is accepted then, tasks are created later.
    """

    tasks_created: int
    tasks_cancelled: int
    may_create: bool
    examples: Mapping[str, Sequence[UUID]]


def preview_album_change(album: Album, changed: frozenset[str], now: datetime) -> AlbumPreview:
    """Count what becomes of the photos of an album whose changed fields are set, and not saved.

    :param album: selected with its tenant.
    :param changed: the names of these fields.
    """
    counts: dict[str, Any] = dict.fromkeys(
        ("processed", "waiting", "finished", "resting", "tasks_created", "tasks_cancelled"), 0
    )
    parts, examples = _parts(album), defaultdict[str, list[UUID]](list)
    for modes, part in parts if follows(AfterChange.JOB, changed) else ():
        for photo, count, some in _kinds(album, modes, part, now):
            for name in _effects(photo, modes, now):
                counts[name] += count
                examples[name] += some
    taken = sum(counts[name] for name in ("processed", "waiting", "finished", "resting"))
    photos = Photo.objects.filter(album=album).exclude(state=PhotoState.DELETED)
    return AlbumPreview(
        **counts,
        unchanged=photos.count() - taken,
        without_number=_count_without_number(album, parts) if "strategy" in changed else 0,
        corrected=_count_corrected(album, parts),
        why_off=why_off(album),
        examples=examples,
    )


def preview_processing(photos: PhotoQuerySet, mode: JobMode, now: datetime) -> TasksPreview:
    """Count what becomes of taggers' tasks when these photos are processed again."""
    created = cancelled = 0
    may_create, examples = False, defaultdict[str, list[UUID]](list)
    albums = Album.objects.with_settings().filter(pk__in=photos.order_by().values("album"))
    for album in albums:
        for photo, count, some in _kinds_of(photos.filter(album=album), album, now):
            effects = list(_effects(photo, [mode], now))
            for name in effects:
                examples[name] += some
            created += count * ("tasks_created" in effects)
            cancelled += count * ("tasks_cancelled" in effects)
        if mode.is_from_scratch and recognises(album, NUMBERS):
            own = NUMBERS.where(corrected_on__isnull=False)
            reset = photos.filter(album=album).exclude(state=PhotoState.DELETED)
            reset = reset if mode is JobMode.OVERWRITE else reset.exclude(own)
            cancelled += tagator_service().count_checks(reset)
        may_create |= pipeline_of(album).tagging is Tagging.WITHOUT_A_NUMBER
    return TasksPreview(
        tasks_created=created, tasks_cancelled=cancelled, may_create=may_create, examples=examples
    )


def apply_jobs(
    album: Album, photos: Iterable[Photo], changed: frozenset[str], now: datetime
) -> Mapping[UUID, Sequence[Step]]:
    """Set on photos what the job does that follows the change; return those that it takes.

    Each comes with the steps that are tried then.

    :param photos: of the album.
    """
    taken: dict[UUID, Sequence[Step]] = {}
    for modes, part in _parts(album) if follows(AfterChange.JOB, changed) else ():
        selections = selections_of(album, reduce(stronger, modes), now)
        selected = {
            pk: presence
            for selection in selections
            for pk, *presence in selection.filter(part, album=album)
            .with_presence()
            .values_list("pk", *_PRESENCE)
        }
        for photo in photos:
            if photo.pk not in selected:
                continue
            vars(photo).update(zip(_PRESENCE, selected[photo.pk], strict=True))
            if passes := _passes(photo, modes, now):
                taken[photo.pk] = passes[-1].due
    return taken


def _parts(album: Album) -> Parts:
    """Return in which modes, one after the other, the job takes which photos, with the change.

    A running one goes on from its position, and then makes another pass over all photos.
    """
    unfinished = AlbumPhotosProcessingJob.objects.unfinished().filter(album=album)
    job = unfinished.first() or AlbumPhotosProcessingJob(mode=JobMode.CHANGED)
    job.join(JobMode.CHANGED)
    modes = [JobMode(mode) for mode in (job.mode, job.again_mode) if mode]
    if len(modes) > 1 and modes[0] is JobMode.SCHEDULED:
        modes = modes[1:]  # which does all that the scheduled pass would
    if not job.position:
        return [(modes, Q())]
    return [(modes[-1:], Q(pk__lte=job.position)), (modes, Q(pk__gt=job.position))]


def _kinds(album: Album, modes: Modes, part: Q, now: datetime) -> Iterator[Kind]:
    """Yield each kind of photos that the job takes."""
    for selection in selections_of(album, reduce(stronger, modes), now):
        yield from _kinds_of(selection.filter(part, album=album), album, now)


def _kinds_of(chosen: PhotoQuerySet, album: Album, now: datetime) -> Iterator[Kind]:
    photos: PhotoQuerySet = (
        chosen.exclude(state=PhotoState.DELETED)
        .with_presence()
        .annotate(
            has_task=Q(tagging_task_id__isnull=False),
            is_awaited=Q(callback_due_on__isnull=False),
            has_own_persons=FACES.where(corrected_on__isnull=False),
            has_own_numbers=NUMBERS.where(corrected_on__isnull=False),
        )
        .order_by()
    )
    for *facts, count in photos.values_list(*_FACTS).annotate(count=Count("pk")):
        known = dict(zip(_FACTS, facts, strict=True))
        some = list(photos.filter(**known).values_list("pk", flat=True)[:EXAMPLES])
        yield _photo_with(album, known, now), count, some


def _photo_with(album: Album, facts: dict[str, object], now: datetime) -> Photo:
    photo = Photo(album=album)
    vars(photo).update(facts)
    photo.tagging_task_id = _A_TASK if facts["has_task"] else None
    photo.callback_due_on = now if facts["is_awaited"] else None
    photo.persons_corrected_on = now if facts["has_own_persons"] else None
    photo.numbers_corrected_on = now if facts["has_own_numbers"] else None
    return photo


def _effects(photo: Photo, modes: Modes, now: datetime) -> Iterator[str]:
    """Yield what becomes of a photo, by the names of the counts."""
    passes = _passes(photo, modes, now)
    if not passes:
        return
    if any(replanned.task_ended for replanned in passes):
        yield "tasks_cancelled"
    due = passes[-1].due
    yield standing(photo, due)
    if NUMBERS in due and pipeline_of(photo.album).tagging is Tagging.ALWAYS:
        yield "tasks_created"


def standing(photo: Photo, due: Sequence[Step]) -> str:
    """Return what becomes of a photo that a job has taken, by the name of the count."""
    if due:
        return "processed"
    if not needs_anything(photo):
        return "finished"
    return "waiting" if photo.tagging_task_id or photo.callback_due_on else "resting"


def _passes(photo: Photo, modes: Modes, now: datetime) -> list[Replanned]:
    """Plan the photo in each pass that takes it, and leave it as the last one does."""
    credit_presence(photo)
    return [each for mode in modes if (each := _taken(photo, mode, now)) is not None]


def _taken(photo: Photo, mode: JobMode, now: datetime) -> Replanned | None:
    """Plan the photo in one pass, and leave it as the next pass finds it."""
    replanned = replan(photo, mode, now)
    if replanned is not None:
        is_finished = not replanned.due and not needs_anything(photo)
        photo.state = PhotoState.PROCESSED if is_finished else PhotoState.NEW
    return replanned


def _count_without_number(album: Album, parts: Parts) -> int:
    if pipeline_of(album).tagging is Tagging.NEVER:
        return 0
    kept = [part for modes, part in parts if not any(mode.is_from_scratch for mode in modes)]
    return sum(without_number(Photo.objects.filter(part, album=album)).count() for part in kept)


def _count_corrected(album: Album, parts: Parts) -> int:
    """Count the photos where something that staff set stays."""
    photos = Photo.objects.filter(album=album).exclude(state=PhotoState.DELETED)
    return sum(
        photos.filter(part)
        .corrected(*(step for step in STEPS if _stays(album, step, modes)))
        .count()
        for modes, part in parts
    )


def _stays(album: Album, step: Step, modes: Modes) -> bool:
    return JobMode.OVERWRITE not in modes or not recognises(album, step)
