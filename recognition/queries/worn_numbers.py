"""Persons who wear two numbers: perhaps two people whose faces were taken for one."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from uuid import UUID

from recognition.models import PhotoNumber
from recognition.models.photo_numbers import OF_OTHER_PHOTOS
from recognition.queries.persons import MOST_READ, photos_of_person

AT_THE_EDGE = 0.7  # of confidence; 0.5 is the bound of known persons
MOST_NAMED = 8  # photos of a number


@dataclass(frozen=True, slots=True, kw_only=True)
class WornNumber:
    """A sure number below a person's face: on which photos, and the surest of these faces."""

    value: str
    photos: Sequence[UUID]
    face: float | None

    @property
    def is_at_the_edge(self) -> bool:
        """Whether none of the faces is surely the person's."""
        return self.face is None or self.face < AT_THE_EDGE


def numbers_of_perhaps_two(album_id: UUID, person_id: str) -> Sequence[WornNumber]:
    """Return the numbers of a person who is perhaps two people, the most frequent first.

    One runner wears one number. Where two are worn, one may be misread; but if no face above one of
    them is surely the person's, it may be another runner's.
    """
    rows = photos_of_person(album_id, person_id).values_list("photo", "confidence")[:MOST_READ]
    faces = dict(rows)
    sure = PhotoNumber.objects.current().filter(photo__in=faces, worn_by=person_id)
    photos = defaultdict[str, list[UUID]](list)
    for value, photo in (
        sure.exclude(OF_OTHER_PHOTOS).order_by("photo").values_list("value", "photo")
    ):
        photos[value].append(photo)
    worn = [
        WornNumber(value=value, photos=some[:MOST_NAMED], face=_surest([faces[at] for at in some]))
        for value, some in sorted(photos.items(), key=lambda each: (-len(each[1]), each[0]))
    ]
    is_doubtful = len(worn) > 1 and any(each.is_at_the_edge for each in worn)
    return worn if is_doubtful else []


def _surest(faces: Sequence[float | None]) -> float | None:
    return max((face for face in faces if face is not None), default=None)
