"""What was recognised on a photo as the persons that staff say they are."""

from collections import defaultdict
from collections.abc import Iterable
from typing import Any
from uuid import UUID

from recognition.models import Album, Photo, PhotoPerson
from recognition.providers.faces import RecognisedPerson
from recognition.queries.persons import Merges, merges_of

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
