"""Looking at photos again: what becomes of one, in each mode of a job, and of chosen ones."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.conf import settings
from django.db import transaction

from recognition.commands.photos.kept_callbacks import answers_given_up, apply_again
from recognition.commands.photos.outcomes import settle
from recognition.models import (
    AlbumPhotosProcessingJob,
    JobMode,
    Photo,
    PhotoState,
    ProcessedPhoto,
)
from recognition.models.photos import PhotoQuerySet
from recognition.providers.tagator_service import tagator_service
from recognition.strategies import (
    Tagging,
    needs_face_provider,
    needs_faces,
    needs_number_provider,
    needs_number_step,
    needs_numbers,
    pipeline_of,
    recognises_faces,
)

PART = 100  # photos in one transaction


@dataclass(frozen=True, slots=True, kw_only=True)
class ReprocessPhotosCommand:
    """Ask again about these photos, even where an answer is awaited.

    :param mode: `AGAIN` for what is not recognised on them, `FORCE` for everything, from scratch.
    """

    photo_ids: Sequence[UUID]
    now: datetime
    mode: JobMode = JobMode.AGAIN


def reprocess_photos(command: ReprocessPhotosCommand) -> int:
    """Process chosen photos again, a part in each transaction; return how many are touched."""
    wanted = sorted(command.photo_ids)
    parts = (wanted[start : start + PART] for start in range(0, len(wanted), PART))
    return sum(len(reconsider_photos(part, command.mode, command.now)) for part in parts)


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
) -> list[UUID]:
    """Have the photos follow their album's present settings; return those that this touched.

    Untouched stay photos that need nothing and have come to their end, and deleted ones. Where it
    is by persons or tags without the flag that a photo needs nothing, the flag is set, so that the
    photo is not selected again. Photos are locked in the order of their ids.

    Of those touched it is noted when, and by which job: by none where staff chose them. A scheduled
    job has an answer that was given up with its photo applied again; the others ask anew, as
    somebody wants it.
    """
    locked = list(_photos(photo_ids).order_by("pk").select_for_update(of=("self",)))
    credited = {photo for photo in locked if _credit_presence(photo)}
    answers = answers_given_up(locked) if mode is JobMode.SCHEDULED else {}
    touched = [photo for photo in locked if _reconsider(photo, mode, now, answers)]
    _store_flags(credited.difference(touched), now)
    waiting = [answers[p.pk] for p in touched if p.callback_due_on and p.pk in answers]
    if waiting:
        apply_again(waiting, now)
    ProcessedPhoto.objects.bulk_create(
        ProcessedPhoto(job=job, photo=photo, mode=mode, taken_on=now) for photo in touched
    )
    return [photo.pk for photo in touched]


def _photos(photo_ids: Iterable[UUID]) -> PhotoQuerySet:
    photos = Photo.objects.with_album().with_presence().exclude(state=PhotoState.DELETED)
    return photos.filter(pk__in=photo_ids)


def _is_touched(photo: Photo, mode: JobMode) -> bool:
    """Set the flags to where the mode begins, and say whether anything is to be done then."""
    if mode is JobMode.FORCE:
        _clear_flags(photo)
    unneeding = not needs_faces(photo) and not needs_numbers(photo)
    return photo.state != PhotoState.PROCESSED or not unneeding


def _reconsider(photo: Photo, mode: JobMode, now: datetime, answered: Collection[UUID]) -> bool:
    if not _is_touched(photo, mode):
        return False
    if mode.asks_again:
        _take_back_task(photo, "The photo is processed again.")
        photo.callback_due_on = None
    elif pipeline_of(photo.album).tagging is Tagging.NEVER:
        _take_back_task(photo, "The album's strategy needs no tagging any more.")
    _make_due(photo, mode, now, answered)
    settle(photo)
    return True


def _credit_presence(photo: Photo) -> bool:
    """Take a photo that has persons, or tags, as recognised; say whether nothing had said so."""
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


def _clear_flags(photo: Photo) -> None:
    """Begin anew with what the strategy recognises.

    What was found stays until something new is, and the photo service hears nothing till then.
    """
    if recognises_faces(photo.album):
        photo.face_recognized, photo.persons_outdated = False, True
    if pipeline_of(photo.album).reads_numbers:
        photo.number_recognized, photo.tags_outdated = False, True


def _make_due(photo: Photo, mode: JobMode, now: datetime, answered: Collection[UUID]) -> None:
    if mode is not JobMode.SCHEDULED or not _is_given_up(photo.face_failure, photo.face_attempts):
        _make_faces_due(photo, now)
    if not needs_number_provider(photo):
        photo.callback_due_on = None
    if photo.tagging_task_id is not None or photo.callback_due_on is not None:
        return
    if mode is JobMode.SCHEDULED and _is_given_up(photo.number_failure, photo.number_attempts):
        return
    failure = photo.number_failure
    _make_numbers_due(photo, now)
    if photo.pk in answered and photo.numbers_next_attempt_on and needs_number_provider(photo):
        # The answer is here, so nobody is asked for it.
        photo.callback_due_on, photo.number_failure = now, failure


def _is_given_up(failure: str, attempts: int) -> bool:
    """Say whether a failure was final before the attempts were used up."""
    return bool(failure) and attempts < settings.PROCESSING_MAX_ATTEMPTS


def _make_faces_due(photo: Photo, now: datetime) -> None:
    wanted = not photo.album.why_off() and needs_face_provider(photo)
    photo.faces_next_attempt_on = now if wanted else None
    photo.face_attempts, photo.face_failure = 0, ""


def _make_numbers_due(photo: Photo, now: datetime) -> None:
    wanted = not photo.album.why_off() and needs_number_step(photo)
    photo.numbers_next_attempt_on = now if wanted else None
    photo.number_attempts, photo.number_failure = 0, ""


def _take_back_task(photo: Photo, reason: str) -> None:
    if photo.tagging_task_id is not None:
        tagator_service().cancel_tasks(photo.pk, reason)
        photo.tagging_task_id = None
