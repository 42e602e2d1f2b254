"""Processing photos again: those of a job, in each of its modes, and those that staff chose."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.conf import settings
from django.db import transaction

from recognition.commands.photos.results import take_back_task
from recognition.commands.photos.state import provider_of_step, settle
from recognition.models import (
    NUMBERS,
    STEPS,
    AlbumPhotosProcessingJob,
    Callback,
    CallbackState,
    JobMode,
    NumberRequest,
    Photo,
    PhotoAttempt,
    PhotoState,
    ProcessedPhoto,
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
        _begin(photo, command.mode)
    return sum(_has_work(photo) for photo in photos)


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
    3. With `FORCE`, cancel the tasks that check earlier readings.
    4. Plan the steps of each photo that needs something.
    5. With `SCHEDULED`, apply callbacks again that were given up with their photos.
    6. Store which photos were touched, when, and by which job or whom.
    """
    photos = list(_photos(photo_ids).order_by("pk").select_for_update(of=("self",)))
    credited = {photo for photo in photos if _credit_presence(photo)}
    if mode is JobMode.FORCE:
        read_again = [photo.pk for photo in photos if recognises(photo.album, NUMBERS)]
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


def _credit_presence(photo: Photo) -> bool:
    """Set the flags of a photo that has persons, or tags; return whether that is new."""
    known: dict[str, bool] = vars(photo)
    before = photo.face_recognized, photo.number_recognized
    photo.face_recognized |= known["has_persons"]
    photo.number_recognized |= known["has_tags"]
    return before != (photo.face_recognized, photo.number_recognized)


def _store_flags(photos: Collection[Photo], now: datetime) -> None:
    for photo in photos:
        photo.version += 1
        photo.updated_on = now
    Photo.objects.bulk_update(
        photos, ["face_recognized", "number_recognized", "version", "updated_on"]
    )


def _reconsider(photo: Photo, order: _Order) -> bool:
    """Plan what the photo needs, and settle it; return whether there was anything to do."""
    _begin(photo, order.mode)
    if not _has_work(photo):
        return False
    _stop_waiting(photo, order.mode)
    for step in STEPS:
        if _is_to_be_planned(photo, step, order.mode):
            _plan(photo, step, order)
    settle(photo)
    return True


def _begin(photo: Photo, mode: JobMode) -> None:
    """With `FORCE`, reset what the strategy recognises.

    What was found stays until something new is, and the photo service receives nothing until then.
    """
    for step in STEPS:
        if mode is JobMode.FORCE and recognises(photo.album, step):
            step.of(photo).reset()


def _has_work(photo: Photo) -> bool:
    return photo.state != PhotoState.PROCESSED or needs_anything(photo) or _has_needless_task(photo)


def _has_needless_task(photo: Photo) -> bool:
    """Return whether a tagger has the photo, perhaps reopened, and the strategy asks for none."""
    is_asked = pipeline_of(photo.album).tagging is not Tagging.NEVER
    return photo.tagging_task_id is not None and not is_asked


def _stop_waiting(photo: Photo, mode: JobMode) -> None:
    """Cancel the task and await no callback, where they are not needed or asked for again."""
    is_asked_again = mode in (JobMode.AGAIN, JobMode.FORCE)
    if is_asked_again:
        take_back_task(photo, AGAIN)
    elif _has_needless_task(photo):
        take_back_task(photo, "The album's strategy needs no tagging any more.")
    if is_asked_again or not needs_number_provider(photo):
        photo.callback_due_on = None


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


def _plan(photo: Photo, step: Step, order: _Order) -> None:
    failure, planned = photo.number_failure, step.of(photo)
    is_due = not photo.album.why_off() and has_work(photo, step)
    planned.start(order.now if is_due else None)
    if not is_due:
        return
    if step is NUMBERS and photo.pk in order.kept and needs_number_provider(photo):
        # The callback is here and is applied again, so the provider is not asked.
        photo.callback_due_on, photo.number_failure = order.now, failure
    wait = order.waits.get((photo.pk, provider_of_step(step)))
    if wait is not None:
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
