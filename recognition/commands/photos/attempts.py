"""Attempts at a step that failed: counted, explained, and planned again."""

from datetime import datetime
from uuid import UUID

from django.db import transaction

from recognition.commands.photos.state import settle
from recognition.models import (
    FACES,
    NUMBERS,
    AttemptOutcome,
    Photo,
    PhotoAttempt,
    Recogniser,
    Step,
    lock_claimed,
)
from recognition.providers.failures import Postponed, ProcessingFailure
from recognition.strategies import has_work, needs_number_provider


@transaction.atomic
def fail_step(claimed: Photo, step: Step, failure: ProcessingFailure, now: datetime) -> None:
    """Store a failed attempt, unless the step was taken over or is not needed any more."""
    photo = lock_claimed(claimed, step)
    if photo is None:
        return
    if has_work(photo, step):
        note_failure(photo, step, failure, now)
    else:
        step.of(photo).plan(None)
    settle(photo)


@transaction.atomic
def fail_asked(photo_id: UUID, failure: ProcessingFailure, now: datetime) -> None:
    """Store a failed attempt of a photo that waits for its callback; of another, nothing."""
    photo = Photo.objects.with_album().locked(photo_id)
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
    # A photo that waits is postponed every few minutes, for hours. Its history has that once.
    is_news = not isinstance(failure, Postponed) or failure.reason[:500] != failed.failure
    failed.attempts += failure.uses_an_attempt
    failed.failure = failure.reason[:500]
    failed.plan(failure.next_attempt_on(failed.attempts, now))
    if step is not FACES:
        photo.callback_due_on = None
    if is_news:
        PhotoAttempt.objects.create(
            photo=photo,
            recogniser=by
            or (Recogniser.FACE_PROVIDER if step is FACES else Recogniser.NUMBER_PROVIDER),
            outcome=AttemptOutcome.FAILED if failure.uses_an_attempt else AttemptOutcome.BUSY,
            reason=failed.failure,
            occurred_on=now,
            next_attempt_on=failed.next_attempt_on,
            wait_until=None if failure.retry_after is None else now + failure.retry_after,
        )
