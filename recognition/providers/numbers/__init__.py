"""The number provider: the port, and the adapter of each wire. `NUMBER_PROVIDER` names one."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Protocol
from uuid import UUID

from django.conf import settings

from recognition.providers.numbers.http import WHO, HttpNumberProvider
from recognition.providers.pace import Provider


@dataclass(frozen=True, slots=True, kw_only=True)
class NumberOrder:
    """A photo or selfie to be recognised: what of it, where its picture is, where to answer.

    `type` and `number_format` are values of `RecognitionType` and `NumberFormat`.
    """

    id: UUID
    album_id: UUID
    type: str
    number_format: str
    image_url: str
    callback_url: str


class NumberProvider(Protocol):
    """What recognition asks of a number provider. It answers by a callback."""

    def request(self, order: NumberOrder) -> str:
        """Send an order; return the provider's own id of it.

        :raises ProcessingFailure: the provider did not accept it.
        """

    def is_signed(self, body: bytes, headers: Mapping[str, str]) -> bool:
        """Return whether a callback is the provider's; without secrets, always."""

    def callback_of(self, body: Any) -> Any:
        """Return a callback's JSON in the shape of our contract (`recognition/wire/reports.py`).

        :raises ParseError: it has another shape (`rest_framework.exceptions`).
        """

    def forget(self, person_id: str) -> None:
        """Delete a person, whom its callbacks named; a provider may keep no persons.

        :raises ProcessingFailure: the person is not known to be deleted.
        """

    def health(self) -> str:
        """Return in words that the provider answers.

        :raises ProcessingFailure: it does not, or refuses our key.
        """


ADAPTERS: dict[str, Callable[[], NumberProvider]] = {"http": HttpNumberProvider}


def number_adapter() -> NumberProvider:
    """Return the adapter of the wire that is set."""
    return ADAPTERS[settings.NUMBER_PROVIDER]()


def number_provider() -> Provider:
    """Return the number provider as a service that may be busy or down."""
    return Provider(
        key=WHO.replace(" ", "-"),
        name=WHO,
        per_second=settings.NUMBER_PROVIDER_REQUESTS_PER_SECOND or None,
    )
