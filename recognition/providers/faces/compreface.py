"""CompreFace, over its public REST API.

Source: "Rest API description" in the documentation of exadel-inc/CompreFace; the meaning of error
codes from its enumeration CommonExceptionCode.

- `POST {base}/api/v1/recognition/recognize?prediction_count=` with the image as the form field
  `file` → `{result: [{box: {probability, x_min, y_min, x_max, y_max}, subjects: [{subject,
  similarity}]}]}`, boxes in pixels of the image;
- `POST {base}/api/v1/recognition/faces?subject=` with one face as `file` → `{image_id, subject}`,
  which makes the subject where there is none of the name;
- header `x-api-key`: the key of a recognition service, which has one collection of faces. So a
  space is known by its key;
- an image has 5 MB at most, and a name with the extension of an image's type;
- errors are `{code, message}`: 28 (400) no face is found, 31 (400) more than one face where one is
  wanted, 0 (400) anything unexpected, "please try again".
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any
from uuid import uuid5

import requests
from django.conf import settings

from recognition.models import Account, AccountSpace, KnownFace
from recognition.providers.availability.pace import PATIENCE, PATIENCE_MIDWAY, take_slot
from recognition.providers.faces.known_faces import DecidePersonCommand, decide_person
from recognition.providers.faces.port import RecognisedPerson, provider_of
from recognition.providers.failures import FinalFailure, ProcessingFailure
from recognition.providers.http import failure_of, read_json, send
from recognition.providers.images.fetching import Image
from recognition.providers.images.fitting import FittedImage, PixelBox, cut, fitted

MAX_BYTES = 5_000_000
# It goes by the extension of the file's name, and refuses a name without one (code 21).
EXTENSIONS = {"image/jpeg": "jpg", "image/png": "png", "image/webp": "webp"}
# Above 0.5 most guesses are right, below it most are wrong ("Face Recognition Similarity
# Threshold"). Two runners made one are worse than one runner made two.
SIMILARITY = 0.8
_NO_FACE, _MANY_FACES, _UNEXPECTED = 28, 31, 0
# How much is left around a face that is added: with neighbours in it, or cut too close for a face
# to be found, the next one is tried.
_MARGINS = (0.3, 0.8, 0.1)
_PREDICTIONS = 5


class _FaceCode(Exception):
    """The provider says how many faces there are instead of whose."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Face:
    """A face on an image; `subjects` are those similar enough, the most similar first.

    `confidence` is how similar the first one is, and where there is none how surely it is a face.
    """

    box: PixelBox
    subjects: Sequence[str]
    confidence: float

    @property
    def best(self) -> str:
        """The most similar subject; empty where none is similar enough."""
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
        file = self._fitted(image)
        faces = self._faces(file.content, file.content_type, PATIENCE)
        known = self._decided_on(faces)
        persons = []
        for face in faces:
            person = known.get(face.best) or self._decided(file, face, image_id)
            if person:
                persons.append(_person(person, face, file))
        return persons

    def search(self, image: Image) -> Sequence[RecognisedPerson]:
        file = self._fitted(image)
        faces = self._faces(file.content, file.content_type, PATIENCE)
        known = self._decided_on(faces)
        return [_person(known.get(face.best, face.best), face, file) for face in faces if face.best]

    def _decided_on(self, faces: Sequence[_Face]) -> dict[str, str]:
        return KnownFace.objects.persons(self._space, [face.best for face in faces if face.best])

    def _decided(self, file: FittedImage, face: _Face, image_id: str) -> str:
        return self._decide(face.best, ()) if face.best else self._added(file, face, image_id)

    @staticmethod
    def _fitted(image: Image) -> FittedImage:
        return fitted(image, max_bytes=MAX_BYTES, content_types=frozenset(EXTENSIONS))

    def _added(self, file: FittedImage, face: _Face, image_id: str) -> str:
        """Add the face under a name that is the same whenever this image is processed again.

        Then look who else is similar: the same runner may have been added from another photo since.
        """
        subject = str(uuid5(self._space.pk, f"{image_id}:{face.box}"))
        for margin in _MARGINS:
            part = cut(file, face.box, margin)
            try:
                self._ask("faces", part, "image/jpeg", {"subject": subject}, PATIENCE_MIDWAY)
            except _FaceCode:
                continue
            found = self._faces(part, "image/jpeg", PATIENCE_MIDWAY)
            alike = dict.fromkeys(name for other in found for name in other.subjects)
            return self._decide(subject, [name for name in alike if name != subject])
        return ""

    def _decide(self, subject: str, alike: Sequence[str]) -> str:
        return decide_person(
            DecidePersonCommand(space_id=self._space.pk, face_id=subject, alike=alike)
        )

    def _faces(self, content: bytes, content_type: str, patience: float) -> list[_Face]:
        params = {"prediction_count": str(_PREDICTIONS)}
        try:
            body = self._ask("recognize", content, content_type, params, patience)
        except _FaceCode:
            return []
        try:
            return [_face(item, self._similarity) for item in body["result"]]
        except (KeyError, TypeError, ValueError, AttributeError) as error:
            raise ProcessingFailure(f"The {self._who} answered in another shape.") from error

    def _ask(
        self, path: str, content: bytes, content_type: str, params: dict[str, str], patience: float
    ) -> Any:
        take_slot(self._provider, patience=patience)
        answer = send(
            self._who,
            "POST",
            f"{self._base}/{path}",
            timeout=settings.FACE_PROVIDER_TIMEOUT,
            headers={"x-api-key": self._key},
            params=params,
            files={"file": (f"image.{EXTENSIONS[content_type]}", content, content_type)},
        )
        if answer.ok and not answer.is_redirect:
            return read_json(self._who, answer)
        raise self._refusal(answer)

    def _refusal(self, answer: requests.Response) -> Exception:
        if answer.status_code != requests.codes.bad_request:
            return failure_of(self._who, answer)
        code = _code_of(answer)
        if code in (_NO_FACE, _MANY_FACES):
            return _FaceCode()
        kind = ProcessingFailure if code == _UNEXPECTED else FinalFailure
        return kind(f"The {self._who} answered 400, code {code}.")


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
        subjects=[str(one["subject"]) for one in known],
        confidence=float(known[0]["similarity"] if known else box["probability"]),
    )


def _person(person_id: str, face: _Face, file: FittedImage) -> RecognisedPerson:
    return RecognisedPerson(
        person_id=person_id, confidence=face.confidence, box=face.box.fractions_of(file)
    )
