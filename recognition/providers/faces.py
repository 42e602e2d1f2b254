"""The face-provider port, and the adapters by the name that an account gives them.

`local` is the recognition server that comes with this project, `sandbox` a played provider; both
speak the same small contract:
`POST {base}/spaces/{space}/faces?enrol=true` with the image as the body →
`{faces: [{personId, confidence, box: {left, top, width, height}}]}`; with `enrol=false` unknown
faces are left out.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Protocol
from urllib.parse import quote

from django.conf import settings

from recognition.failures import ProcessingFailure
from recognition.images import Image
from recognition.measures import box_of, finite
from recognition.models import Account, AccountSpace, FaceProviderName
from recognition.wire import call, read_json


@dataclass(frozen=True, slots=True, kw_only=True)
class RecognisedPerson:
    """A person on an image; `box` in fractions of it: left, top, width, height."""

    person_id: str
    confidence: float | None
    box: dict[str, float] | None


class FaceProvider(Protocol):
    """What recognition asks of a face provider."""

    def recognise(self, image: Image, image_id: str) -> Sequence[RecognisedPerson]:
        """Return the persons on an image; a face that nobody knows becomes a new person.

        Asking again with the same `image_id` makes no second person of the same face.

        :raises ProcessingFailure: no answer that can be used.
        """

    def search(self, image: Image) -> Sequence[RecognisedPerson]:
        """Return the known persons on an image; a face that nobody knows is left out.

        Nobody becomes known by it, and the provider is to keep nothing of the image.

        :raises ProcessingFailure: no answer that can be used.
        """


class HttpFaceProvider:
    """The contract that the `local` and the `sandbox` provider speak."""

    def __init__(self, account: Account, space: AccountSpace) -> None:
        self._who = f"face provider {account.name}"
        self._url = (
            f"{account.base_url.rstrip('/')}/spaces/{quote(space.external_id, safe='')}/faces"
        )
        self._key = str(account.credentials.get("key", ""))

    def recognise(self, image: Image, image_id: str) -> Sequence[RecognisedPerson]:
        return self._ask(image, enrol="true", headers={"X-Image-Id": image_id})

    def search(self, image: Image) -> Sequence[RecognisedPerson]:
        return self._ask(image, enrol="false", headers={})

    def _ask(
        self, image: Image, *, enrol: str, headers: dict[str, str]
    ) -> Sequence[RecognisedPerson]:
        answer = call(
            self._who,
            "POST",
            self._url,
            token=self._key,
            timeout=settings.FACE_PROVIDER_TIMEOUT,
            params={"enrol": enrol},
            headers={"Content-Type": image.content_type, **headers},
            data=image.content,
        )
        return self._persons(read_json(self._who, answer))

    def _persons(self, body: Any) -> list[RecognisedPerson]:
        try:
            return [
                RecognisedPerson(
                    person_id=_person_id(face["personId"]),
                    confidence=finite(face.get("confidence")),
                    box=box_of(face.get("box")),
                )
                for face in body["faces"]
            ]
        except (KeyError, TypeError, ValueError, AttributeError) as error:
            raise ProcessingFailure(f"The {self._who} answered in another shape.") from error


def _person_id(value: object) -> str:
    text = str(value)
    if not text or "\0" in text or len(text) > 200:
        raise ValueError(text)
    return text


ADAPTERS: dict[str, Callable[[Account, AccountSpace], FaceProvider]] = {
    FaceProviderName.LOCAL: HttpFaceProvider,
    FaceProviderName.SANDBOX: HttpFaceProvider,
}


def face_provider(account: Account, space: AccountSpace | None) -> FaceProvider:
    """Return the adapter of an account, searching in a space of it.

    :raises ProcessingFailure: the account or the space is switched off, or there is no space.
    """
    if not account.is_active:
        raise ProcessingFailure(f"The face provider {account.name} is switched off.")
    if space is None or not space.is_active:
        raise ProcessingFailure(f"The face provider {account.name} has no active space for it.")
    return ADAPTERS[account.provider](account, space)
