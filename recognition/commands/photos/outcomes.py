"""What came of recognising a photo, written down: flags, results, state, and what is told to whom.

Every function here takes a photo that the caller has locked. `settle` ends each of them: it decides
state and reason in one place and saves the photo's next version.
"""

from collections.abc import Iterable, Sequence
from datetime import datetime
from uuid import uuid4

from django.utils import timezone

from messaging import outbox
from recognition.commands.photos.reasons import reason_of
from recognition.models import (
    AttemptOutcome,
    NumberSource,
    Photo,
    PhotoAttempt,
    PhotoNumber,
    PhotoPerson,
    PhotoState,
    Recogniser,
)
from recognition.providers.faces import RecognisedPerson
from recognition.providers.failures import Postponed, ProcessingFailure
from recognition.providers.photo_service import persons_message, tags_message
from recognition.providers.tagator_service import NewTaggingTask, tagator_service
from recognition.strategies import needs_faces, needs_numbers

_CHANGED = (
    "state",
    "reason_description",
    "face_recognized",
    "number_recognized",
    "persons_outdated",
    "tags_outdated",
    "face_failure",
    "number_failure",
    "face_attempts",
    "number_attempts",
    "faces_next_attempt_on",
    "numbers_next_attempt_on",
    "callback_due_on",
    "persons_version",
    "tags_version",
    "tagging_task_id",
    "faces_recognized_on",
    "numbers_recognized_on",
)


def settle(photo: Photo) -> None:
    """Decide where the photo stands, and save it."""
    photo.state = state_of(photo)
    photo.reason_description = reason_of(photo)
    photo.store(**{name: getattr(photo, name) for name in _CHANGED})


def state_of(photo: Photo) -> PhotoState:
    """Return the state that the photo's facts amount to."""
    before = PhotoState(photo.state)
    if before is PhotoState.DELETED:
        return before
    if not needs_faces(photo) and not needs_numbers(photo):
        return PhotoState.PROCESSED
    if photo.tagging_task_id is not None:
        return PhotoState.AWAITING_TAGGING
    if photo.callback_due_on is not None:
        return PhotoState.AWAITING_CALLBACK
    return _state_between_attempts(photo, before)


def _state_between_attempts(photo: Photo, before: PhotoState) -> PhotoState:
    if photo.album.why_off():
        return PhotoState.NEW
    if photo.faces_next_attempt_on is None and photo.numbers_next_attempt_on is None:
        return PhotoState.FAILED
    resting = (PhotoState.AWAITING_TAGGING, PhotoState.PROCESSED)
    return PhotoState.NEW if before in resting else before


def keep_persons(photo: Photo, persons: Sequence[RecognisedPerson]) -> outbox.PeerMessage:
    """Make these the photo's persons: the faces are recognised. Return what tells so."""
    best = {found.person_id: found for found in sorted(persons, key=lambda p: p.confidence or 0)}
    if photo.persons_version or photo.persons_outdated:
        photo.persons.all().delete()
        photo.persons_outdated = False
    kept = PhotoPerson.objects.bulk_create(
        PhotoPerson(
            photo=photo, person_id=found.person_id, confidence=found.confidence, box=found.box
        )
        for found in best.values()
    )
    photo.face_recognized, photo.faces_recognized_on = True, timezone.now()
    photo.face_attempts, photo.face_failure = 0, ""
    photo.faces_next_attempt_on = None
    photo.persons_version = photo.version + 1
    return persons_message(photo, kept)


def keep_numbers(photo: Photo, numbers: Sequence[PhotoNumber], source: NumberSource) -> None:
    """Make these the photo's numbers of one source, accepted and rejected, until more is known."""
    # A statement less for a photo that cannot have any yet: its first answer is its third version.
    if photo.tags_outdated:
        photo.numbers.all().delete()
        photo.tags_outdated = False
    elif photo.version > 2 or photo.tagging_task_id is not None:
        photo.numbers.filter(source=source).delete()
    PhotoNumber.objects.bulk_create(numbers, ignore_conflicts=True)


def finish_numbers(photo: Photo, accepted: Iterable[PhotoNumber]) -> outbox.PeerMessage:
    """Make these the photo's tags: its numbers are recognised. Return what tells so."""
    photo.number_recognized, photo.numbers_recognized_on = True, timezone.now()
    photo.number_attempts, photo.number_failure = 0, ""
    photo.numbers_next_attempt_on = photo.callback_due_on = None
    photo.tagging_task_id = None
    photo.tags_version = photo.version + 1
    return tags_message(photo, accepted)


def ask_tagator(photo: Photo) -> None:
    """Have a person read the photo's numbers. Attempts go on counting: a task may come back."""
    photo.tagging_task_id = uuid4()
    photo.number_failure = ""
    photo.numbers_next_attempt_on = photo.callback_due_on = None
    tagator_service().create_task(
        NewTaggingTask(
            task_id=photo.tagging_task_id,
            photo_id=photo.pk,
            album_id=photo.album_id,
            photographer_id=photo.photographer_id,
            shooting_date=photo.shooting_date,
            image_url=photo.image_url,
            priority=photo.album.priority,
        )
    )


def note_face_failure(photo: Photo, failure: ProcessingFailure, now: datetime) -> None:
    """Write down a failed attempt at the photo's faces, and when the next one is."""
    is_new = _is_new(failure, photo.face_failure)
    photo.face_attempts += failure.uses_an_attempt
    photo.face_failure = failure.reason[:500]
    photo.faces_next_attempt_on = failure.next_attempt_on(photo.face_attempts, now)
    if is_new:
        _keep_attempt(photo, Recogniser.FACE_PROVIDER, failure, now, photo.faces_next_attempt_on)


def note_number_failure(
    photo: Photo,
    failure: ProcessingFailure,
    now: datetime,
    by: Recogniser = Recogniser.NUMBER_PROVIDER,
) -> None:
    """Write down a failed attempt at the photo's numbers, and when the next one is."""
    is_new = _is_new(failure, photo.number_failure)
    photo.number_attempts += failure.uses_an_attempt
    photo.number_failure = failure.reason[:500]
    photo.numbers_next_attempt_on = failure.next_attempt_on(photo.number_attempts, now)
    photo.callback_due_on = None
    if is_new:
        _keep_attempt(photo, by, failure, now, photo.numbers_next_attempt_on)


def _is_new(failure: ProcessingFailure, known: str) -> bool:
    """Say whether the failure belongs in the history; `known` is the step's failure until now.

    A photo that waits is postponed again every few minutes, for hours. That is told once.
    """
    return not isinstance(failure, Postponed) or failure.reason[:500] != known


def _keep_attempt(
    photo: Photo,
    by: Recogniser,
    failure: ProcessingFailure,
    now: datetime,
    again: datetime | None,
) -> None:
    PhotoAttempt.objects.create(
        photo=photo,
        recogniser=by,
        outcome=AttemptOutcome.BUSY if not failure.uses_an_attempt else AttemptOutcome.FAILED,
        reason=failure.reason[:500],
        occurred_on=now,
        next_attempt_on=again,
    )
