"""What was recognised on a photo as the persons that staff say they are."""

from collections import defaultdict
from collections.abc import Collection, Iterable
from typing import Any
from uuid import UUID

from foundation.privacy.registry import erased_among
from recognition.persons.queries import Merges, merges_of
from recognition.providers.faces import RecognisedPerson
from recognition.records.albums import Album
from recognition.records.erased import not_erased, person_name
from recognition.records.persons import CorrectedResult, PhotoPerson, SuggestedPerson
from recognition.records.photos import Photo

NO_MERGES = Merges({})


def held_merges(album_id: UUID) -> Merges:
    """Return the merges of an album, which stay as they are until the commit.

    A command that stores persons holds the album like this, after the photo. A merge or split
    locks the album, so it waits for what is being stored, and its job finds that.
    """
    Album.objects.hold_alone(album_id)
    return merges_of(album_id)


def persons_of(
    photo: Photo, found: Iterable[RecognisedPerson], merges: Merges
) -> list[PhotoPerson]:
    """Return unsaved rows of what was recognised, each person once: where it is surest."""
    by_person = defaultdict[str, list[RecognisedPerson]](list)
    for each in found:
        by_person[merges.survivor(each.person_id)].append(each)
    return [_row(photo, person_id, faces) for person_id, faces in by_person.items()]


def recognised(person: PhotoPerson) -> list[RecognisedPerson]:
    """Return what was recognised, before any merge."""
    if person.merged_from is None:
        return [
            RecognisedPerson(
                person_id=person.person_id, confidence=person.confidence, box=person.box
            )
        ]
    return [RecognisedPerson(**face) for face in person.merged_from]


def removed_persons(photo: Photo, merges: Merges) -> list[PhotoPerson]:
    """Return unsaved rows of the persons that staff removed since the photo was recognised last.

    They are as merges are now. Left out is who is on the photo, or erased.
    """
    if photo.persons_corrected_on is None:
        return []
    there = after = {person.person_id for person in photo.persons.all()}
    faces: dict[str, RecognisedPerson] = {}
    for row in photo.corrections.filter(result=CorrectedResult.PERSONS).order_by("-pk"):
        if {*row.after} != after:  # recognised in between
            break
        newer, after = faces, {*row.before}
        faces = {face["person_id"]: RecognisedPerson(**face) for face in row.removed} | newer
    names = {person_id: person_name(photo.album_id, person_id) for person_id in faces}
    erased = erased_among(names.values())
    found = [face for person_id, face in faces.items() if names[person_id] not in erased]
    return [row for row in persons_of(photo, found, merges) if row.person_id not in there]


def as_faces(persons: Iterable[PhotoPerson]) -> list[dict[str, Any]]:
    """Return what was recognised as these persons, as it is stored."""
    return [_as_json(face) for person in persons for face in recognised(person)]


def _row(photo: Photo, person_id: str, faces: list[RecognisedPerson]) -> PhotoPerson:
    best = max(faces, key=lambda face: face.confidence or 0)
    is_itself = [face.person_id for face in faces] == [person_id]
    return PhotoPerson(
        photo=photo,
        album_id=photo.album_id,
        person_id=person_id,
        confidence=best.confidence,
        box=best.box,
        merged_from=None if is_itself else [_as_json(face) for face in faces],
    )


def _as_json(face: RecognisedPerson) -> dict[str, Any]:
    return {"person_id": face.person_id, "confidence": face.confidence, "box": face.box}


# Who the faces on a photo may be, beside the persons that they are stored as: for staff only.


def keep_suggested_persons(photo: Photo, faces: Collection[RecognisedPerson]) -> None:
    """Store who the faces may be; the caller has deleted what was stored before.

    Another person of the photo too: the two are never one, but which is which is in doubt.
    """
    suggested = {
        (face.person_id, other.person_id): other.confidence
        for face in faces
        for other in reversed(face.possible)
        if other.person_id != face.person_id
    }
    rows = [
        SuggestedPerson(
            photo=photo,
            album_id=photo.album_id,
            person_id=person_id,
            may_be=may_be,
            confidence=confidence,
        )
        for (person_id, may_be), confidence in suggested.items()
    ]
    SuggestedPerson.objects.bulk_create(not_erased(photo.album, rows, person_name, _may_be))


def _may_be(row: SuggestedPerson) -> str:
    return row.may_be
