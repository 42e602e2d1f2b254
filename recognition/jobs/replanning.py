"""What processing a photo again means for it: decided from its facts, nothing is saved or asked.

`recognition.jobs.reprocessing` decides so under a lock and does it; the preview of a
change decides the same for one photo of each kind and counts.
"""

from dataclasses import dataclass
from datetime import datetime

from django.conf import settings

from recognition.jobs.models import JobMode
from recognition.records.photos import Photo
from recognition.records.steps import NUMBERS, STEPS, PhotoState, Step
from recognition.records.strategies import (
    Tagging,
    has_work,
    needs_anything,
    needs_number_provider,
    pipeline_of,
    recognises,
)

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
    return photo.state != PhotoState.PROCESSED or needs_anything(photo) or _has_needless_task(photo)


def _has_needless_task(photo: Photo) -> bool:
    """Return whether a tagger has the photo, perhaps reopened, and the strategy asks for none."""
    is_asked = pipeline_of(photo.album).tagging is not Tagging.NEVER
    return photo.tagging_task_id is not None and not is_asked


def _stop_waiting(photo: Photo, mode: JobMode) -> str:
    """Await no tagger and no callback where they are not needed or asked for again.

    Return why its task is to be cancelled; empty: it is not.
    """
    is_asked_again = mode is JobMode.AGAIN or mode.is_from_scratch
    reason = AGAIN if is_asked_again else NEEDLESS
    ends = photo.tagging_task_id is not None and (is_asked_again or _has_needless_task(photo))
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
    if photo.album.why_off():
        planned.plan(None)  # what failed is known also while recognition is off
        return False
    planned.start(now)
    return True
