"""Who wears which number on a photo, by the places of the numbers and of the faces."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from math import hypot
from typing import TypeVar

from recognition.records.numbers import NumberFacts, NumberRejection, PhotoNumber
from recognition.records.persons import PersonFacts
from recognition.records.photos import Photo

Box = Mapping[str, float]
N = TypeVar("N", bound=NumberFacts)

# A number is worn about three heights of a face below its middle. On 24 race photos with several
# faces most numbers were less than half a unit from the nearest face, and 2 or more from the next.
_BELOW = 3.0  # heights of the face
_NEAR = 1.0
_CLEARLY = 3.0


def wearers_of(numbers: Sequence[NumberFacts], persons: Iterable[PersonFacts]) -> list[str]:
    """Return who wears each number of a photo; empty where that is not clear.

    A person wears one number. Two that would both be theirs have no wearer; but an unsure reading
    does not make an accepted number unclear. Other rejected readings have no wearer.
    """
    faces = [(person.person_id, person.box) for person in persons if person.box]
    above = [wearer_of(each.box, faces) if each.box else None for each in numbers]
    worn = [""] * len(numbers)
    for rejection in ("", NumberRejection.LOW_CONFIDENCE):
        taken = {*worn}
        clear = {
            at: above[at] or "" for at, each in enumerate(numbers) if each.rejection == rejection
        }
        times = Counter(clear.values())
        for at, wearer in clear.items():
            if times[wearer] == 1 and wearer not in taken:
                worn[at] = wearer
    return worn


def numbers_of(person_id: str, numbers: Iterable[N]) -> list[N]:
    """Return which of a photo's numbers may be a person's: the one worn, or else those of no one.

    :param numbers: of one photo that the person is on.
    """
    theirs = [number for number in numbers if number.worn_by in ("", person_id)]
    return [number for number in theirs if number.worn_by] or theirs


def wearer_of(number: Box, faces: Sequence[tuple[str, Box]]) -> str | None:
    """Return the person whose face stands clearly above a number; None: it is not clear.

    :param faces: a person and the place of the face each; places are parts of the photo's size.
    """
    near = sorted((_distance(number, box), person) for person, box in faces)
    if not near or near[0][0] > _NEAR:
        return None
    return near[0][1] if len(near) == 1 or near[1][0] > _CLEARLY * near[0][0] else None


def _distance(number: Box, face: Box) -> float:
    """Return how far a number is from where the runner would wear it, in sizes of the face."""
    if not (face["width"] and face["height"]):
        return float("inf")
    (number_x, number_y), (face_x, face_y) = _middle(number), _middle(face)
    aside = (number_x - face_x) / face["width"]
    below = (number_y - face_y) / face["height"] - _BELOW
    return hypot(aside, below / 2)


def _middle(box: Box) -> tuple[float, float]:
    return box["left"] + box["width"] / 2, box["top"] + box["height"] / 2


# Which person of a photo wears which of its numbers, kept with the number (`worn_by`).


def link_numbers(photo: Photo) -> None:
    """Store who wears the photo's numbers; the caller has changed its persons.

    By what is on the photo now: a merge or a correction by staff changes the links, too.
    """
    PhotoNumber.objects.bulk_update(link_to_wearers(photo, photo.stored_numbers()), ["worn_by"])


def link_to_wearers(photo: Photo, numbers: Sequence[PhotoNumber]) -> list[PhotoNumber]:
    """Set who wears the numbers, all that the photo has; return those that changed, not saved."""
    if not any(number.box for number in numbers):
        return []
    changed = []
    for number, wearer in zip(numbers, wearers_of(numbers, photo.stored_persons()), strict=True):
        if number.worn_by != wearer:
            number.worn_by = wearer
            changed.append(number)
    return changed
