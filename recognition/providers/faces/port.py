"""The face-provider port: what recognition asks of a face provider."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import Protocol

from recognition.models import Account
from recognition.providers.availability import Provider
from recognition.providers.images.fetching import Image


@dataclass(frozen=True, slots=True, kw_only=True)
class RecognisedPerson:
    """A person on an image; `box` in fractions of it: left, top, width, height."""

    person_id: str
    confidence: float | None
    box: dict[str, float] | None


def surest(persons: Iterable[RecognisedPerson]) -> Collection[RecognisedPerson]:
    """Return each person once: of one that was found twice, the surer finding."""
    by_confidence = sorted(persons, key=lambda person: person.confidence or 0)
    return {found.person_id: found for found in by_confidence}.values()


class FaceProvider(Protocol):
    """What recognition asks of a face provider."""

    def recognise(self, image: Image, image_id: str) -> Sequence[RecognisedPerson]:
        """Return the persons on an image; an unknown face becomes a new person.

        Asking again with the same `image_id` makes no second person of the same face.

        :raises ProcessingFailure: no answer that can be used.
        """

    def search(self, image: Image) -> Sequence[RecognisedPerson]:
        """Return the known persons on an image; unknown faces are left out.

        No person is created, and the provider keeps nothing of the image.

        :raises ProcessingFailure: no answer that can be used.
        """


def provider_of(account: Account) -> Provider:
    """Return the provider behind an account as one that may be busy or down."""
    return Provider(
        key=f"account:{account.pk}",
        name=f"face provider {account.name}",
        per_second=account.requests_per_second,
    )
