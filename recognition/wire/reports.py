"""The number provider's callback: what its payload reports of which photo.

`{name, persons: [item], tags: [item], error?}`, items `{id, name?, value?, confidence?, box?}`.
`regions: [{name?, confidence?, box}]`, if sent: where a number may stand that could not be read.
A person may have `possible: [{id, confidence}]`: other persons that the face may be.
`name` is `"{photoId};…"`, of the payload or of an item. A tag may have `alternatives: [{value,
confidence}]` and `phrase`, the text around it; malformed ones are ignored.
"""

import hashlib
import json
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeVar
from uuid import UUID

from foundation.records.refusals import bounded
from foundation.records.texts import reworded
from recognition.numbers.judging import Alternative, ReadNumber
from recognition.providers.faces import RecognisedPerson
from recognition.providers.faces.port import box_of, fraction, person_id, possible_persons
from recognition.providers.failures import FinalFailure, PictureMissing, ProcessingFailure

Payload = Mapping[str, Any]
T = TypeVar("T")
MOST_ALTERNATIVES = 5
MAX_TEXT = 200  # characters
MAX_ITEMS = 1000  # persons or numbers of a photo
MAX_REGIONS = 20  # of a photo


@dataclass(frozen=True, slots=True, kw_only=True)
class UnreadRegion:
    """Where a number may stand that the provider could not read; `box` as fractions."""

    box: dict[str, float]
    confidence: float | None


UNUSABLE = ReadNumber(text="", confidence=None, box=None)  # what cannot be used, on its photo


@dataclass(frozen=True, slots=True, kw_only=True)
class PhotoReport:
    """What a callback reports of one photo. An empty list: nothing was found."""

    persons: list[RecognisedPerson] = field(default_factory=list)
    numbers: list[ReadNumber] = field(default_factory=list)
    regions: list[UnreadRegion] = field(default_factory=list)


def reports_of(payload: Payload, asked: UUID) -> dict[UUID, PhotoReport]:
    """Return the report on each photo that the payload names; a name that is no guid names none.

    Of each photo the first `MAX_ITEMS` persons and numbers are used. One `UNUSABLE` reading stands
    for all its tags that cannot be used; a tag whose own name names no photo is among those of the
    payload's photo.

    :param asked: the photo that the request was about, for a payload that names none.
    """
    default = photo_of(payload, asked)
    reports: defaultdict[UUID, PhotoReport] = defaultdict(PhotoReport)
    is_about_default = payload.get("name") or not (payload["persons"] or payload["tags"])
    if default is not None and is_about_default:
        reports[default] = PhotoReport()
    for item in payload["persons"]:
        if photo_id := photo_of(item, default):
            _add(reports[photo_id].persons, person_in(item))
    _add_regions(reports, payload, default)
    with_unusable: set[UUID | None] = set()
    for tag in payload["tags"]:
        photo_id, number = photo_of(tag, default), number_in(tag)
        if photo_id:
            _add(reports[photo_id].numbers, number)
        if not photo_id or not number:
            with_unusable.add(photo_id or default)
    for named in reports.keys() & with_unusable:
        reports[named].numbers.append(UNUSABLE)
    return dict(reports)


def named_in(payload: Payload) -> set[UUID]:
    """Return the photos that a payload names, itself or in its items."""
    items = (payload, *payload["persons"], *payload["tags"])
    return {named for item in items if (named := photo_of(item, None))}


def failure_in(payload: Payload) -> ProcessingFailure | None:
    """Return the error that the provider reports; None: it reports none.

    `error: {code, detail, retriable}` beside two empty collections; not `retriable`: trying again
    cannot help.
    """
    error = payload.get("error")
    if not error or payload["persons"] or payload["tags"]:
        return None
    said: Mapping[str, Any] = error if isinstance(error, Mapping) else {}
    words = said.get("detail") or said.get("code")
    reason = reworded(words) if isinstance(words, str) else "The number provider could not do it."
    if said.get("retriable") is not False:
        return ProcessingFailure(bounded(reason))
    is_missing = said.get("code") == "picture-missing"  # of our own number server
    return (PictureMissing if is_missing else FinalFailure)(bounded(reason))


def unused_in(payload: Payload, asked: UUID) -> Iterator[str]:
    """Yield a sentence for the history on each unusable item: `tags[1]: it has no value.`

    :param asked: the photo that the request was about, for a payload that names none.
    """
    default = photo_of(payload, asked)
    for index, person in enumerate(payload["persons"]):
        if fault := _fault_of_name(person):
            yield f"persons[{index}]: {fault}."
        elif person_in(person) is None:
            yield f"persons[{index}]: its id cannot be used."
    for index, tag in enumerate(payload["tags"]):
        if fault := _fault_of_name(tag) or _fault_of_tag(tag):
            yield f"tags[{index}]: {fault}."
    for collection in ("persons", "tags"):
        named = Counter(photo_of(item, default) for item in payload[collection])
        if max(named.values(), default=0) > MAX_ITEMS:
            yield f"{collection}: of a photo the first {MAX_ITEMS:,} are used."


def _fault_of_name(item: Any) -> str:
    names_none = photo_of(item, UUID(int=0)) is None
    return "its name is none of a photo" if names_none else ""


def _fault_of_tag(item: Any) -> str:
    if not isinstance(item, Mapping):
        return "it is no object"
    if number_in(item) is None:
        return "it has no value"
    confidence = item.get("confidence")
    if confidence is not None and fraction(confidence) is None:
        return "its confidence is no number and counts as 0"
    return ""


def digest_of(payload: Payload) -> str:
    """Return the digest of a payload: SHA-256 of its JSON, keys sorted."""
    return hashlib.sha256(json.dumps(payload, sort_keys=True).encode()).hexdigest()


def photo_of(item: object, default: UUID | None) -> UUID | None:
    """Return the photo that a payload or an item names; without a name, the default.

    The first segment of the name is its id. None: the name is none of a photo.
    """
    name = item.get("name") if isinstance(item, Mapping) else None
    if name is None or name == "":
        return default
    try:
        return UUID(name.split(";", 1)[0].strip()) if isinstance(name, str) else None
    except ValueError:
        return None


def person_in(item: Payload) -> RecognisedPerson | None:
    """Return the person of an item; None: the id cannot be used."""
    try:
        known = person_id(item["id"])
    except (TypeError, ValueError):
        return None
    return RecognisedPerson(
        person_id=known,
        confidence=fraction(item.get("confidence")),
        box=box_of(item.get("box")),
        possible=possible_persons(item.get("possible"), "id"),
    )


def number_in(item: object) -> ReadNumber | None:
    """Return the reading of a tag; None: there is nothing that was read."""
    if not isinstance(item, Mapping):
        return None
    value, others = item.get("value"), _alternatives(item.get("alternatives"))
    text = str(value) if isinstance(value, str) or type(value) is int else ""
    if not text and not others:
        return None
    confidence = item.get("confidence")
    return ReadNumber(
        text=text,
        # None is not checked: only if the provider sent none.
        confidence=None if confidence is None else fraction(confidence) or 0.0,
        box=box_of(item.get("box")),
        alternatives=others,
        phrase=phrase if isinstance(phrase := item.get("phrase"), str) else "",
    )


def _add_regions(
    reports: Mapping[UUID, PhotoReport], payload: Payload, default: UUID | None
) -> None:
    """Add usable regions to the reports on their photos."""
    given = payload.get("regions")
    for item in given if isinstance(given, list) else ():
        box = box_of(item.get("box")) if isinstance(item, Mapping) else None
        named = photo_of(item, default)
        report = reports.get(named) if named else None
        if box and report and len(report.regions) < MAX_REGIONS:
            region = UnreadRegion(box=box, confidence=fraction(item.get("confidence")))
            report.regions.append(region)


def _add(found: list[T], item: T | None) -> None:
    if item is not None and len(found) < MAX_ITEMS:
        found.append(item)


def _alternatives(items: object) -> tuple[Alternative, ...]:
    found = []
    for item in items if isinstance(items, list) else ():
        given = item if isinstance(item, dict) else {}
        value, confidence = given.get("value"), fraction(given.get("confidence"))
        if isinstance(value, str) and len(value) <= MAX_TEXT and confidence is not None:
            found.append(Alternative(value=value, confidence=confidence))
    return tuple(found[:MOST_ALTERNATIVES])
