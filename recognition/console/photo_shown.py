"""What a photo's page begins with: the picture, what was found on it, why, and the deliveries."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, TypeVar
from urllib.parse import urlencode
from uuid import UUID

from django.contrib.admin import ModelAdmin
from django.http import HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.utils.html import format_html
from django.utils.safestring import SafeString

from foundation.messaging.models import OutboxMessage
from foundation.staff.display import address_of_list, address_of_page
from recognition.console.photo_filters import LISTED_BY, neighbours_of
from recognition.console.states_and_pictures import (
    address_of_merge,
    address_of_person,
    face_image,
    in_colour,
    picture_address,
)
from recognition.persons.suggested import MayBe, possible_on_photo
from recognition.photos.deliveries import delivery_in_words, get_deliveries
from recognition.photos.verdicts import (
    SOURCES,
    is_under_way,
    natural,
    verdict_in_words,
    why_in_words,
)
from recognition.records.albums import Album
from recognition.records.numbers import NumberRejection, NumberSource, PhotoNumber, SuggestedNumber
from recognition.records.persons import PhotoPerson
from recognition.records.photos import Photo
from recognition.records.steps import PhotoState
from recognition.wire.picture_copies import PictureSize

# What was found on a photo, as rows beside its picture and boxes on it.


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
    face: SafeString | str = ""
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
        face=face_image(person.photo_id, person.person_id) if person.box else "",
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


PICTURE_KEYS = (
    ("+ −", "larger, smaller; also the wheel, or two fingers"),
    ("0", "the whole picture"),
    ("B", "boxes on and off"),
    ("?", "these keys"),
)
KEYS = (
    ("←", "the previous photo of the list"),
    ("→", "the next photo of the list"),
    ("E", "correct the numbers"),
    *PICTURE_KEYS,
)
_RESULTS = {"persons": "Persons", "tags": "Numbers"}


class PicturePage(ModelAdmin):  # type: ignore[type-arg]  # not subscriptable at run time
    """A photo's page that begins with the picture."""

    change_form_template = "admin/recognition/photo.html"

    def correcting(self, request: HttpRequest, photo: Photo) -> str:
        """Return, as HTML, where staff correct what was found; empty: they may not."""
        return ""

    def change_view(
        self,
        request: HttpRequest,
        object_id: str,
        form_url: str = "",
        extra_context: dict[str, Any] | None = None,
    ) -> HttpResponse:
        page = super().change_view(request, object_id, form_url, extra_context)
        if isinstance(page, TemplateResponse) and page.context_data is not None:
            page.context_data["shown"] = self._shown(request, page.context_data["original"])
        return page

    def _shown(self, request: HttpRequest, photo: Photo) -> dict[str, Any]:
        is_shown = photo.state != PhotoState.DELETED
        may_follow = request.user.has_perm("messaging.view_outboxmessage")
        return {
            "picture": _picture(photo.pk) if is_shown else "",
            "original": photo.image_url if is_shown and is_web_address(photo.image_url) else "",
            "state": in_colour("UnderWay" if is_under_way(photo) else photo.state),
            "name": str(photo),
            "album": address_of_page(Album, photo.album_id),
            "why": why_in_words(photo),
            "marks": marks_of(photo),
            "deliveries": list(_deliveries(photo, with_links=may_follow)),
            "correcting": self.correcting(request, photo),
            "keys": KEYS,
            **_steps(photo, request.GET.get(LISTED_BY, "")),
        }


def is_web_address(address: str) -> bool:
    return address.startswith(("http://", "https://"))


def _picture(photo_id: UUID) -> str:
    return picture_address(photo_id, PictureSize.PAGE)


def _deliveries(photo: Photo, *, with_links: bool) -> Iterator[dict[str, Any]]:
    for delivery in get_deliveries(photo):
        key = f"{photo.pk}/{delivery.kind}"
        is_linked = with_links and delivery.version
        yield {
            "what": _RESULTS[delivery.kind],
            "state": in_colour(delivery.state) if delivery.version else "",
            "words": delivery_in_words(photo, delivery),
            "link": address_of_list(OutboxMessage, q=key) if is_linked else "",
        }


def _steps(photo: Photo, listed_by: str) -> dict[str, str]:
    """Return the addresses of the list, and of the photos before and after in it."""
    found = neighbours_of(photo, listed_by)
    kept = f"?{urlencode({LISTED_BY: listed_by})}" if listed_by else ""
    pages = {"previous": found.previous, "next": found.next}
    steps = {name: address_of_page(Photo, key) + kept for name, key in pages.items() if key}
    return {
        "list": f"{address_of_list(Photo)}{f'?{listed_by}' if listed_by else ''}",
        "next_picture": _picture(found.next) if found.next else "",
        **steps,
    }
