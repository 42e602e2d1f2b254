"""`ReasonDescription`: why a photo is where it is, in plain words."""

from datetime import datetime

from recognition.models import Photo, PhotoState

DELETED = "The photo was deleted."


def reason_of(photo: Photo) -> str:
    """Say what the photo waits for, and what failed on it with what, and when it is tried again."""
    if photo.state == PhotoState.DELETED:
        return DELETED
    if photo.state == PhotoState.PROCESSED:
        return ""
    said = [
        _waiting(photo),
        _failed("Faces", photo.face_failure, photo.face_attempts, photo.faces_next_attempt_on),
        _failed(
            "Numbers", photo.number_failure, photo.number_attempts, photo.numbers_next_attempt_on
        ),
    ]
    return " ".join(part for part in said if part)[:1000]


def _waiting(photo: Photo) -> str:
    if photo.callback_due_on and not photo.number_failure:
        return f"Waiting for the number provider until {_time(photo.callback_due_on)}."
    if photo.state == PhotoState.AWAITING_TAGGING:
        return "Waiting for a tagator."
    if photo.state == PhotoState.NEW:
        return photo.album.why_off()
    return ""


def _failed(step: str, failure: str, attempts: int, again: datetime | None) -> str:
    if not failure:
        return ""
    after = f"Next attempt at {_time(again)}." if again else f"Given up after attempt {attempts}."
    return f"{step}: {failure} {after}"


def _time(moment: datetime) -> str:
    return f"{moment:%Y-%m-%d %H:%M:%S} UTC"
