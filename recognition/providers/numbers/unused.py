"""What is not used of a callback's items, and why, for the history of its photo."""

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any
from uuid import UUID

from recognition.providers.evidence import fraction
from recognition.providers.numbers.callbacks import (
    MAX_ITEMS,
    Payload,
    number_in,
    person_in,
    photo_of,
)


def unused_in(payload: Payload, asked: UUID) -> Iterator[str]:
    """Yield a sentence on each item that cannot be used, `tags[1]: it has no value.`

    :param asked: the photo that the request was about, for a payload that names none.
    """
    default = photo_of(payload, asked)
    for index, person in enumerate(payload["persons"]):
        if fault := _fault_of_name(person) or _fault_of_person(person):
            yield f"persons[{index}]: {fault}."
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


def _fault_of_person(item: Payload) -> str:
    return "" if person_in(item) else "its id cannot be used"


def _fault_of_tag(item: Any) -> str:
    if not isinstance(item, Mapping):
        return "it is no object"
    if number_in(item) is None:
        return "it has no value"
    confidence = item.get("confidence")
    if confidence is not None and fraction(confidence) is None:
        return "its confidence is no number and counts as 0"
    return ""
