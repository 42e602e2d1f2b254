"""CompreFace, over its public REST API.

Source: "Rest API description" in the documentation of exadel-inc/CompreFace; the meaning of error
codes from its enumeration CommonExceptionCode.

- `POST {base}/api/v1/recognition/recognize?prediction_count=` with the image as the form field
  `file` → `{result: [{box: {probability, x_min, y_min, x_max, y_max}, subjects: [{subject,
  similarity}]}]}`, boxes in pixels of the image;
- `POST {base}/api/v1/recognition/faces?subject=` with one face as `file` → `{image_id, subject}`;
  creates the subject if there is none of that name;
- `DELETE {base}/api/v1/recognition/subjects/{subject}` deletes a subject with its faces; 404:
  there is none;
- header `x-api-key`: the key of a recognition service, which has one collection of faces. So each
  space has a key of its own;
- `GET {base}/api/v1/recognition/subjects` → `{subjects: [name]}`;
- an image has 5 MB at most, and its file name has the extension of its type;
- errors are `{code, message}`: 28 (400) no face found, 31 (400) more than one face, 0 (400)
  anything unexpected, "please try again", 10 (404) no recognition service has the key.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any
from urllib.parse import quote
from uuid import uuid5

import requests
from django.conf import settings

from foundation.fetching.pictures import Image
from recognition.providers.faces.port import (
    RecognisedPerson,
    box_of,
    decide_person,
    fraction,
    person_id,
    provider_of,
)
from recognition.providers.failures import FinalFailure, ProcessingFailure
from recognition.providers.http_client import (
    call,
    failure_of,
    is_success,
    read_json,
    reading_shape,
    send,
)
from recognition.providers.models import Account, AccountSpace, KnownFace
from recognition.providers.pace import SLOT_TIMEOUT, SLOT_TIMEOUT_MIDWAY, take_slot
from recognition.providers.pictures import FittedImage, PixelBox, cut, fitted

MAX_BYTES = 5_000_000
# The provider reads the type from the file's extension, and refuses a name without one (code 21).
EXTENSIONS = {"image/jpeg": "jpg", "image/png": "png", "image/webp": "webp"}
# Faces this similar are one person. The documentation suggests 0.5 ("Face Recognition Similarity
# Threshold"); it is higher here: two runners taken for one are worse than one taken for two.
SIMILARITY = 0.8
_NO_FACE, _MANY_FACES, _UNEXPECTED, _NO_SERVICE = 28, 31, 0, 10
# Margins around a face that is added. If the provider finds no face or several, the next is tried.
_MARGINS = (0.3, 0.8, 0.1)
_PREDICTIONS = 5


class _FaceCode(Exception):
    """The provider found no face, or more than one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Face:
    """A face on an image, with the subjects similar enough, the most similar first.

    `confidence`: the first subject's similarity; without subjects, the probability of a face.
    """

    box: PixelBox
    subjects: Sequence[str]
    confidence: float

    @property
    def best(self) -> str:
        return next(iter(self.subjects), "")


class CompreFaceProvider:
    """Recognises all faces of an image, and adds each unknown one as a new subject."""

    def __init__(self, account: Account, space: AccountSpace) -> None:
        self._provider = provider_of(account)
        self._who = self._provider.name
        self._base = f"{account.base_url.rstrip('/')}/api/v1/recognition"
        self._space = space
        keys = account.credentials.get("keys", {})
        self._key = str(account.credentials.get("key") or keys.get(space.external_id, ""))
        if not self._key:
            raise ProcessingFailure(f"The {self._who} has no API key for space {space.name}.")
        self._similarity = float(account.credentials.get("similarity", SIMILARITY))

    def recognise(self, image: Image, image_id: str) -> Sequence[RecognisedPerson]:
        def decided(file: FittedImage, face: _Face) -> str:
            if face.best:
                return decide_person(self._space, face.best, ())
            return self._added(file, face, image_id)

        return self._persons(image, decided)

    def search(self, image: Image) -> Sequence[RecognisedPerson]:
        return self._persons(image, lambda _, face: face.best)

    def forget(self, person_id: str, face_ids: Sequence[str]) -> None:
        for subject in dict.fromkeys([person_id, *face_ids]):
            take_slot(self._provider, timeout=SLOT_TIMEOUT_MIDWAY)
            answer = send(
                self._who,
                "DELETE",
                f"{self._base}/subjects/{quote(subject, safe='')}",
                timeout=settings.FACE_PROVIDER_TIMEOUT,
                headers={"x-api-key": self._key},
            )
            is_gone = answer.status_code == requests.codes.not_found
            if not is_success(answer) and (not is_gone or _code_of(answer) == _NO_SERVICE):
                raise failure_of(self._who, answer)

    def describe(self) -> str:
        url, headers = f"{self._base}/subjects", {"x-api-key": self._key}
        timeout = settings.FACE_PROVIDER_TIMEOUT
        answer = call(self._who, "GET", url, timeout=timeout, headers=headers)
        body = read_json(self._who, answer)
        with reading_shape(self._who):
            return f"The {self._who} answers: {len(body['subjects']):,} subjects in {self._space}."

    def _persons(
        self, image: Image, person_of: Callable[[FittedImage, _Face], str]
    ) -> list[RecognisedPerson]:
        """Return the persons; `person_of` decides on a face that is not known, empty: no person."""
        file = fitted(image, max_bytes=MAX_BYTES, content_types=frozenset(EXTENSIONS))
        faces = self._faces(file.content, file.content_type, SLOT_TIMEOUT)
        known = KnownFace.objects.persons(self._space, [face.best for face in faces if face.best])
        found = [(known.get(face.best) or person_of(file, face), face) for face in faces]
        return [_person(person_id, face, file) for person_id, face in found if person_id]

    def _added(self, file: FittedImage, face: _Face, image_id: str) -> str:
        """Add the face as a subject; the name is the same whenever this image is processed.

        Then search again: the same runner may have been added from another photo meanwhile.
        """
        if box_of(face.box.fractions_of(file)) is None:  # outside of the image
            return ""
        subject = str(uuid5(self._space.pk, f"{image_id}:{face.box}"))
        for margin in _MARGINS:
            part = cut(file, face.box, margin)
            try:
                self._ask("faces", part, "image/jpeg", {"subject": subject}, SLOT_TIMEOUT_MIDWAY)
            except _FaceCode:
                continue
            found = self._faces(part, "image/jpeg", SLOT_TIMEOUT_MIDWAY)
            alike = dict.fromkeys(name for other in found for name in other.subjects)
            return decide_person(self._space, subject, [name for name in alike if name != subject])
        return ""

    def _faces(self, content: bytes, content_type: str, slot_timeout: float) -> list[_Face]:
        params = {"prediction_count": str(_PREDICTIONS)}
        try:
            body = self._ask("recognize", content, content_type, params, slot_timeout)
        except _FaceCode:
            return []
        with reading_shape(self._who):
            return [_face(item, self._similarity) for item in body["result"]]

    def _ask(
        self,
        path: str,
        content: bytes,
        content_type: str,
        params: dict[str, str],
        slot_timeout: float,
    ) -> Any:
        take_slot(self._provider, timeout=slot_timeout)
        answer = send(
            self._who,
            "POST",
            f"{self._base}/{path}",
            timeout=settings.FACE_PROVIDER_TIMEOUT,
            headers={"x-api-key": self._key},
            params=params,
            files={"file": (f"image.{EXTENSIONS[content_type]}", content, content_type)},
        )
        if is_success(answer):
            return read_json(self._who, answer)
        if answer.status_code != requests.codes.bad_request:
            raise failure_of(self._who, answer)
        code = _code_of(answer)
        if code in (_NO_FACE, _MANY_FACES):
            raise _FaceCode
        kind = ProcessingFailure if code == _UNEXPECTED else FinalFailure
        raise kind(f"The {self._who} answered 400, code {code}.")


def _code_of(answer: requests.Response) -> int | None:
    try:
        code = answer.json()["code"]
    except (requests.JSONDecodeError, KeyError, TypeError):
        return None
    return code if isinstance(code, int) else None


def _face(item: Any, similarity: float) -> _Face:
    box = item["box"]
    best = sorted(item.get("subjects") or (), key=lambda one: -float(one["similarity"]))
    known = [one for one in best if float(one["similarity"]) >= similarity]
    return _Face(
        box=PixelBox(
            left=float(box["x_min"]),
            top=float(box["y_min"]),
            right=float(box["x_max"]),
            bottom=float(box["y_max"]),
        ),
        subjects=[person_id(one["subject"]) for one in known],
        confidence=float(known[0]["similarity"] if known else box["probability"]),
    )


def _person(person: str, face: _Face, file: FittedImage) -> RecognisedPerson:
    box = box_of(face.box.fractions_of(file))
    return RecognisedPerson(person_id=person, confidence=fraction(face.confidence), box=box)
