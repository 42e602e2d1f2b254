"""The face-provider port: the interface of all adapters, and what they share."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import Protocol
from uuid import UUID

from django.db import transaction

from foundation.fetching.pictures import Image
from foundation.privacy.registry import Name, erased_among
from recognition.providers.evidence import PossiblePerson
from recognition.providers.models import Account, AccountSpace, KnownFace
from recognition.providers.pace import Provider


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
