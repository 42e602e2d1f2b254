"""Who the faces on a photo may be, beside the persons that they are stored as: for staff only."""

from collections.abc import Collection

from recognition.erased import not_erased, person_name
from recognition.models import Photo, SuggestedPerson
from recognition.providers.faces import RecognisedPerson


def keep_suggested_persons(photo: Photo, faces: Collection[RecognisedPerson]) -> None:
    """Store who the faces may be; the caller has deleted what was stored before.

    Two faces of one photo are never one person, so the photo's persons are not suggested.
    """
    there = {face.person_id for face in faces}
    suggested = {
        (face.person_id, other.person_id): other.confidence
        for face in faces
        for other in reversed(face.possible)
        if other.person_id not in there
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
