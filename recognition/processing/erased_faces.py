"""Faces of the erased on photos that are recognised again: kept away by their place.

The provider has forgotten the person, so it takes the face for a new one. That one is erased, too:
at the provider, and wherever it is recognised from then on.
"""

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime
from uuid import uuid4

from foundation.privacy.commands import OrderErasureCommand, order_erasure
from foundation.privacy.models import SubjectKind
from recognition.providers.faces import RecognisedPerson
from recognition.providers.faces.port import person_in_space_name
from recognition.records.albums import Album
from recognition.records.erased import person_name
from recognition.records.face_images import face_sources
from recognition.records.persons import ErasedFaces, PhotoPerson
from recognition.records.photos import Photo

WHY = "The face of an erased person was recognised again on its photo, as a new person."
Box = Mapping[str, float]


def keep_places(photo: Photo, faces: Collection[PhotoPerson]) -> None:
    """Keep where the faces of erased persons are, before they are deleted."""
    boxes = [box for face in faces for box in _boxes_of(face)]
    if not boxes:
        return
    known, _ = ErasedFaces.objects.get_or_create(photo=photo)
    known.boxes += [dict(box) for box in boxes if box and box not in known.boxes]
    known.unplaced += boxes.count(None)
    known.save(update_fields=["boxes", "unplaced"])


def without_erased_faces(
    photo: Photo, persons: Sequence[RecognisedPerson], now: datetime
) -> list[RecognisedPerson]:
    """Return the persons whose faces are not where an erased person's is; erase the new ones."""
    known = ErasedFaces.objects.filter(photo=photo).first()
    if known is None:
        return list(persons)
    back = {
        each.person_id
        for each in persons
        if each.box and any(_is_same_place(each.box, box) for box in known.boxes)
    }
    elsewhere = PhotoPerson.objects.filter(person_id__in=back)
    new = back - set(elsewhere.values_list("person_id", flat=True))
    if new:
        _erase(photo.album, sorted(new), now)
    return [each for each in persons if each.person_id not in back]


def _erase(album: Album, persons: Sequence[str], now: datetime) -> None:
    sources = face_sources(album)
    order_erasure(
        OrderErasureCommand(
            erasure_id=uuid4(),
            kind=SubjectKind.PERSON,
            subject={
                "albumId": str(album.pk),
                "persons": list(persons),
                "spaces": list(map(str, sources.spaces)),
                "byNumberProvider": sources.has_number_provider,
                "albums": [{"id": str(album.pk), "numbers": []}],
            },
            names=[
                *(person_name(album.pk, each) for each in persons),
                *(person_in_space_name(space, p) for space in sources.spaces for p in persons),
            ],
            why=WHY,
            by=None,
            now=now,
        )
    )


def _boxes_of(face: PhotoPerson) -> list[Box | None]:
    """Return where a face is, or the faces that were merged into it."""
    return [each["box"] for each in face.merged_from or ()] or [face.box]


def _is_same_place(one: Box, other: Box) -> bool:
    """Return whether the middle of each is within the other: providers draw boxes differently."""
    return _has_middle_of(one, other) and _has_middle_of(other, one)


def _has_middle_of(box: Box, other: Box) -> bool:
    x, y = other["left"] + other["width"] / 2, other["top"] + other["height"] / 2
    return 0 <= x - box["left"] <= box["width"] and 0 <= y - box["top"] <= box["height"]
