"""One photo read, locked or put under a claim: statements that every photo needs several times."""

import uuid
from datetime import datetime

from recognition.models.photos import Photo, PhotoNotFound
from recognition.models.requests import NumberRequest
from recognition.models.steps import Step
from records.selections import Selection
from records.statements import Statement

_READ = Selection(lambda photo_id: Photo.objects.with_album().filter(pk=photo_id))
_LOCKED = Selection(
    lambda photo_id: Photo.objects.with_album().filter(pk=photo_id).select_for_update(of=("self",))
)
# Each step on its own: another process may have claimed one of them since.
_EXCHANGE_CLAIM = Statement("""
UPDATE recognition_photo SET
    faces_claim = CASE WHEN faces_claim = %(old)s THEN %(new)s ELSE faces_claim END,
    faces_next_attempt_on =
        CASE WHEN faces_claim = %(old)s THEN %(until)s ELSE faces_next_attempt_on END,
    numbers_claim = CASE WHEN numbers_claim = %(old)s THEN %(new)s ELSE numbers_claim END,
    numbers_next_attempt_on =
        CASE WHEN numbers_claim = %(old)s THEN %(until)s ELSE numbers_next_attempt_on END
WHERE id = %(photo)s AND (faces_claim = %(old)s OR numbers_claim = %(old)s)
""")
# Of a request that was accepted, and of its photo if nobody has changed it since it was read.
_NOTE_ACCEPTED = Statement("""
WITH accepted AS (
    UPDATE recognition_numberrequest
    SET accepted_on = %(now)s, provider_request_id = %(provider_request)s WHERE id = %(request)s
)
UPDATE recognition_photo
SET state = %(state)s, reason_description = %(reason)s, number_failure = '',
    callback_due_on = %(until)s, numbers_next_attempt_on = %(until)s, numbers_claim = NULL,
    version = version + 1, updated_on = %(now)s
WHERE id = %(photo)s AND version = %(version)s AND numbers_claim = %(claim)s
""")

_IS_CLAIMED = Statement("""
SELECT FROM recognition_photo WHERE id = %(photo)s AND numbers_claim = %(claim)s
""")


def read_photo(photo_id: uuid.UUID) -> Photo:
    """Return a photo with its album, as `with_album` reads it.

    :raises PhotoNotFound: no such photo.
    """
    return _found(_READ.first(photo_id=photo_id), photo_id)


def lock_photo(photo_id: uuid.UUID) -> Photo:
    """Do the same, and lock the photo until the transaction ends."""
    return _found(_LOCKED.first(photo_id=photo_id), photo_id)


def lock_claimed(claimed: Photo, step: Step) -> Photo | None:
    """Return the photo, locked; None where the step is not under the same claim any more.

    A result that came meanwhile, a deletion, a change of settings and another process that took
    over all end a claim.
    """
    photo, claim = lock_photo(claimed.pk), step.of(claimed).claim
    return photo if claim is not None and step.of(photo).claim == claim else None


def exchange_claim(photo_id: uuid.UUID, old: uuid.UUID, new: uuid.UUID, until: datetime) -> bool:
    """Put the steps that are under the old claim under the new one; say whether any was."""
    return bool(_EXCHANGE_CLAIM.execute(photo=photo_id, old=old, new=new, until=until))


def note_accepted(request: NumberRequest, waiting: Photo, claim: uuid.UUID | None) -> bool:
    """Store when a request was accepted, and that its photo waits.

    False, and the photo stays as it is: its numbers are under the claim, but it is not at the
    version that was read. Without the claim there is nothing to wait for.

    :param waiting: the photo as it was read, but for what changes: state, reason, due times.
    """
    is_noted = _NOTE_ACCEPTED.execute(
        now=request.accepted_on,
        provider_request=request.provider_request_id,
        request=request.pk,
        state=waiting.state,
        reason=waiting.reason_description,
        until=waiting.callback_due_on,
        photo=waiting.pk,
        version=waiting.version,
        claim=claim,
    )
    return bool(is_noted) or not _IS_CLAIMED.execute(photo=waiting.pk, claim=claim)


def _found(photo: Photo | None, photo_id: uuid.UUID) -> Photo:
    if photo is None:
        raise PhotoNotFound(f"No photo {photo_id}.")
    return photo
