"""The face-provider port: the interface of all adapters, and what they share and require."""

import math
import re
import sys
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol
from uuid import UUID

from django.db import transaction

from foundation.fetching.pictures import Image
from foundation.privacy.registry import Name, erased_among
from foundation.records.formats import DAMAGED, is_storable
from recognition.providers.models import Account, AccountSpace, FaceProviderName, KnownFace
from recognition.providers.pace import Provider

# Who was found, how surely, and where on the image; the last two are left out if they make no
# sense.

_SIDES = ("left", "top", "width", "height")
MAX_PERSON_ID = 200  # characters
MOST_POSSIBLE = 5  # persons a face


@dataclass(frozen=True, slots=True, kw_only=True)
class PossiblePerson:
    """A person that a face may be, less surely than the person that it was recognised as."""

    person_id: str
    confidence: float | None


def finite(value: Any) -> float | None:
    """Return a finite number; None for anything else, as a text or a boolean.

    A whole number beyond all floats is the largest one.
    """
    if isinstance(value, bool) or not isinstance(value, int | float):
        return None
    try:
        return float(value) if math.isfinite(value) else None
    except OverflowError:
        return math.copysign(sys.float_info.max, 1 if value > 0 else -1)


def fraction(value: Any) -> float | None:
    """Return a finite number, cut to 0 to 1; None for anything else."""
    number = finite(value)
    return None if number is None else _cut(number)


def box_of(value: Any) -> dict[str, float] | None:
    """Return a box of left, top, width, height, cut to the image.

    None for anything else than four finite numbers, and for a box outside the image.
    """
    if not isinstance(value, dict):
        return None
    sides = [finite(value.get(name)) for name in _SIDES]
    if any(side is None for side in sides):
        return None
    left, top, width, height = (side or 0.0 for side in sides)
    across, down = _within(left, width), _within(top, height)
    if across is None or down is None:
        return None
    return dict(zip(_SIDES, (across[0], down[0], across[1], down[1]), strict=True))


def person_id(value: object) -> str:
    """Return what a provider calls a person, as text."""
    if isinstance(value, bool) or not isinstance(value, str | int):
        raise TypeError(value)
    text = str(value)
    is_whole = is_storable(text) and DAMAGED not in text
    if not text or len(text) > MAX_PERSON_ID or not is_whole:
        raise ValueError(text)
    return text


def possible_persons(items: object, name_of_id: str) -> tuple[PossiblePerson, ...]:
    """Return who a face may be, at most `MOST_POSSIBLE`; malformed items are ignored."""
    found = []
    for item in items if isinstance(items, list) else ():
        given = item if isinstance(item, dict) else {}
        try:
            known = person_id(given.get(name_of_id))
        except (TypeError, ValueError):
            continue
        found.append(PossiblePerson(person_id=known, confidence=fraction(given.get("confidence"))))
    return tuple(found[:MOST_POSSIBLE])


def _within(begin: float, length: float) -> tuple[float, float] | None:
    """Return the part of a side that is in the image; None: it is outside."""
    if begin >= 0 and length > 0 and begin + length <= 1:
        return begin, length
    cut = _cut(begin)
    rest = _cut(begin + length) - cut
    return (cut, rest) if rest > 0 else None


def _cut(place: float) -> float:
    return min(1.0, max(0.0, place))


@dataclass(frozen=True, slots=True, kw_only=True)
class RecognisedPerson:
    """A person on an image; `box` in fractions of it: left, top, width, height.

    `possible`: other known persons that the face may be; suggestions for staff, no result.
    """

    person_id: str
    confidence: float | None
    box: dict[str, float] | None
    possible: tuple[PossiblePerson, ...] = ()


def surest(persons: Iterable[RecognisedPerson]) -> Collection[RecognisedPerson]:
    """Return each person once; of two findings, the one of higher confidence."""
    by_confidence = sorted(persons, key=lambda person: person.confidence or 0)
    return {found.person_id: found for found in by_confidence}.values()


def person_in_space_name(space_id: UUID, person_id: str) -> Name:
    return ("person in space", str(space_id), person_id)


class FaceProvider(Protocol):
    """What recognition asks of a face provider."""

    def recognise(self, image: Image, image_id: str) -> Sequence[RecognisedPerson]:
        """Return the persons on an image; enrol unknown faces as new persons.

        A repeat with the same `image_id` enrols no face a second time.

        :raises ProcessingFailure: no usable answer.
        """

    def search(self, image: Image) -> Sequence[RecognisedPerson]:
        """Return the known persons on an image; unknown faces are ignored and not enrolled.

        :raises ProcessingFailure: no usable answer.
        """

    def forget(self, person_id: str, face_ids: Sequence[str]) -> None:
        """Delete a person; one that the provider does not have counts as deleted.

        :param face_ids: the faces that are known to be the person's.
        :raises ProcessingFailure: it is not known to be deleted.
        """

    def describe(self) -> str:
        """Ask for what changes nothing and needs address and credentials; return it in words.

        :raises ProcessingFailure: no usable answer.
        """


def provider_of(account: Account) -> Provider:
    """Return the account's provider, for its request rate and its outages."""
    return Provider(
        key=f"account:{account.pk}",
        name=f"face provider {account.name}",
        per_second=account.requests_per_second,
    )


@transaction.atomic
def decide_person(space: AccountSpace, face_id: str, alike: Sequence[str]) -> str:
    """Return the person of a face; a new person if no similar face is known.

    Two photos of an unknown runner may be processed at the same time: each finds the other's face,
    undecided. The first process decides for all faces of the group while it locks the space, so
    the second finds its own face decided.

    :param face_id: the provider's id of the face.
    :param alike: ids of faces similar enough to be the same person, the most similar first.
    """
    AccountSpace.objects.select_for_update(no_key=True).get(pk=space.pk)
    group = [face_id, *alike]
    known = KnownFace.objects.persons(space, group)
    candidates = [known[face] for face in group if face in known] + [*alike, face_id]
    names = {person_in_space_name(space.pk, person): person for person in candidates}
    erased = {names[name] for name in erased_among(names)}
    decided = next((known[face] for face in group if face in known), None)
    person = next((each for each in candidates if each not in erased), face_id)
    KnownFace.objects.bulk_create(
        KnownFace(space=space, face_id=face, person_id=person)
        for face in (group if decided is None else [face_id])
        if face not in known
    )
    return person


# Sent in a header: for other characters the HTTP client raises an error that quotes the key.
_SENDABLE = re.compile(r"[!-~]+")

Check = Callable[[Any], str]


@dataclass(frozen=True, slots=True, kw_only=True)
class Needs:
    """The credentials that an adapter knows and requires, and whether it needs an address.

    An account has all or none of `together`, and one of `one_of`. The adapter adds `path` to the
    address.
    """

    keys: Mapping[str, Check]
    required: frozenset[str] = frozenset()
    together: frozenset[str] = frozenset()
    one_of: frozenset[str] = frozenset()
    address: bool = True
    path: str = ""


def _text(value: Any) -> str:
    fits = isinstance(value, str) and _SENDABLE.fullmatch(value)
    return "" if fits else "must be visible ASCII without spaces"


def _texts_by_name(value: Any) -> str:
    fits = isinstance(value, dict) and value and not any(map(_text, value.values()))
    return "" if fits else "must be an object of space → API key, of visible ASCII without spaces"


def _fraction(value: Any) -> str:
    fits = isinstance(value, int | float) and not isinstance(value, bool) and 0 < value <= 1
    return "" if fits else "must be a number above 0 and at most 1"


_HTTP = Needs(keys={"key": _text})
NEEDS = {
    FaceProviderName.LOCAL: _HTTP,
    FaceProviderName.SANDBOX: _HTTP,
    FaceProviderName.COMPREFACE: Needs(
        keys={"key": _text, "keys": _texts_by_name, "similarity": _fraction},
        one_of=frozenset({"key", "keys"}),
        path="/api/v1",
    ),
    FaceProviderName.REKOGNITION: Needs(
        keys={
            **dict.fromkeys(("region", "accessKeyId", "secretAccessKey", "sessionToken"), _text),
            "similarity": _fraction,
        },
        required=frozenset({"region"}),
        together=frozenset({"accessKeyId", "secretAccessKey"}),
        address=False,
    ),
}


def faults_of(provider: str, base_url: str, credentials: Mapping[str, Any]) -> dict[str, str]:
    """Return, by field, what is wrong with an account's `base_url` and `credentials`.

    The texts name keys, never values.
    """
    needs, faults = NEEDS[FaceProviderName(provider)], {}
    if needs.address and not base_url:
        faults["base_url"] = "It needs a base URL."
    elif needs.path and base_url.rstrip("/").endswith(needs.path):
        faults["base_url"] = f"The base URL ends before {needs.path}, which is added."
    if wrong := " ".join(_wrong_credentials(needs, provider, credentials)):
        faults["credentials"] = wrong
    return faults


def _wrong_credentials(
    needs: Needs, provider: str, credentials: Mapping[str, Any]
) -> Iterator[str]:
    given, known = set(credentials), set(needs.keys)
    wanted = needs.required | (needs.together if given & needs.together else set())
    for key in sorted(given - known):
        yield f"{key} is no credential of {provider}."
    for key in sorted(wanted - given):
        yield f"The credential {key} is missing."
    if needs.one_of and len(given & needs.one_of) != 1:
        yield f"It needs just one of the credentials {' and '.join(sorted(needs.one_of))}."
    for key in sorted(given & known):
        if fault := needs.keys[key](credentials[key]):
            yield f"The credential {key} {fault}."
