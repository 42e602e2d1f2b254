"""What was recognised on a photo, in one sentence for staff."""

from collections.abc import Sequence

from recognition.models import FACES, NUMBERS, Photo, PhotoNumber
from recognition.queries.photos.verdicts import verdict_in_words
from recognition.strategies import recognises

MOST = 3  # rejected numbers that are explained


def results_in_words(photo: Photo) -> str:
    """Return which numbers and how many persons a processed photo has, or why it has no number.

    The photo's album, numbers and persons are read.
    """
    return f"{_numbers(photo)} {_persons(photo)}"


def natural(number: str) -> tuple[int, str]:
    """Return the sort key of a start number: 59 comes before 1217."""
    return len(number), number


def _numbers(photo: Photo) -> str:
    numbers = sorted(photo.numbers.all(), key=lambda number: natural(number.value))
    accepted = [number.value for number in numbers if not number.rejection]
    rejected = [number for number in numbers if number.rejection]
    if accepted:
        more = f", {len(rejected)} rejected" if rejected else ""
        return f"Numbers: {', '.join(accepted)}{more}."
    if rejected:
        return f"No number: {_why_rejected(photo, rejected)}."
    if not recognises(photo.album, NUMBERS):
        return "The album's strategy reads no numbers."
    return "No number: none was read on the photo."


def _why_rejected(photo: Photo, rejected: Sequence[PhotoNumber]) -> str:
    digits = photo.album.start_number_capacity
    shown = [f"“{each.value}” {verdict_in_words(each, digits)}" for each in rejected[:MOST]]
    more = len(rejected) - MOST
    return "; ".join([*shown, *([f"{more} more rejected"] if more > 0 else [])])


def _persons(photo: Photo) -> str:
    count = len(photo.persons.all())
    if count:
        return f"{count} person{'' if count == 1 else 's'}."
    return "No face was found." if recognises(photo.album, FACES) else "Faces are not recognised."
