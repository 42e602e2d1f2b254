"""What a person saw on the photos of an album, and the JSON that keeps it (docs/labels.md).

Reading is strict: a file that a person has edited is refused with the place of the fault.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from vision.boxes import Box

FORMAT = "finishline-labels 1"
# Up to three letters before or after the digits; `?` is a digit that cannot be read.
NUMBER = re.compile(r"[A-Z]{0,3}[0-9?]{1,9}[A-Z]{0,3}")
LONGEST_TEXT = 100
OUTSIDE = 1e-6  # of the photo, by rounding


class UnusableLabels(Exception):
    """The labels cannot be used; the text says where and why."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LabelledNumber:
    """A number on a bib; `wearer` is the id of a face of the photo.

    `legible` false: it is known from another photo, and cannot be read here. `box` None: it came
    from a file without boxes.
    """

    value: str
    legible: bool = True
    wearer: int | None = None
    box: Box | None = None

    @property
    def is_complete(self) -> bool:
        """Return whether the text is a number, perhaps with digits that cannot be read."""
        return NUMBER.fullmatch(self.value) is not None

    @property
    def is_certain(self) -> bool:
        """Return whether all of it can be read on this photo."""
        return self.legible and "?" not in self.value


@dataclass(frozen=True, slots=True, kw_only=True)
class LabelledFace:
    """A head, also from behind; `person` is a name of the labeller's choice, or empty."""

    id: int
    box: Box
    person: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class LabelledPhoto:
    """The labels of a photo. Only what is `done` is measured.

    `burst` is the name of the first photo of the burst; empty: it begins one, or is in none.
    `unsure` are patterns of numbers that are neither right nor wrong, as in `numbers.csv`.
    """

    numbers: tuple[LabelledNumber, ...] = ()
    faces: tuple[LabelledFace, ...] = ()
    unsure: tuple[str, ...] = ()
    burst: str = ""
    race: str = ""
    done: bool = False

    def as_json(self) -> dict[str, Any]:
        return {
            "done": self.done,
            "race": self.race,
            "burst": self.burst,
            "numbers": [
                {
                    "value": number.value,
                    "legible": number.legible,
                    "wearer": number.wearer,
                    "box": number.box and number.box.as_json(),
                }
                for number in self.numbers
            ],
            "faces": [
                {"id": face.id, "person": face.person, "box": face.box.as_json()}
                for face in self.faces
            ],
            "unsure": list(self.unsure),
        }


@dataclass(frozen=True, slots=True, kw_only=True)
class LabelledAlbum:
    """The labels of an album, by the photos' names."""

    photos: dict[str, LabelledPhoto] = field(default_factory=dict)

    def burst_of(self, photo: str) -> str:
        """Return the name of the first photo of its burst: its own, if it begins one."""
        return self.photos[photo].burst or photo

    def as_json(self) -> dict[str, Any]:
        photos = {name: photo.as_json() for name, photo in sorted(self.photos.items())}
        return {"format": FORMAT, "photos": photos}


def album_in(document: Any) -> LabelledAlbum:
    """Return the album of a JSON document.

    :raises UnusableLabels: it is not one, or a part of it is not as docs/labels.md says.
    """
    if not isinstance(document, dict) or document.get("format") != FORMAT:
        raise UnusableLabels(f"it is not of the format {FORMAT!r}")
    photos = _of_kind(document.get("photos"), dict, "photos")
    return LabelledAlbum(
        photos={str(name): photo_in(photo, str(name)) for name, photo in photos.items()}
    )


def photo_in(document: Any, place: str) -> LabelledPhoto:
    """Return the photo of a JSON document; `place` names it in refusals.

    :raises UnusableLabels: it is not one, or a number is worn by a face that is missing.
    """
    found = _of_kind(document, dict, place)
    faces = [
        _face(face, f"{place}: face {at}")
        for at, face in enumerate(_of_kind(found.get("faces", []), list, f"{place}: faces"), 1)
    ]
    numbers = [
        _number(number, f"{place}: number {at}")
        for at, number in enumerate(
            _of_kind(found.get("numbers", []), list, f"{place}: numbers"), 1
        )
    ]
    photo = LabelledPhoto(
        numbers=tuple(numbers),
        faces=tuple(faces),
        unsure=tuple(_patterns(found.get("unsure", []), f"{place}: unsure")),
        burst=_text(found, "burst", place),
        race=_text(found, "race", place),
        done=_of_kind(found.get("done", False), bool, f"{place}: done"),
    )
    _check(photo, place)
    return photo


def _check(photo: LabelledPhoto, place: str) -> None:
    ids = [face.id for face in photo.faces]
    if len(ids) != len(set(ids)):
        raise UnusableLabels(f"{place}: two faces have one id")
    for at, number in enumerate(photo.numbers, 1):
        if number.wearer is not None and number.wearer not in ids:
            raise UnusableLabels(f"{place}: number {at}: there is no face {number.wearer}")
        if photo.done and not number.is_complete:
            raise UnusableLabels(f"{place}: number {at}: {number.value!r} is not a number")


def _number(document: Any, place: str) -> LabelledNumber:
    found = _of_kind(document, dict, place)
    wearer, box = found.get("wearer"), found.get("box")
    return LabelledNumber(
        value=_text(found, "value", place),
        legible=_of_kind(found.get("legible", True), bool, f"{place}: legible"),
        wearer=None if wearer is None else _of_kind(wearer, int, f"{place}: wearer"),
        box=None if box is None else _box(box, f"{place}: box"),
    )


def _face(document: Any, place: str) -> LabelledFace:
    found = _of_kind(document, dict, place)
    return LabelledFace(
        id=_of_kind(found.get("id"), int, f"{place}: id"),
        person=_text(found, "person", place),
        box=_box(found.get("box"), f"{place}: box"),
    )


def _box(document: Any, place: str) -> Box:
    found: Mapping[str, Any] = _of_kind(document, dict, place)
    sides = {name: found.get(name) for name in ("left", "top", "width", "height")}
    for name, value in sides.items():
        if isinstance(value, bool) or not isinstance(value, int | float):
            raise UnusableLabels(f"{place}: {name} is not a number")
    box = Box(**{name: float(value) for name, value in sides.items() if value is not None})
    is_inside = box.left + box.width <= 1 + OUTSIDE and box.top + box.height <= 1 + OUTSIDE
    if not (box.left >= 0 and box.top >= 0 and box.width > 0 and box.height > 0 and is_inside):
        raise UnusableLabels(f"{place}: it is not inside the photo")
    return box


def _patterns(document: Any, place: str) -> list[str]:
    found: list[str] = _of_kind(document, list, place)
    for text in found:
        try:
            re.compile(_of_kind(text, str, place).replace("?", "[0-9]"))
        except re.error as error:
            raise UnusableLabels(f"{place}: {text!r} is not a pattern: {error}") from error
    return found


def _text(found: Mapping[str, Any], name: str, place: str) -> str:
    text: str = _of_kind(found.get(name, ""), str, f"{place}: {name}").strip()
    if len(text) > LONGEST_TEXT:
        raise UnusableLabels(f"{place}: {name} has more than {LONGEST_TEXT} characters")
    return text


def _of_kind(value: Any, kind: type, place: str) -> Any:
    if not isinstance(value, kind) or (kind is int and isinstance(value, bool)):
        raise UnusableLabels(f"{place} is not {_KINDS[kind]}")
    return value


_KINDS = {
    dict: "an object",
    list: "a list",
    str: "a text",
    int: "a whole number",
    bool: "true or false",
}
