"""Persons of an album that are one: merged by staff, and split again.

The face provider keeps both. A merge is a row; what is recognised from then on is stored as the
person that remains (`recognition.persons.merged`), and a job does the same to the photos
that are there. So a split only deletes the row, and its job stores what was recognised.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db import transaction

from foundation.messaging import jobs, outbox
from foundation.messaging.jobs import JobKind
from foundation.records.audit import Actor, name_of, record_deed
from foundation.records.refusals import Conflict, Invalid
from recognition.numbers.suggestions import link_numbers
from recognition.persons.merged import held_merges, persons_of, recognised
from recognition.persons.models import PersonApart, PersonMerge, PersonNotFound, PersonReassignment
from recognition.persons.queries import Merges, merges_of
from recognition.processing.correcting import CorrectionOrder, note_correction
from recognition.processing.results import plan_judging
from recognition.records.albums import Album
from recognition.records.persons import CorrectedResult, PhotoPerson
from recognition.records.photo_state import settle
from recognition.records.photos import Photo
from recognition.records.steps import PhotoState
from recognition.wire.photo_service import persons_message

# Ordering the job that gives the faces of a person to whom they are by now.


def order_reassignment(
    album_id: UUID, person_id: str, why: str, by: str, now: datetime
) -> PersonReassignment:
    """Order the job that goes through the photos of a person.

    :param why: a sentence for the histories of the photos.
    """
    job = PersonReassignment.objects.create(
        album_id=album_id, person_id=person_id, why=why, created_on=now, started_by=by
    )
    jobs.wake(job)
    return job


class SamePerson(Invalid):
    """A person cannot be merged into itself."""


class OtherPersonUnknown(Invalid):
    """The album has no such person to merge into."""


class PersonMergedAlready(Conflict):
    """The person was merged into another one; split it first."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MergePersonsCommand:
    """The person is the person `into`, on all photos of the album."""

    album_id: UUID
    person_id: str
    into: str
    now: datetime
    by: Actor | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class SplitPersonCommand:
    """The person, which was merged, is a person of its own."""

    album_id: UUID
    person_id: str
    now: datetime
    by: Actor | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ChangedPersons:
    """Whom the faces are now, and the job that changes the photos; None: there is none."""

    person_id: str
    job: PersonReassignment | None


@transaction.atomic
def merge_persons(command: MergePersonsCommand) -> ChangedPersons:
    """Make two persons of an album one; persons that are one already stay as they are.

    :raises AlbumNotFound, PersonNotFound, SamePerson, OtherPersonUnknown: see there.
    :raises PersonMergedAlready: it was merged into a third person.
    """
    if command.person_id == command.into:
        raise SamePerson(errors={"into": "Another person of the album."})
    album, merges = _locked(command.album_id)
    into = merges.survivor(command.into)
    if merges.survivor(command.person_id) == into:
        return ChangedPersons(person_id=into, job=None)
    _refuse_unknown(command, merges)
    PersonMerge.objects.create(
        album=album,
        person_id=command.person_id,
        into=command.into,
        merged_by=name_of(command.by),
        merged_on=command.now,
    )
    _forget_apart(album, merges, command)
    why = f"{command.person_id} was merged into {command.into}."
    record_deed(command.by, "PersonsMerged", album, {"person": (command.person_id, command.into)})
    return ChangedPersons(person_id=into, job=_order(command, command.person_id, why))


@transaction.atomic
def split_person(command: SplitPersonCommand) -> ChangedPersons:
    """Undo the merge of a person; one that is not merged stays as it is.

    :raises AlbumNotFound, PersonNotFound: see there.
    """
    album, merges = _locked(command.album_id)
    if command.person_id not in merges.into:
        refuse_absent(command.album_id, command.person_id)
        return ChangedPersons(person_id=command.person_id, job=None)
    before, into = merges.survivor(command.person_id), merges.into[command.person_id]
    _keep_apart(PersonMerge.objects.get(album=album, person_id=command.person_id))
    why = f"{command.person_id} was split from {into}."
    record_deed(command.by, "PersonSplit", album, {"person": (into, command.person_id)})
    return ChangedPersons(person_id=command.person_id, job=_order(command, before, why))


def _locked(album_id: UUID) -> tuple[Album, Merges]:
    """Lock the album: nothing is storing persons of its photos, and what comes sees the change."""
    album = Album.objects.locked(album_id)
    return album, merges_of(album_id)


def _refuse_unknown(command: MergePersonsCommand, merges: Merges) -> None:
    if command.person_id in merges.into:
        raise PersonMergedAlready(
            f"{command.person_id} was merged into {merges.into[command.person_id]}; split it first."
        )
    refuse_absent(command.album_id, command.person_id)
    if command.into not in merges.into and not is_in_album(command.album_id, command.into):
        raise OtherPersonUnknown(errors={"into": f"The album has no person {command.into}."})


def refuse_absent(album_id: UUID, person_id: str) -> None:
    """Refuse a person that the album does not have.

    :raises PersonNotFound: it has none.
    """
    if not is_in_album(album_id, person_id):
        raise PersonNotFound(f"The album has no person {person_id}.")


def is_in_album(album_id: UUID, person_id: str) -> bool:
    return PhotoPerson.objects.filter(album_id=album_id, person_id=person_id).exists()


def _keep_apart(merge: PersonMerge) -> None:
    """Delete the merge, and remember that these are two."""
    pairs = {(merge.person_id, merge.into), merge.pair}
    for one, other in pairs:
        PersonApart.objects.update_or_create(
            album=merge.album, person_id=one, other=other, defaults={"undone": None}
        )
    merge.delete()


def _forget_apart(album: Album, merges: Merges, command: MergePersonsCommand) -> None:
    """Forget what was split between the two: staff have changed their mind."""
    rows = PersonApart.objects.filter(album=album)
    between = [row.pk for row in rows.between(merges, command.person_id, command.into)]
    PersonApart.objects.filter(pk__in=between).delete()


def _order(
    command: MergePersonsCommand | SplitPersonCommand, person_id: str, why: str
) -> PersonReassignment:
    by = name_of(command.by)
    return order_reassignment(command.album_id, person_id, why, by, command.now)


# Persons of an album that staff say are two: not suggested as one, nor merged by evidence.


class PersonsMerged(Conflict):
    """The two are one person by a merge; split them instead."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RefuseSamePersonCommand:
    """The person is not the person `other`."""

    album_id: UUID
    person_id: str
    other: str
    now: datetime
    by: Actor | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class SuggestSamePersonCommand:
    """The person may be the person `other` after all."""

    album_id: UUID
    person_id: str
    other: str
    now: datetime
    by: Actor | None = None


@transaction.atomic
def refuse_same_person(command: RefuseSamePersonCommand) -> None:
    """Keep two persons of an album apart; those that are kept apart stay so.

    :raises AlbumNotFound, PersonNotFound, SamePerson, OtherPersonUnknown: see there.
    :raises PersonsMerged: they are one by a merge.
    """
    album = _locked_album(command)
    merges = merges_of(album.pk)
    if merges.survivor(command.person_id) == merges.survivor(command.other):
        raise PersonsMerged(
            f"{command.person_id} and {command.other} are merged; split them instead."
        )
    if PersonApart.objects.by_staff(album.pk).between(merges, command.person_id, command.other):
        return
    PersonApart.objects.update_or_create(
        album=album, person_id=command.person_id, other=command.other, defaults={"undone": None}
    )
    record_deed(command.by, "SamePersonRefused", album, _changes(command))


@transaction.atomic
def suggest_same_person(command: SuggestSamePersonCommand) -> None:
    """Undo a refusal, and what a split said; where there is none, nothing changes.

    :raises AlbumNotFound, PersonNotFound, SamePerson, OtherPersonUnknown: see there.
    """
    album = _locked_album(command)
    apart = PersonApart.objects.by_staff(album.pk)
    rows = apart.between(merges_of(album.pk), command.person_id, command.other)
    if rows:
        PersonApart.objects.filter(pk__in=[row.pk for row in rows]).delete()
        record_deed(command.by, "SamePersonSuggestedAgain", album, _changes(command))


def _locked_album(command: RefuseSamePersonCommand | SuggestSamePersonCommand) -> Album:
    if command.person_id == command.other:
        raise SamePerson(errors={"other": "Another person of the album."})
    album = Album.objects.locked(command.album_id)
    refuse_absent(album.pk, command.person_id)
    if not is_in_album(album.pk, command.other):
        raise OtherPersonUnknown(errors={"other": f"The album has no person {command.other}."})
    return album


def _changes(
    command: RefuseSamePersonCommand | SuggestSamePersonCommand,
) -> dict[str, tuple[str, str]]:
    return {"person": (command.person_id, command.other)}


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
        _reassign_photo(photo, merges, order)


def _reassign_photo(photo: Photo, merges: Merges, order: CorrectionOrder) -> None:
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
