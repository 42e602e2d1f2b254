"""Numbers and persons of a photo as staff correct them by hand.

A corrected step is recognised: no recogniser is asked for it, and an answer that comes later is
not used (`strategies.needs`). Judging again leaves the photo out, and a tagger cannot
reopen its task. Only processing from scratch with `JobMode.OVERWRITE` ends that.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db import transaction

from foundation.records.audit import Actor, name_of, record_deed
from foundation.records.refusals import Conflict, Invalid, errors_by_place
from recognition.numbers.normalising import accepted, rules_of
from recognition.numbers.start_lists import refuse_erased_numbers
from recognition.persons.merged import as_faces, held_merges, removed_persons
from recognition.persons.queries import photos_of_person
from recognition.processing.results import (
    finish_numbers,
    finish_persons,
    replace_numbers,
    take_back_task,
)
from recognition.records.albums import refuse_unknown_custom_tags
from recognition.records.numbers import NumberSource, PhotoNumber
from recognition.records.persons import CorrectedResult, PhotoCorrection, PhotoPerson
from recognition.records.photo_state import settle
from recognition.records.photos import Photo
from recognition.records.steps import NUMBERS, PhotoState
from recognition.records.strategies import needs_number_provider


class PhotoDeleted(Conflict):
    """The photo was deleted."""


class PersonNotOnPhoto(Invalid):
    """A person is not on the photo: no face is added there; or not one that a face can become."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CorrectPhotoNumbersCommand:
    """These are all numbers on the photo, as staff typed them; and all custom tags, unless None."""

    photo_id: UUID
    values: Sequence[str]
    now: datetime
    custom_tags: Sequence[str] | None = None
    reason: str = ""
    expected_version: int | None = None
    by: Actor | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class CorrectPhotoPersonsCommand:
    """Of the persons found on the photo only these are on it; removed ones can be put back."""

    photo_id: UUID
    person_ids: Sequence[str]
    now: datetime
    reason: str = ""
    expected_version: int | None = None
    by: Actor | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class GiveFaceCommand:
    """The face of one person on the photo is that of another person of the album."""

    photo_id: UUID
    person_id: str
    to: str
    now: datetime
    reason: str = ""
    expected_version: int | None = None
    by: Actor | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class CorrectionOrder:
    """Who decided what is on a photo, when and why, for its history."""

    who: str
    now: datetime
    reason: str = ""


Command = CorrectPhotoNumbersCommand | CorrectPhotoPersonsCommand | GiveFaceCommand


@transaction.atomic
def correct_photo_numbers(command: CorrectPhotoNumbersCommand) -> Photo:
    """Make these the photo's numbers and custom tags, and send them; repeated, nothing changes.

    They need not be in the start list: staff see the picture, and a list may lack late entries.

    :raises PhotoNotFound, PhotoDeleted, VersionConflict: see there.
    :raises NumbersNotAccepted: one of them is no number by the album's rules, or erased.
    :raises UnknownCustomTag: the album has no such tag, nor had the photo.
    """
    photo = _locked(command)
    numbers = accepted(command.values, rules_of(photo.album, None), "values")
    refuse_erased_numbers(photo.album, numbers, "values")
    before = list(photo.numbers.filter(rejection="").values_list("value", flat=True))
    tagged = photo.custom_tags
    tags = tagged if command.custom_tags is None else list(command.custom_tags)
    refuse_unknown_custom_tags(photo.album, [tag for tag in tags if tag not in tagged])
    is_other = set(before) != set(numbers) or set(tagged) != set(tags)
    if photo.numbers_corrected_on is None or is_other:
        photo.custom_tags = tags
        set_numbers(photo, numbers, _order_of(command))
        changes = {"numbers": (sorted(before), sorted(numbers))}
        if set(tagged) != set(tags):
            changes["custom_tags"] = (sorted(tagged), sorted(tags))
        record_deed(command.by, "NumbersCorrected", photo, changes, command.reason)
    return photo


@transaction.atomic
def correct_photo_persons(command: CorrectPhotoPersonsCommand) -> Photo:
    """Make these the photo's persons and send them; repeated, nothing changes.

    :raises PhotoNotFound, PhotoDeleted, VersionConflict: see there.
    :raises PersonNotOnPhoto: one of them is neither there nor was removed by a correction.
    """
    photo = _locked(command)
    there = {person.person_id: person for person in photo.persons.order_by("pk")}
    known = dict(there)
    if not there.keys() >= {*command.person_ids}:
        removed = removed_persons(photo, held_merges(photo.album_id))
        known |= {person.person_id: person for person in removed}
    wrong = errors_by_place("persons", command.person_ids, known, "{} is not on the photo.")
    if wrong:
        raise PersonNotOnPhoto(errors=wrong)
    kept = [person for key, person in known.items() if key in command.person_ids]
    if photo.persons_corrected_on is None or {*there} != {*command.person_ids}:
        gone = [person for key, person in there.items() if key not in command.person_ids]
        photo.persons.filter(pk__in=[person.pk for person in gone]).delete()
        PhotoPerson.objects.bulk_create([person for person in kept if person.pk is None])
        photo.suggested_persons.exclude(person_id__in=_recognised_as(kept)).delete()
        _finish_correction(photo, list(there), kept, command, removed=gone)
    return photo


@transaction.atomic
def give_face(command: GiveFaceCommand) -> Photo:
    """Make a face on the photo that of another person, and send its persons.

    It can be given back to the person of before, whom perhaps no other photo shows.

    :raises PhotoNotFound, PhotoDeleted, VersionConflict, PersonNotOnPhoto: see there.
    """
    photo = _locked(command)
    to = held_merges(photo.album_id).survivor(command.to)
    there = {person.person_id: person for person in photo.persons.order_by("pk")}
    if why := _why_not_given(photo, command.person_id, to, there):
        raise PersonNotOnPhoto(errors={"to": why})
    before, face = list(there), there[command.person_id]
    face.person_id, face.merged_from = to, None  # what a later merge or split finds
    face.save(update_fields=["person_id", "merged_from"])
    photo.suggested_persons.filter(person_id=command.person_id).delete()
    _finish_correction(photo, before, list(there.values()), command)
    return photo


def _finish_correction(
    photo: Photo,
    before: list[str],
    persons: Sequence[PhotoPerson],
    command: CorrectPhotoPersonsCommand | GiveFaceCommand,
    removed: Sequence[PhotoPerson] = (),
) -> None:
    finish_persons(photo, persons, command.now)
    photo.persons_corrected_on = command.now
    settle(photo)
    after = [person.person_id for person in persons]
    order = _order_of(command)
    note_correction(photo, CorrectedResult.PERSONS, before, after, order, as_faces(removed))
    changes = {"persons": (before, after)}
    record_deed(command.by, "PersonsCorrected", photo, changes, command.reason)


def _why_not_given(photo: Photo, person_id: str, to: str, there: Collection[str]) -> str:
    """Return why the face of a person cannot become that of another one; empty: it can."""
    if person_id not in there:
        return f"{person_id} is not on the photo."
    if to in there:
        return f"{to} is on the photo too."
    corrected = photo.corrections.filter(result=CorrectedResult.PERSONS)
    had = {each for before in corrected.values_list("before", flat=True) for each in before}
    if to not in had and not photos_of_person(photo.album_id, to).exists():
        return f"The album has no person {to}."
    return ""


def _recognised_as(persons: Sequence[PhotoPerson]) -> list[str]:
    return [face["person_id"] for face in as_faces(persons)]


def set_numbers(photo: Photo, values: Sequence[str], order: CorrectionOrder) -> None:
    """Make these, which are checked, the numbers of a locked photo; send them and settle it.

    Nothing more is asked for the numbers; a request that is under way may still give the faces.
    Readings that were rejected stay, so that staff see what was read; but those that staff take as
    a number are that number now, with the place where it was read.
    """
    now = order.now
    stored = list(photo.numbers.order_by("pk"))
    replaced = {one.value: one for one in stored if not one.rejection}
    places = {one.value: one.box for one in stored if one.box} | {
        value: one.box for value, one in replaced.items() if one.box
    }
    numbers = [
        PhotoNumber(
            photo=photo,
            value=value,
            source=NumberSource.MANUAL,
            box=places.get(value),
            read_on=now,
            judged_on=now,
        )
        for value in values
    ]
    take_back_task(photo, "Staff entered the numbers.")
    rejected = [one for one in stored if one.rejection and one.value not in values]
    awaited, planned = photo.callback_due_on, photo.numbers_next_attempt_on
    finish_numbers(photo, replace_numbers(photo, stored, rejected, numbers, now), now)
    photo.numbers_corrected_on = now
    if needs_number_provider(photo):  # for the faces
        photo.callback_due_on = awaited
        NUMBERS.of(photo).plan(planned or now)
    settle(photo)
    note_correction(photo, CorrectedResult.NUMBERS, list(replaced), values, order)


def note_correction(
    photo: Photo,
    result: CorrectedResult,
    before: Sequence[str],
    after: Sequence[str],
    order: CorrectionOrder,
    removed: Sequence[dict[str, Any]] = (),
) -> None:
    """Store a correction for the photo's history, with the faces that it removed."""
    PhotoCorrection.objects.create(
        photo=photo,
        result=result,
        before=list(before),
        after=list(after),
        removed=list(removed),
        reason=order.reason,
        corrected_by=order.who[:150],
        corrected_on=order.now,
    )


def _locked(command: Command) -> Photo:
    photo = Photo.objects.locked_with_album(command.photo_id)
    photo.refuse_other_than(command.expected_version)
    if photo.state == PhotoState.DELETED:
        raise PhotoDeleted
    return photo


def _order_of(command: Command) -> CorrectionOrder:
    return CorrectionOrder(who=name_of(command.by), now=command.now, reason=command.reason)
