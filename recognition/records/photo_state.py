"""Where a photo stands and why: decided from its facts, in this one place; and its failed attempts.

Every function that changes a photo expects that the caller has locked it.
"""

from collections.abc import Collection
from datetime import datetime, timedelta
from uuid import UUID

from django.conf import settings
from django.db import transaction

from foundation.messaging import outbox
from foundation.records.database import do_each
from foundation.records.statements import run_statement
from foundation.records.texts import UNFORESEEN, in_utc
from recognition.providers.failures import (
    PictureMissing,
    Postponed,
    ProcessingFailure,
    group_of_reason,
)
from recognition.providers.pace import IS_PAUSED
from recognition.records.photos import MAX_REASON_GROUP, Photo
from recognition.records.recognition_off import why_off
from recognition.records.requests import AttemptOutcome, NumberRequest, PhotoAttempt, Recogniser
from recognition.records.steps import FACES, NUMBERS, STEPS, PhotoState, PhotoStep, Step
from recognition.records.strategies import has_work, needs_anything, needs_number_provider

DELETED = "The photo was deleted."
PICTURE_MAY_COME = timedelta(minutes=2)  # after the photo was published
UNDER_WAY = "Under way: it is processed again."

_STORED = (
    "state",
    "reason_description",
    "reason_group",
    "callback_due_on",
    "tagging_task_id",
    "custom_tags",
    "judge_on",
    "companions_on",
    "judge_attempts",
    *(column for step in STEPS for column in step.columns),
)


_SAVED = ("id", "version", "updated_on", *_STORED)
# As a text: the ORM takes longer to write it than PostgreSQL to run it, and it is on each way.
_SAVE = f"""
UPDATE recognition_photo
SET version = %(version)s, updated_on = %(updated_on)s,
    {", ".join(f"{name} = %({name})s" for name in _STORED)}
WHERE id = %(id)s
"""  # noqa: S608 (names of columns)


def settle(photo: Photo) -> None:
    """Decide where a photo stands, save it, and post what is to be sent."""
    decide(photo)
    photo.change()
    run_statement(_SAVE, {name: getattr(photo, name) for name in _SAVED})
    if photo.to_send:
        outbox.post(*photo.to_send)
        photo.to_send.clear()


def decide(photo: Photo) -> None:
    """Decide where a photo stands, and why. Nothing is saved here."""
    photo.state = state_of(photo)
    if photo.state != PhotoState.AWAITING_CALLBACK:
        photo.callback_due_on = None
    photo.reason_description = reason_of(photo)
    photo.reason_group = reason_group_of(photo)


def describe_claimed(photo_ids: Collection[UUID]) -> None:
    """Store the reasons of photos whose steps were claimed since they were settled."""
    photos = Photo.objects.with_album().filter(pk__in=photo_ids).order_by("pk")
    do_each("recognition.sweep_photos", photos, _describe)
    Photo.objects.bulk_update(photos, ["reason_description", "reason_group"])


def _describe(photo: Photo) -> None:
    described = reason_of(photo), reason_group_of(photo)
    photo.reason_description, photo.reason_group = described


def state_of(photo: Photo) -> PhotoState:
    """Return the state that follows from the photo's facts."""
    before = PhotoState(photo.state)
    if before is PhotoState.DELETED:
        return before
    if not needs_anything(photo):
        return PhotoState.PROCESSED
    if photo.tagging_task_id is not None:
        return PhotoState.AWAITING_TAGGING
    if photo.callback_due_on is not None and needs_number_provider(photo):
        return PhotoState.AWAITING_CALLBACK
    given_up = not why_off(photo.album) and not _is_planned(photo)
    return PhotoState.FAILED if given_up or before is PhotoState.FAILED else PhotoState.NEW


def _is_planned(photo: Photo) -> bool:
    return any(step.of(photo).next_attempt_on is not None for step in STEPS)


def reason_of(photo: Photo) -> str:
    """Return in plain words what the photo waits for, what failed, and when it is tried again."""
    if photo.state == PhotoState.DELETED:
        return DELETED
    if photo.state == PhotoState.PROCESSED:
        return _not_judged(photo)
    if photo.state == PhotoState.NEW and why_off(photo.album):
        return why_off(photo.album)
    sentences = [_waiting(photo), *(_failed(photo, step) for step in STEPS)]
    return " ".join(sentence for sentence in sentences if sentence)[:1000] or _under_way(photo)


def reason_group_of(photo: Photo) -> str:
    """Return why the photo is not processed as one sentence by which photos are counted."""
    if photo.state in (PhotoState.PROCESSED, PhotoState.DELETED):
        return ""
    failures = (group_of_reason(_present_failure(step.of(photo))) for step in STEPS)
    failure, off = next(filter(None, failures), ""), why_off(photo.album)
    first, then = (failure, off) if photo.state == PhotoState.FAILED else (off, failure)
    return (first or then or _under_way(photo))[:MAX_REASON_GROUP]


def _not_judged(photo: Photo) -> str:
    """Return why its numbers are not judged by what is known now; empty: they are."""
    if not photo.judge_attempts:
        return ""
    when = f"Next attempt at {in_utc(photo.judge_on)}." if photo.judge_on else ""
    given_up = f"Given up after attempt {photo.judge_attempts}."
    return f"Its numbers could not be judged again: {UNFORESEEN} {when or given_up}"


def _waiting(photo: Photo) -> str:
    if photo.callback_due_on and not photo.number_failure:
        until = in_utc(photo.callback_due_on)
        return f"Waiting for the number provider until {until}{_counted(NUMBERS.of(photo))}."
    if photo.state == PhotoState.AWAITING_TAGGING:
        return "Waiting for a tagger."
    return why_off(photo.album)


def _under_way(photo: Photo) -> str:
    """Return why a photo still counts as failed although no attempt has failed since."""
    return UNDER_WAY if photo.state == PhotoState.FAILED and _is_planned(photo) else ""


def _failed(photo: Photo, step: Step) -> str:
    tried = step.of(photo)
    failure = _present_failure(tried)
    return f"{step.title}: {failure} {_afterwards(photo, tried)}".rstrip() if failure else ""


def _present_failure(tried: PhotoStep) -> str:
    """Return why a step failed; empty: it did not, or it waited for a pause and is tried now."""
    waited = tried.claim is not None and IS_PAUSED in tried.failure
    return "" if waited else tried.failure


def _afterwards(photo: Photo, tried: PhotoStep) -> str:
    """Return in words what follows a failed attempt; empty: a tagger reads the numbers."""
    if tried.claim is not None:  # `next_attempt_on` is the end of the claim
        return f"It is being tried again{_counted(tried)}."
    if tried.next_attempt_on is not None:
        return f"Next attempt at {in_utc(tried.next_attempt_on)}{_counted(tried)}."
    if photo.state == PhotoState.AWAITING_TAGGING and tried.step is NUMBERS:
        return ""
    return f"Given up after attempt {tried.attempts}."


def _counted(step: PhotoStep) -> str:
    """Return which attempt the present or next one is, if one has failed: `, attempt 3 of 8`."""
    if not step.attempts:
        return ""
    return f", attempt {step.attempts + 1} of {settings.PROCESSING_MAX_ATTEMPTS}"


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


def fail_callback(
    photo: Photo, request: NumberRequest, failure: ProcessingFailure, now: datetime
) -> bool:
    """Store a failed attempt and settle, if the photo waits for the callback of this request.

    Return whether it does. An earlier request has been counted already, as overdue or unanswered.
    """
    if not needs_number_provider(photo) or not _waits_for(photo, request):
        return False
    note_failure(photo, NUMBERS, failure, now)
    settle(photo)
    return True


def _waits_for(photo: Photo, request: NumberRequest) -> bool:
    """Return whether the photo waits for the callback of this request, which is its newest.

    It does as soon as the request is stored: the callback may come before the provider's 202, and
    also if the process that asked has died.
    """
    if photo.callback_due_on is None and not _is_under_claim(photo, request):
        return False
    return not photo.number_requests.filter(created_on__gt=request.created_on).exists()


def _is_under_claim(photo: Photo, request: NumberRequest) -> bool:
    """Return whether the request was made under the present claim, and not before it."""
    numbers = NUMBERS.of(photo)
    if numbers.claim is None or numbers.next_attempt_on is None:
        return False
    claimed_on = numbers.next_attempt_on - settings.PROCESSING_LEASE
    return request.created_on >= claimed_on


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
    if isinstance(failure, PictureMissing) and now - photo.created_on < PICTURE_MAY_COME:
        failure = failure.while_it_may_come()
    # A photo that waits may be postponed every few minutes for hours: its history has that once.
    is_news = not isinstance(failure, Postponed) or failure.reason[:500] != failed.failure
    failed.fail(failure, now)
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
