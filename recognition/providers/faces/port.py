"""The face-provider port: the interface of all adapters."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import Protocol

from recognition.models import Account
from recognition.providers.availability.pace import Provider
from recognition.providers.images.fetching import Image


@dataclass(frozen=True, slots=True, kw_only=True)
class RecognisedPerson:
    """A person on an image; `box` in fractions of it: left, top, width, height."""

    person_id: str
    confidence: float | None
    box: dict[str, float] | None


def surest(persons: Iterable[RecognisedPerson]) -> Collection[RecognisedPerson]:
    """Return each person once; of two findings, the one of higher confidence."""
    by_confidence = sorted(persons, key=lambda person: person.confidence or 0)
    return {found.person_id: found for found in by_confidence}.values()


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


def provider_of(account: Account) -> Provider:
    """Return the account's provider, for its request rate and its outages."""
    return Provider(
        key=f"account:{account.pk}",
        name=f"face provider {account.name}",
        per_second=account.requests_per_second,
    )
