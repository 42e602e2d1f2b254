"""Who the faces on a photo may be, beside the persons that they are stored as: for staff only."""

from collections.abc import Collection

from recognition.erased import not_erased, person_name
from recognition.models import Photo, SuggestedPerson
from recognition.providers.faces import RecognisedPerson


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
