"""Which person of a photo wears which of its numbers, kept with the number (`worn_by`)."""

from collections.abc import Sequence

from recognition.models import Photo, PhotoNumber
from recognition.wearing import wearers_of


def link_numbers(photo: Photo) -> None:
    """Store who wears the photo's numbers; the caller has changed its persons.

    By what is on the photo now: a merge or a correction by staff changes the links, too.
    """
    PhotoNumber.objects.bulk_update(link_to_wearers(photo, list(photo.numbers.all())), ["worn_by"])


def link_to_wearers(photo: Photo, numbers: Sequence[PhotoNumber]) -> list[PhotoNumber]:
    """Set who wears the numbers, all that the photo has; return those that changed, not saved."""
    if not any(number.box for number in numbers):
        return []
    changed = []
    for number, wearer in zip(numbers, wearers_of(numbers, photo.persons.all()), strict=True):
        if number.worn_by != wearer:
            number.worn_by = wearer
            changed.append(number)
    return changed
