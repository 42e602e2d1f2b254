"""Where a photo stands and why: decided from its facts, in this one place; and its failed attempts.

Every function that changes a photo expects that the caller has locked it.
"""

from datetime import datetime

from django.db import transaction

from recognition.models import (
    FACES,
    NUMBERS,
    STEPS,
    AttemptOutcome,
    Photo,
    PhotoAttempt,
    PhotoState,
    Recogniser,
    Step,
)
from recognition.models.steps import PhotoStep
from recognition.providers.failures import Postponed, ProcessingFailure
from recognition.strategies import has_work, needs_anything, needs_number_provider

DELETED = "The photo was deleted."

_STORED = (
    "state",
    "reason_description",
    "callback_due_on",
    "tagging_task_id",
    "custom_tags",
    "judge_on",
    *(column for step in STEPS for column in step.columns),
)


def settle(photo: Photo) -> None:
    """Decide where a photo stands, and save it."""
    photo.state = state_of(photo)
    photo.reason_description = reason_of(photo)
    photo.store(**{name: getattr(photo, name) for name in _STORED})


def state_of(photo: Photo) -> PhotoState:
    """Return the state that follows from the photo's facts."""
    before = PhotoState(photo.state)
    if before is PhotoState.DELETED:
        return before
    if not needs_anything(photo):
        return PhotoState.PROCESSED
    if photo.tagging_task_id is not None:
        return PhotoState.AWAITING_TAGGING
    if photo.callback_due_on is not None:
        return PhotoState.AWAITING_CALLBACK
    return _state_between_attempts(photo, before)


def _state_between_attempts(photo: Photo, before: PhotoState) -> PhotoState:
    if photo.album.why_off():
        return PhotoState.NEW
    if all(step.of(photo).next_attempt_on is None for step in STEPS):
        return PhotoState.FAILED
    if before is PhotoState.AWAITING_CALLBACK and not needs_number_provider(photo):
        return PhotoState.NEW  # the callback was applied, and the faces are still to be tried
    finished = (PhotoState.AWAITING_TAGGING, PhotoState.PROCESSED)
    return PhotoState.NEW if before in finished else before


def reason_of(photo: Photo) -> str:
    """Return in plain words what the photo waits for, what failed, and when it is tried again."""
    if photo.state == PhotoState.DELETED:
        return DELETED
    if photo.state == PhotoState.PROCESSED:
        return ""
    sentences = [_waiting(photo), *(_failed(step.of(photo)) for step in STEPS)]
    return " ".join(sentence for sentence in sentences if sentence)[:1000]


def _waiting(photo: Photo) -> str:
    if photo.callback_due_on and not photo.number_failure:
        return f"Waiting for the number provider until {_time(photo.callback_due_on)}."
    if photo.state == PhotoState.AWAITING_TAGGING:
        return "Waiting for a tagger."
    if photo.state == PhotoState.NEW:
        return photo.album.why_off()
    return ""


def _failed(step: PhotoStep) -> str:
    if not step.failure:
        return ""
    again = step.next_attempt_on
    after = (
        f"Next attempt at {_time(again)}." if again else f"Given up after attempt {step.attempts}."
    )
    return f"{step.step.title}: {step.failure} {after}"


def _time(moment: datetime) -> str:
    return f"{moment:%Y-%m-%d %H:%M:%S} UTC"


@transaction.atomic
def fail_step(claimed: Photo, step: Step, failure: ProcessingFailure, now: datetime) -> None:
    """Lock the photo and store a failed attempt, unless the claim ended or the step has no work."""
    photo = Photo.objects.lock_claimed(claimed, step)
    if photo is None:
        return
    if has_work(photo, step):
        note_failure(photo, step, failure, now)
    else:
        step.of(photo).plan(None)
    settle(photo)


def fail_callback(photo: Photo, failure: ProcessingFailure, now: datetime) -> None:
    """Store a failed attempt and settle, if the photo waits for its callback."""
    if photo.callback_due_on is not None and needs_number_provider(photo):
        note_failure(photo, NUMBERS, failure, now)
        settle(photo)


def note_failure(
    photo: Photo,
    step: Step,
    failure: ProcessingFailure,
    now: datetime,
    by: Recogniser | None = None,
) -> None:
    """Count a failed attempt at a step, and plan the next one. The caller settles the photo.

    :param by: who failed; None: the provider of the step.
    """
    failed = step.of(photo)
    # A photo that waits may be postponed every few minutes for hours: its history has that once.
    is_news = not isinstance(failure, Postponed) or failure.reason[:500] != failed.failure
    failed.attempts += failure.uses_an_attempt
    failed.failure = failure.reason[:500]
    failed.plan(failure.next_attempt_on(failed.attempts, now))
    if step is NUMBERS:
        photo.callback_due_on = None
    if is_news:
        PhotoAttempt.objects.create(
            photo=photo,
            recogniser=by or provider_of_step(step),
            outcome=AttemptOutcome.FAILED if failure.uses_an_attempt else AttemptOutcome.BUSY,
            reason=failed.failure,
            occurred_on=now,
            next_attempt_on=failed.next_attempt_on,
            wait_until=None if failure.retry_after is None else now + failure.retry_after,
        )


def provider_of_step(step: Step) -> Recogniser:
    """Return which provider recognises the step."""
    return Recogniser.FACE_PROVIDER if step is FACES else Recogniser.NUMBER_PROVIDER
