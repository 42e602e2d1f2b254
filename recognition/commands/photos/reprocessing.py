"""Looking at photos again: what becomes of one, in each mode of a job, and of chosen ones."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.conf import settings
from django.db import transaction

from recognition.commands.photos.kept_callbacks import apply_again, callbacks_given_up
from recognition.commands.photos.results import take_back_task
from recognition.commands.photos.state import settle
from recognition.models import (
    FACES,
    NUMBERS,
    STEPS,
    AlbumPhotosProcessingJob,
    JobMode,
    Photo,
    PhotoAttempt,
    PhotoState,
    ProcessedPhoto,
    Recogniser,
    Step,
)
from recognition.models.photos import PhotoQuerySet
from recognition.providers.tagator_service import tagator_service
from recognition.strategies import (
    Tagging,
    has_work,
    needs_anything,
    needs_number_provider,
    pipeline_of,
    recognises,
)

PART = 100  # photos in one transaction
AGAIN = "The photo is processed again."
Waits = Mapping[tuple[UUID, str], tuple[datetime, str]]


@dataclass(frozen=True, slots=True, kw_only=True)
class ReprocessPhotosCommand:
    """Ask again about these photos, even where an answer is awaited.

    :param actor: who asks for it, by name.
    :param mode: `AGAIN` for what is not recognised on them, `FORCE` for everything, from scratch.
    """

    photo_ids: Sequence[UUID]
    now: datetime
    actor: str
    mode: JobMode = JobMode.AGAIN


def reprocess_photos(command: ReprocessPhotosCommand) -> int:
    """Process chosen photos again, a part in each transaction; return how many are touched."""
    wanted = sorted(command.photo_ids)
    parts = (wanted[start : start + PART] for start in range(0, len(wanted), PART))
    return sum(
        len(reconsider_photos(part, command.mode, command.now, actor=command.actor))
        for part in parts
    )


def count_photos_to_reprocess(command: ReprocessPhotosCommand) -> int:
    """Count the photos that `reprocess_photos` would touch as they are now."""
    photos = list(_photos(command.photo_ids))
    for photo in photos:
        _credit_presence(photo)
    return sum(_is_touched(photo, command.mode) for photo in photos)


@transaction.atomic
def reconsider_photos(
    photo_ids: Iterable[UUID],
    mode: JobMode,
    now: datetime,
    job: AlbumPhotosProcessingJob | None = None,
    actor: str = "",
) -> list[UUID]:
    """Have the photos follow their album's present settings; return those that this touched.

    Photos that are processed and need nothing stay untouched, and deleted ones. Where a photo needs
    nothing because it has persons or tags without the flag, the flag is set, so that the photo is
    not selected again. Photos are locked in the order of their ids.

    Of those touched it is stored when, and by which job, or who chose them. A scheduled
    job has a callback that was given up with its photo applied again; the others ask again.
    """
    locked = list(_photos(photo_ids).order_by("pk").select_for_update(of=("self",)))
    credited = {photo for photo in locked if _credit_presence(photo)}
    kept = callbacks_given_up(locked) if mode is JobMode.SCHEDULED else {}
    if mode is JobMode.FORCE:
        read_again = [photo.pk for photo in locked if recognises(photo.album, NUMBERS)]
        tagator_service().end_checks(read_again, AGAIN)
    waits = _waits(locked, now) if mode is JobMode.CHANGED else {}
    touched = [photo for photo in locked if _reconsider(photo, mode, now, kept, waits)]
    _store_flags(credited.difference(touched), now)
    waiting = [kept[photo.pk] for photo in touched if photo.callback_due_on and photo.pk in kept]
    if waiting:
        apply_again(waiting, now)
    ProcessedPhoto.objects.bulk_create(
        ProcessedPhoto(job=job, photo=photo, mode=mode, taken_on=now, chosen_by=actor)
        for photo in touched
    )
    return [photo.pk for photo in touched]


def _photos(photo_ids: Iterable[UUID]) -> PhotoQuerySet:
    photos = Photo.objects.with_album().with_presence().exclude(state=PhotoState.DELETED)
    return photos.filter(pk__in=photo_ids)


def _is_touched(photo: Photo, mode: JobMode) -> bool:
    """Set the flags to where the mode begins, and say whether there is anything to do then.

    Force forgets what the strategy recognises. What was found stays until something new is, and the
    photo service receives nothing until then.
    """
    for step in STEPS:
        if mode is JobMode.FORCE and recognises(photo.album, step):
            step.of(photo).begin_again()
    return photo.state != PhotoState.PROCESSED or needs_anything(photo) or _has_needless_task(photo)


def _has_needless_task(photo: Photo) -> bool:
    """Say whether a tagator has the photo, perhaps reopened, and the strategy asks for none."""
    is_asked = pipeline_of(photo.album).tagging is not Tagging.NEVER
    return photo.tagging_task_id is not None and not is_asked


def _waits(photos: Iterable[Photo], now: datetime) -> Waits:
    """Return when a photo's step may be tried that a provider told to wait, and what it said.

    A change of settings or states does not end that, nor does it matter whether the provider
    counted as busy or as failed; in the meantime the photo may have been off.
    """
    told = PhotoAttempt.objects.filter(photo__in=list(photos), wait_until__gt=now)
    return {
        # After the last attempt none was planned.
        (each.photo_id, each.recogniser): (each.next_attempt_on or each.wait_until, each.reason)
        for each in told.order_by("wait_until")
        if each.wait_until is not None
    }


def _reconsider(
    photo: Photo, mode: JobMode, now: datetime, kept: Collection[UUID], waits: Waits
) -> bool:
    if not _is_touched(photo, mode):
        return False
    if mode in (JobMode.AGAIN, JobMode.FORCE):
        take_back_task(photo, AGAIN)
        photo.callback_due_on = None
    elif _has_needless_task(photo):
        take_back_task(photo, "The album's strategy needs no tagging any more.")
    if not needs_number_provider(photo):
        photo.callback_due_on = None
    for step in STEPS:
        if _is_to_be_planned(photo, step, mode):
            _plan(photo, step, now, kept)
            _wait(photo, step, waits)
    settle(photo)
    return True


def _is_to_be_planned(photo: Photo, step: Step, mode: JobMode) -> bool:
    """Numbers that a callback or a tagator is awaited for go on waiting.

    A scheduled job does not repeat a step that failed finally, before its attempts were used up.
    """
    if step is NUMBERS and (photo.tagging_task_id or photo.callback_due_on):
        return False
    failed = step.of(photo)
    is_final = bool(failed.failure) and failed.attempts < settings.PROCESSING_MAX_ATTEMPTS
    return mode is not JobMode.SCHEDULED or not is_final


def _plan(photo: Photo, step: Step, now: datetime, kept: Collection[UUID]) -> None:
    failure = photo.number_failure
    has_work_now = not photo.album.why_off() and has_work(photo, step)
    step.of(photo).start(now if has_work_now else None)
    if step is NUMBERS and has_work_now and photo.pk in kept and needs_number_provider(photo):
        # The callback is here and is applied again, so the provider is not asked.
        photo.callback_due_on, photo.number_failure = now, failure


def _wait(photo: Photo, step: Step, waits: Waits) -> None:
    """Put off a step that is planned now, if its provider told us to wait."""
    by = Recogniser.FACE_PROVIDER if step is FACES else Recogniser.NUMBER_PROVIDER
    told = waits.get((photo.pk, by))
    if told is not None and step.of(photo).next_attempt_on is not None:
        until, step.of(photo).failure = told
        step.of(photo).plan(until)


def _credit_presence(photo: Photo) -> bool:
    """Take a photo that has persons, or tags, as recognised; say whether that is new."""
    known: dict[str, bool] = vars(photo)
    before = photo.face_recognized, photo.number_recognized
    photo.face_recognized |= known["has_persons"]
    photo.number_recognized |= known["has_tags"]
    return before != (photo.face_recognized, photo.number_recognized)


def _store_flags(photos: Collection[Photo], now: datetime) -> None:
    """Save the flags of photos whose state they do not change, all in one statement."""
    for photo in photos:
        photo.version += 1
        photo.updated_on = now
    Photo.objects.bulk_update(
        photos, ["face_recognized", "number_recognized", "version", "updated_on"]
    )
