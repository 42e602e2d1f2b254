"""Processing photos again: those of a job, in each of its modes, and those that staff chose."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.conf import settings
from django.db import transaction

from foundation.records.audit import Actor, name_of, record_deeds
from recognition.jobs.models import AlbumPhotosProcessingJob, JobMode, ProcessedPhoto
from recognition.records.photo_state import provider_of_step, settle
from recognition.records.photos import Photo, PhotoQuerySet
from recognition.records.recognition_off import why_off
from recognition.records.requests import Callback, CallbackState, NumberRequest, PhotoAttempt
from recognition.records.steps import NUMBERS, STEPS, PhotoState, Step
from recognition.records.strategies import (
    has_needless_task,
    has_work,
    needs_anything,
    needs_number_provider,
    recognises,
)
from recognition.wire.tagator_service import tagator_service

# What processing a photo again means for it: decided from its facts, nothing is saved or asked.
#
# `reconsider_photos` below decides so under a lock and does it; the preview of a change decides
# the same for one photo of each kind and counts.

AGAIN = "The photo is processed again."
NEEDLESS = "The album's strategy needs no tagging any more."


@dataclass(frozen=True, slots=True, kw_only=True)
class Replanned:
    """What changed of a photo that is processed again.

    `due`: the steps that are tried now. `task_ended`: why its tagging task is to be cancelled;
    empty: it has none, or keeps it.
    """

    due: tuple[Step, ...]
    task_ended: str


def credit_presence(photo: Photo) -> bool:
    """Set the flags of a photo that has persons, or tags; return whether that is new.

    The photo was selected `with_presence`.
    """
    known: dict[str, bool] = vars(photo)
    before = photo.face_recognized, photo.number_recognized
    photo.face_recognized |= known["has_persons"]
    photo.number_recognized |= known["has_tags"]
    return before != (photo.face_recognized, photo.number_recognized)


def replan(photo: Photo, mode: JobMode, now: datetime) -> Replanned | None:
    """Plan what the photo needs under its album's settings; None: there is nothing to do."""
    for step in STEPS:
        if is_to_be_reset(photo, step, mode):
            step.of(photo).reset()
    if not _needs_a_change(photo):
        return None
    task_ended = _stop_waiting(photo, mode)
    planned = [step for step in STEPS if _is_to_be_planned(photo, step, mode)]
    return Replanned(
        due=tuple(step for step in planned if _plan(photo, step, now)), task_ended=task_ended
    )


def is_to_be_reset(photo: Photo, step: Step, mode: JobMode) -> bool:
    """Return whether the mode has the step recognised from scratch.

    What was found stays until something new is, and the photo service receives nothing until then.
    """
    is_kept = step.of(photo).corrected_on is not None and mode is not JobMode.OVERWRITE
    return mode.is_from_scratch and recognises(photo.album, step) and not is_kept


def _needs_a_change(photo: Photo) -> bool:
    return photo.state != PhotoState.PROCESSED or needs_anything(photo) or has_needless_task(photo)


def _stop_waiting(photo: Photo, mode: JobMode) -> str:
    """Await no tagger and no callback where they are not needed or asked for again.

    Return why its task is to be cancelled; empty: it is not.
    """
    is_asked_again = mode is JobMode.AGAIN or mode.is_from_scratch
    reason = AGAIN if is_asked_again else NEEDLESS
    ends = photo.tagging_task_id is not None and (is_asked_again or has_needless_task(photo))
    if ends:
        photo.tagging_task_id = None
    if is_asked_again or not needs_number_provider(photo):
        photo.callback_due_on = None
    return reason if ends else ""


def _is_to_be_planned(photo: Photo, step: Step, mode: JobMode) -> bool:
    """Return whether the step is planned again.

    Numbers go on waiting for a callback or a tagger. A scheduled job does not repeat a step that
    failed finally, before its attempts were used up.
    """
    if step is NUMBERS and (photo.tagging_task_id or photo.callback_due_on):
        return False
    failed = step.of(photo)
    is_final = bool(failed.failure) and failed.attempts < settings.PROCESSING_MAX_ATTEMPTS
    return mode is not JobMode.SCHEDULED or not is_final


def _plan(photo: Photo, step: Step, now: datetime) -> bool:
    """Plan the step for now, or not at all; return whether it is tried now."""
    planned = step.of(photo)
    if not has_work(photo, step):
        planned.start(None)
        return False
    if why_off(photo.album):
        planned.plan(None)  # what failed is known also while recognition is off
        return False
    planned.start(now)
    return True


PART = 100  # photos in one transaction


@dataclass(frozen=True, slots=True, kw_only=True)
class ReprocessPhotosCommand:
    """Ask again about these photos, even where an answer is awaited.

    :param mode: `AGAIN` for what is not recognised on them, `FORCE` for everything, from scratch,
        `OVERWRITE` also for what staff corrected.
    """

    photo_ids: Sequence[UUID]
    now: datetime
    mode: JobMode = JobMode.AGAIN
    by: Actor | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class _Order:
    """How photos are processed again.

    :param kept: callbacks that were given up and can be applied again, by their photos' ids.
    :param waits: by photo and provider, until when the provider asked to wait, and its reason.
    """

    mode: JobMode
    now: datetime
    kept: Mapping[UUID, UUID]
    waits: Mapping[tuple[UUID, str], tuple[datetime, str]]


def in_the_audit(mode: JobMode) -> str:
    """Return the name of the order in the audit."""
    if not mode.is_from_scratch:
        return "Processed again"
    kept = "" if mode is JobMode.OVERWRITE else ", but for corrections"
    return f"Processed from scratch{kept}"


def reprocess_photos(command: ReprocessPhotosCommand) -> int:
    """Process chosen photos again, a part in each transaction; return how many are touched."""
    wanted = sorted(command.photo_ids)
    parts = (wanted[start : start + PART] for start in range(0, len(wanted), PART))
    return sum(_reprocess(part, command) for part in parts)


@transaction.atomic
def _reprocess(part: Sequence[UUID], command: ReprocessPhotosCommand) -> int:
    touched = reconsider_photos(part, command.mode, command.now, actor=name_of(command.by))
    photos = (Photo(pk=photo_id) for photo_id in touched)
    record_deeds(command.by, in_the_audit(command.mode), photos)
    return len(touched)


def count_photos_to_reprocess(command: ReprocessPhotosCommand) -> int:
    """Count the photos that `reprocess_photos` would process; none of albums that are off."""
    return sum(_is_processed(photo, command) for photo in _photos(command.photo_ids))


def _is_processed(photo: Photo, command: ReprocessPhotosCommand) -> bool:
    credit_presence(photo)
    return replan(photo, command.mode, command.now) is not None and not why_off(photo.album)


def count_corrected(command: ReprocessPhotosCommand) -> int:
    """Count the photos where `OVERWRITE` would replace what staff corrected."""
    return sum(
        any(is_to_be_reset(photo, step, JobMode.OVERWRITE) for step in STEPS)
        for photo in _photos(command.photo_ids).corrected(*STEPS)
    )


@transaction.atomic
def reconsider_photos(
    photo_ids: Iterable[UUID],
    mode: JobMode,
    now: datetime,
    job: AlbumPhotosProcessingJob | None = None,
    actor: str = "",
) -> list[UUID]:
    """Apply their album's present settings to the photos; return those that this touched.

    1. Lock the photos, in the order of their ids; deleted ones are left out.
    2. Set the missing flags of photos that have persons or tags, so that no job selects them again.
    3. From scratch: cancel the tasks that check earlier readings.
    4. Plan the steps of each photo that needs something.
    5. With `SCHEDULED`, apply callbacks again that were given up with their photos.
    6. Store which photos were touched, when, and by which job or whom.
    """
    photos = list(_photos(photo_ids).order_by("pk").select_for_update(of=("self",)))
    credited = {photo for photo in photos if credit_presence(photo)}
    if mode.is_from_scratch:
        read_again = [photo.pk for photo in photos if is_to_be_reset(photo, NUMBERS, mode)]
        tagator_service().end_checks(read_again, AGAIN)
    order = _Order(
        mode=mode,
        now=now,
        kept=_callbacks_given_up(photos) if mode is JobMode.SCHEDULED else {},
        waits=_waits(photos, now) if mode is JobMode.CHANGED else {},
    )
    touched = [photo for photo in photos if _reconsider(photo, order)]
    _store_flags(credited.difference(touched), now)
    _apply_again([photo for photo in touched if photo.callback_due_on], order)
    ProcessedPhoto.objects.bulk_create(
        ProcessedPhoto(job=job, photo=photo, mode=mode, taken_on=now, chosen_by=actor)
        for photo in touched
    )
    return [photo.pk for photo in touched]


def _photos(photo_ids: Iterable[UUID]) -> PhotoQuerySet:
    photos = Photo.objects.with_album().with_presence().exclude(state=PhotoState.DELETED)
    return photos.filter(pk__in=photo_ids)


def _store_flags(photos: Collection[Photo], now: datetime) -> None:
    for photo in photos:
        photo.version += 1
        photo.updated_on = now
    Photo.objects.bulk_update(
        photos, ["face_recognized", "number_recognized", "version", "updated_on"]
    )


def _reconsider(photo: Photo, order: _Order) -> bool:
    """Plan what the photo needs, and settle it; return whether there was anything to do."""
    failure, replanned = photo.number_failure, replan(photo, order.mode, order.now)
    if replanned is None:
        return False
    if replanned.task_ended:
        tagator_service().cancel_tasks(photo.pk, replanned.task_ended)
    for step in replanned.due:
        _wait_as_asked(photo, step, order)
    if NUMBERS in replanned.due and photo.pk in order.kept and needs_number_provider(photo):
        # The callback is here and is applied again, so the provider is not asked.
        photo.callback_due_on, photo.number_failure = order.now, failure
    settle(photo)
    return True


def _wait_as_asked(photo: Photo, step: Step, order: _Order) -> None:
    """Plan the step for the moment until when its provider asked to wait, if it did."""
    wait = order.waits.get((photo.pk, provider_of_step(step)))
    if wait is not None:
        planned = step.of(photo)
        until, planned.failure = wait
        planned.plan(until)


def _waits(photos: Iterable[Photo], now: datetime) -> dict[tuple[UUID, str], tuple[datetime, str]]:
    """Return until when photos' providers asked to wait, with the reason.

    A change of settings or states does not end that, nor does it matter whether the provider
    counted as busy or as failed; in the meantime the photo may have been off.
    """
    asked = PhotoAttempt.objects.filter(photo__in=list(photos), wait_until__gt=now)
    return {
        # After the last attempt none was planned.
        (each.photo_id, each.recogniser): (each.next_attempt_on or each.wait_until, each.reason)
        for each in asked.order_by("wait_until")
        if each.wait_until is not None
    }


def _callbacks_given_up(photos: Iterable[Photo]) -> dict[UUID, UUID]:
    """Return the callbacks that were given up for want of a start list, by their photos' ids.

    Only callbacks of a photo's last request count: a later request expects another answer.
    """
    requests = NumberRequest.objects.filter(photo__in=[photo.pk for photo in photos])
    last = requests.order_by("photo", "-created_on").distinct("photo")
    failed = Callback.objects.filter(state=CallbackState.FAILED, request__in=last.values("pk"))
    return dict(failed.order_by("received_on").values_list("request__photo", "pk"))


def _apply_again(photos: Iterable[Photo], order: _Order) -> None:
    """Make the kept callbacks of these locked photos due, with all their attempts."""
    kept = [order.kept[photo.pk] for photo in photos if photo.pk in order.kept]
    if kept:
        Callback.objects.filter(pk__in=kept, state=CallbackState.FAILED).update(
            state=CallbackState.STORED,
            reason_description="",
            settled_on=None,
            next_attempt_on=order.now,
        )
