"""Where a photo stands and why: decided from its facts, in this one place."""

from datetime import datetime

from recognition.models import STEPS, Photo, PhotoState
from recognition.models.steps import PhotoStep
from recognition.strategies import needs_anything, needs_number_provider

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
    """Decide where a photo stands, and save it. The caller has locked it."""
    decide(photo)
    photo.store(**{name: getattr(photo, name) for name in _STORED})


def decide(photo: Photo) -> None:
    """Set where a photo stands and why."""
    photo.state = state_of(photo)
    photo.reason_description = reason_of(photo)


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
    """Say in plain words what the photo waits for, what failed, and when it is tried again."""
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
        return "Waiting for a tagator."
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
