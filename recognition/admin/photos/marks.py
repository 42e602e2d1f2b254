"""What was found on a photo, as rows beside its picture and boxes on it."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import TypeVar

from django.utils.html import format_html
from django.utils.safestring import SafeString

from recognition.admin.addresses import address_of_merge, address_of_person
from recognition.models import (
    NumberRejection,
    NumberSource,
    Photo,
    PhotoNumber,
    PhotoPerson,
    SuggestedNumber,
)
from recognition.queries.photos.verdicts import SOURCES, natural, verdict_in_words
from recognition.queries.suggested_persons import MayBe, possible_on_photo

N = TypeVar("N", PhotoNumber, SuggestedNumber)


class Meaning(StrEnum):
    """What a mark means: its colour and line."""

    ACCEPTED = "accepted"
    UNSURE = "unsure"
    REJECTED = "rejected"
    SUGGESTED = "suggested"
    FACE = "face"


@dataclass(frozen=True, slots=True, kw_only=True)
class MayBePerson:
    """Another person that a face may be: the page of that person, and where the two are merged."""

    person_id: str
    facts: str
    page: str
    merge: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PhotoMark:
    """A row; `key` names it and its box, `place` is the style of the box, empty without one.

    `wearer` is the row of the person who wears a number: the two are lit together.
    """

    key: str
    meaning: Meaning
    value: str
    verdict: str
    facts: str
    place: SafeString | str
    may_be: Sequence[MayBePerson] = ()
    worn_by: str = ""
    wearer: str = ""

    @property
    def label(self) -> str:
        worn = f", worn by person {self.worn_by}" if self.worn_by else ""
        return f"{self.value}: {self.verdict}{worn}" if self.verdict else f"person {self.value}"


@dataclass(frozen=True, slots=True, kw_only=True)
class PhotoMarks:
    """What was found on a photo, in the order of the rows."""

    numbers: list[PhotoMark]
    persons: list[PhotoMark]
    suggestions: list[PhotoMark]

    @property
    def boxes(self) -> list[PhotoMark]:
        """Those with a box; faces first, so that numbers lie above them."""
        marks = [*self.persons, *self.suggestions, *self.numbers]
        return [mark for mark in marks if mark.place]


def marks_of(photo: Photo) -> PhotoMarks:
    """Return the numbers, the accepted ones first, the persons, the surest first, and the rest."""
    digits, may_be = photo.album.start_number_capacity, possible_on_photo(photo)
    persons = sorted(photo.persons.all(), key=_sureness)
    rows = {each.person_id: _key_of(each) for each in persons}
    return PhotoMarks(
        numbers=[_number(each, digits, rows) for each in _in_order(photo.numbers.all())],
        persons=[_person(each, may_be.get(each.person_id, ())) for each in persons],
        suggestions=[
            _suggestion(each, digits) for each in _in_order(photo.suggested_numbers.all())
        ],
    )


def _in_order(numbers: Iterable[N]) -> list[N]:
    return sorted(numbers, key=lambda number: (number.rejection, natural(number.value)))


def _sureness(person: PhotoPerson) -> tuple[float, int]:
    return -(person.confidence or 0), person.pk


def _key_of(person: PhotoPerson) -> str:
    return f"person-{person.pk}"


def _number(number: PhotoNumber, digits: int, rows: Mapping[str, str]) -> PhotoMark:
    worn_by = number.worn_by if number.worn_by in rows else ""
    return PhotoMark(
        key=f"number-{number.pk}",
        meaning=_meaning_of(number),
        value=number.value,
        verdict=verdict_in_words(number, digits),
        facts=_facts(SOURCES[NumberSource(number.source)], number.confidence),
        place=_place(number.box),
        worn_by=worn_by,
        wearer=rows.get(worn_by, ""),
    )


def _meaning_of(number: PhotoNumber) -> Meaning:
    if number.is_unsure or number.rejection == NumberRejection.LOW_CONFIDENCE:
        return Meaning.UNSURE
    return Meaning.REJECTED if number.rejection else Meaning.ACCEPTED


def _suggestion(number: SuggestedNumber, digits: int) -> PhotoMark:
    return PhotoMark(
        key=f"suggestion-{number.pk}",
        meaning=Meaning.SUGGESTED,
        value=number.value,
        verdict=verdict_in_words(number, digits) if number.rejection else "suggested",
        facts=_facts("", number.confidence),
        place=_place(number.box),
    )


def _person(person: PhotoPerson, may_be: Iterable[MayBe]) -> PhotoMark:
    return PhotoMark(
        key=_key_of(person),
        meaning=Meaning.FACE,
        value=person.person_id,
        verdict="",
        facts=_facts("", person.confidence),
        place=_place(person.box),
        may_be=[
            MayBePerson(
                person_id=other.person_id,
                facts=_facts("", other.confidence),
                page=address_of_person(person.photo.album_id, other.person_id),
                merge=address_of_merge(person.photo.album_id, person.person_id, other.person_id),
            )
            for other in may_be
        ],
    )


def _facts(read_by: str, confidence: float | None) -> str:
    sure = "" if confidence is None else f"confidence {confidence:.0%}"
    return ", ".join(fact for fact in (read_by, sure) if fact)


def _place(box: dict[str, float] | None) -> SafeString | str:
    """Return the style of a box: percents of the picture."""
    if box is None:
        return ""
    sides = (f"{name}:{100 * box[name]:.2f}%" for name in ("left", "top", "width", "height"))
    return format_html("{}", ";".join(sides))
