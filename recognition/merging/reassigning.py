"""Giving the faces on photos to the persons that they are by now: after a merge or a split."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any
from uuid import UUID

from foundation.messaging import outbox
from foundation.messaging.jobs import JobKind
from recognition.numbers.links import link_numbers
from recognition.persons.merged import held_merges, persons_of, recognised
from recognition.persons.models import PersonReassignment
from recognition.persons.queries import Merges
from recognition.processing.correcting import CorrectionOrder, note_correction
from recognition.processing.results import plan_judging
from recognition.records.corrections import CorrectedResult
from recognition.records.persons import PhotoPerson
from recognition.records.photos import Photo
from recognition.records.state import settle
from recognition.records.steps import PhotoState
from recognition.wire.photo_service import persons_message

PART = 50  # photos in one transaction


class Reassigning(JobKind[PersonReassignment]):
    """Goes through the photos that a person is on, in the order of their ids."""

    model = PersonReassignment

    def portion(self, job: PersonReassignment, now: datetime) -> bool:
        there = PhotoPerson.objects.filter(album_id=job.album_id, person_id=job.person_id)
        if job.total is None:
            job.total = there.count()
        rest = there.filter(photo__gt=UUID(job.position)) if job.position else there
        found = list(rest.order_by("photo").values_list("photo", flat=True)[:PART])
        if not found:
            return False
        order = CorrectionOrder(who=job.started_by, now=now, reason=job.why)
        self.do_rows(job, found, lambda some: reassign_persons(job.album_id, some, order))
        job.position, job.done = str(found[-1]), job.done + len(found)
        return len(found) == PART


def reassign_persons(album_id: UUID, photo_ids: Sequence[UUID], order: CorrectionOrder) -> None:
    """Store and send the persons of an album's photos by its present merges.

    The caller is in a transaction. Photos come before the album, as where persons are recognised.
    """
    photos = Photo.objects.lock_with_album(photo_ids)
    merges = held_merges(album_id)
    for photo in photos:
        _reassign(photo, merges, order)


def _reassign(photo: Photo, merges: Merges, order: CorrectionOrder) -> None:
    stored = list(photo.persons.order_by("pk"))
    faces = [face for person in stored for face in recognised(person)]
    persons = persons_of(photo, faces, merges)
    if _as_stored(persons) == _as_stored(stored):
        return
    photo.persons.all().delete()
    PhotoPerson.objects.bulk_create(persons)
    link_numbers(photo)
    before, after = ([person.person_id for person in each] for each in (stored, persons))
    note_correction(photo, CorrectedResult.PERSONS, before, after, order)
    if photo.state != PhotoState.DELETED:
        photo.persons_version = photo.next_results_version
        plan_judging(photo, order.now)
        outbox.post(persons_message(photo, persons))
        settle(photo)


def _as_stored(persons: Sequence[PhotoPerson]) -> dict[str, Any]:
    return {person.person_id: person.merged_from for person in persons}
