"""The API of the `local` provider (`vision`) and of the `sandbox`, which is simulated.

`POST {base}/spaces/{space}/faces?enrol=true` with the image as the body gives `{faces: [{personId,
confidence, box, possible: [{personId, confidence}]}]}`; `possible`, if sent, are other persons that
the face may be. With `enrol=false` unknown faces are left out. `DELETE
{base}/spaces/{space}/persons/{personId}` deletes a person; 404 `person-not-found`: there is none.
"""

from collections.abc import Sequence
from urllib.parse import quote

import requests
from django.conf import settings

from foundation.fetching.pictures import Image
from foundation.records.refusals import bounded
from recognition.providers.faces.port import (
    RecognisedPerson,
    box_of,
    fraction,
    person_id,
    possible_persons,
    provider_of,
)
from recognition.providers.failures import FinalFailure
from recognition.providers.http_client import (
    ask_health,
    delete_person,
    failure_of,
    is_success,
    read_json,
    reading_shape,
    send,
)
from recognition.providers.models import Account, AccountSpace
from recognition.providers.pace import take_slot


class HttpFaceProvider:
    """Recognises and enrols all faces of an image in one request."""

    def __init__(self, account: Account, space: AccountSpace) -> None:
        self._provider = provider_of(account)
        self._who = self._provider.name
        self._base = account.base_url.rstrip("/")
        self._space = f"{self._base}/spaces/{quote(space.external_id, safe='')}"
        self._key = str(account.credentials.get("key", ""))

    def recognise(self, image: Image, image_id: str) -> Sequence[RecognisedPerson]:
        return self._ask(image, enrol="true", headers={"X-Image-Id": image_id})

    def search(self, image: Image) -> Sequence[RecognisedPerson]:
        return self._ask(image, enrol="false", headers={})

    def forget(self, person_id: str, face_ids: Sequence[str]) -> None:
        url = f"{self._space}/persons/{quote(person_id, safe='')}"
        delete_person(self._who, url, token=self._key, timeout=settings.FACE_PROVIDER_TIMEOUT)

    def describe(self) -> str:
        timeout = settings.FACE_PROVIDER_TIMEOUT
        return ask_health(self._who, self._base, token=self._key, timeout=timeout)

    def _ask(self, image: Image, enrol: str, headers: dict[str, str]) -> list[RecognisedPerson]:
        take_slot(self._provider)
        answer = send(
            self._who,
            "POST",
            f"{self._space}/faces",
            token=self._key,
            timeout=settings.FACE_PROVIDER_TIMEOUT,
            params={"enrol": enrol},
            headers={"Content-Type": image.content_type, **headers},
            data=image.content,
        )
        if not is_success(answer):
            raise _refused_picture(answer) or failure_of(self._who, answer)
        body = read_json(self._who, answer)
        with reading_shape(self._who):
            return [
                RecognisedPerson(
                    person_id=person_id(face["personId"]),
                    confidence=fraction(face.get("confidence")),
                    box=box_of(face.get("box")),
                    possible=possible_persons(face.get("possible"), "personId"),
                )
                for face in body["faces"]
            ]


def _refused_picture(answer: requests.Response) -> FinalFailure | None:
    try:
        problem = answer.json()
    except requests.JSONDecodeError:
        return None
    if answer.status_code != 422 or not isinstance(problem, dict):
        return None
    if problem.get("code") != "unreadable-image":
        return None
    return FinalFailure(bounded(str(problem.get("detail") or "The picture cannot be read.")))
