"""Ordering the job that gives the faces of a person to whom they are by now."""

from datetime import datetime
from uuid import UUID

from foundation.messaging.jobs import running
from recognition.models import PersonReassignment


def order_reassignment(
    album_id: UUID, person_id: str, why: str, by: str, now: datetime
) -> PersonReassignment:
    """Order the job that goes through the photos of a person.

    :param why: a sentence for the histories of the photos.
    """
    job = PersonReassignment.objects.create(
        album_id=album_id, person_id=person_id, why=why, created_on=now, started_by=by
    )
    running.wake(job)
    return job
