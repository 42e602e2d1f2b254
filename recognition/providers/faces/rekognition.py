"""Amazon Rekognition, through boto3: IndexFaces, SearchFaces, SearchFacesByImage, DeleteFaces.

It knows faces and not persons: `decide_person` decides which faces are one person. IndexFaces adds
nothing if the same image is sent again with the same ExternalImageId. If the image changed, or a
compatible service does not promise this, the face of the earlier attempt is found by that id.
"""

import random
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from botocore.config import Config
from botocore.exceptions import BotoCoreError, ClientError
from django.conf import settings

from foundation.fetching.pictures import Image
from foundation.records.database import give_connection_back
from foundation.records.formats import guid_or_none
from foundation.records.texts import no_answer
from recognition.providers.faces.port import (
    RecognisedPerson,
    box_of,
    decide_person,
    fraction,
    provider_of,
)
from recognition.providers.failures import Busy, FinalFailure, ProcessingFailure
from recognition.providers.http_client import BUSY_WAIT, reading_shape
from recognition.providers.models import Account, AccountSpace, KnownFace
from recognition.providers.pace import SLOT_TIMEOUT, SLOT_TIMEOUT_MIDWAY, take_slot
from recognition.providers.pictures import FittedImage, fitted

# Calls of Amazon Rekognition, and what its errors mean for a photo.


# Throttling arrives as HTTP 400 with one of these codes.
THROTTLED = frozenset({
    "ThrottlingException", "Throttling", "ProvisionedThroughputExceededException",
    "RequestLimitExceeded", "TooManyRequestsException",
})  # fmt: skip
ABOUT_THE_IMAGE = frozenset({
    "ImageTooLargeException", "InvalidImageFormatException", "InvalidParameterException",
})  # fmt: skip
# SearchFacesByImage: no face on the image. IndexFaces returns no records instead.
NO_FACE = "InvalidParameterException"

# Credentials of an account → arguments of boto3.
_CLIENT_CREDENTIALS = {
    "region": "region_name",
    "accessKeyId": "aws_access_key_id",
    "secretAccessKey": "aws_secret_access_key",
    "sessionToken": "aws_session_token",
}


class Collection:
    """A collection of faces: the space of an account."""

    def __init__(self, account: Account, space: AccountSpace) -> None:
        self._provider = provider_of(account)
        self._who = self._provider.name
        self._id = space.external_id
        try:
            self._client = _client(
                settings.FACE_PROVIDER_TIMEOUT,
                endpoint_url=account.base_url or None,
                **{name: account.credentials.get(key) for key, name in _CLIENT_CREDENTIALS.items()},
            )
        except (BotoCoreError, ValueError):  # a region, an address
            why = "its region or its address cannot be used."
            raise ProcessingFailure(f"The {self._who} cannot be asked: {why}") from None

    def call(self, operation: str, slot_timeout: float, **parameters: Any) -> dict[str, Any]:
        """Call an operation on the collection.

        :param slot_timeout: seconds to wait for a slot.
        """
        take_slot(self._provider, timeout=slot_timeout)
        try:
            give_connection_back()
            answer: dict[str, Any] = getattr(self._client, operation)(
                CollectionId=self._id, **parameters
            )
        except ClientError as error:
            raise self._failure(error, about_image="Image" in parameters) from error
        except (BotoCoreError, ValueError) as error:  # its text may quote a credential
            raise ProcessingFailure(no_answer(f"The {self._who}", error)) from None
        return answer

    def _failure(self, error: ClientError, *, about_image: bool) -> ProcessingFailure:
        code = str(error.response.get("Error", {}).get("Code", ""))
        status = error.response.get("ResponseMetadata", {}).get("HTTPStatusCode", 0)
        if code in THROTTLED or status == 429:
            # No Retry-After; random, so that throttled photos do not return together.
            wait = BUSY_WAIT * random.uniform(0.25, 1)
            return Busy(f"The {self._who} is busy ({code}).", retry_after=wait)
        kind = FinalFailure if about_image and code in ABOUT_THE_IMAGE else ProcessingFailure
        return kind(f"The {self._who} answered {status} {code}.")


def code_of(failure: ProcessingFailure) -> str:
    """Return the code of the service's error; empty: the failure has another cause."""
    cause = failure.__cause__
    return str(cause.response["Error"]["Code"]) if isinstance(cause, ClientError) else ""


@lru_cache(maxsize=32)
def _client(read_timeout: float, **account: str | None) -> Any:
    """Return a client, which threads may share; making one takes a tenth of a second.

    It does not retry: the caller counts and spaces attempts. Without keys, boto3 uses those of the
    machine.
    """
    import boto3  # slow to import, and few processes ask Rekognition

    return boto3.session.Session().client(
        "rekognition",
        **account,
        config=Config(
            retries={"total_max_attempts": 1},
            connect_timeout=5,
            read_timeout=read_timeout,
            max_pool_connections=64,
        ),
    )


MAX_BYTES = 5_000_000
MAX_FACES = 100
MAX_DELETED = 4096  # by one call
CONTENT_TYPES = frozenset({"image/jpeg", "image/png"})
# Faces this similar are one person. The service's default of 0.8 assumes that a person checks the
# result; it is higher here: two runners taken for one are worse than one taken for two.
SIMILARITY = 0.95
_SAME_PLACE = 0.5


@dataclass(frozen=True, slots=True, kw_only=True)
class _Match:
    """A similar face of the collection; `similarity` from 0 to 1."""

    face: dict[str, Any]
    similarity: float

    @property
    def face_id(self) -> str:
        return str(self.face["FaceId"])


class RekognitionProvider:
    """Indexes all faces of an image, and decides which person each belongs to."""

    def __init__(self, account: Account, space: AccountSpace) -> None:
        self._who = provider_of(account).name
        self._space = space
        self._similarity = float(account.credentials.get("similarity", SIMILARITY))
        self._collection = Collection(account, space)

    def recognise(self, image: Image, image_id: str) -> Sequence[RecognisedPerson]:
        records = self._index(_fitted(image), image_id)
        known = KnownFace.objects.persons(self._space, [face["FaceId"] for face in records])
        return [
            _person(known[face["FaceId"]], face, face["Confidence"] / 100)
            if face["FaceId"] in known
            else self._decided(face, image_id)
            for face in records
        ]

    def search(self, image: Image) -> Sequence[RecognisedPerson]:
        """Return the person of the largest face on the image; other faces are ignored."""
        try:
            found = self._collection.call(
                "search_faces_by_image",
                SLOT_TIMEOUT,
                Image={"Bytes": _fitted(image).content},
                FaceMatchThreshold=self._similarity * 100,
            )
        except ProcessingFailure as failure:
            if code_of(failure) == NO_FACE:
                return []
            raise
        face = {"BoundingBox": found.get("SearchedFaceBoundingBox")}
        best = self._matches(found)[:1]
        known = KnownFace.objects.persons(self._space, [match.face_id for match in best])
        return [_person(known.get(m.face_id, m.face_id), face, m.similarity) for m in best]

    def forget(self, person_id: str, face_ids: Sequence[str]) -> None:
        """Delete the person's faces; the service ignores those that it does not have."""
        faces = [face for face in dict.fromkeys([person_id, *face_ids]) if guid_or_none(face)]
        for begin in range(0, len(faces), MAX_DELETED):
            chosen = faces[begin : begin + MAX_DELETED]
            self._collection.call("delete_faces", SLOT_TIMEOUT_MIDWAY, FaceIds=chosen)

    def describe(self) -> str:
        found = self._collection.call("describe_collection", SLOT_TIMEOUT)
        with reading_shape(self._who):
            return f"The {self._who} answers: {int(found['FaceCount']):,} faces in {self._space}."

    def _index(self, file: FittedImage, image_id: str) -> list[dict[str, Any]]:
        answer = self._collection.call(
            "index_faces",
            SLOT_TIMEOUT,
            Image={"Bytes": file.content},
            ExternalImageId=image_id,
            MaxFaces=MAX_FACES,
        )
        with reading_shape(self._who):
            faces = [record["Face"] for record in answer["FaceRecords"]]
            return [face for face in faces if face["FaceId"] and face["Confidence"] >= 0]

    def _decided(self, face: dict[str, Any], image_id: str) -> RecognisedPerson:
        face_id, least = str(face["FaceId"]), self._similarity * 100
        answer = self._collection.call(
            "search_faces", SLOT_TIMEOUT_MIDWAY, FaceId=face["FaceId"], FaceMatchThreshold=least
        )
        matches = self._matches(answer)
        before = _indexed_before(face, image_id, matches)
        if before:
            self._collection.call("delete_faces", SLOT_TIMEOUT_MIDWAY, FaceIds=[face_id])
            face_id = before
        alike = [match.face_id for match in matches if match.face_id != face_id]
        person = decide_person(self._space, face_id, alike)
        sure = matches[0].similarity if matches else face["Confidence"] / 100
        return _person(person, face, sure)

    def _matches(self, answer: dict[str, Any]) -> list[_Match]:
        with reading_shape(self._who):
            found = [
                _Match(face=match["Face"], similarity=match["Similarity"] / 100)
                for match in answer["FaceMatches"]
                if match["Face"]["FaceId"]
            ]
        return sorted(found, key=lambda match: -match.similarity)


def _fitted(image: Image) -> FittedImage:
    return fitted(image, max_bytes=MAX_BYTES, content_types=CONTENT_TYPES)


def _indexed_before(face: dict[str, Any], image_id: str, matches: Sequence[_Match]) -> str:
    """Return the face that an earlier attempt indexed in the same place; empty: none."""
    for match in matches:
        is_other = match.face.get("ExternalImageId") == image_id and match.face_id != face["FaceId"]
        places = match.face.get("BoundingBox"), face.get("BoundingBox")
        if is_other and _overlap(*places) > _SAME_PLACE:
            return match.face_id
    return ""


def _overlap(one: dict[str, float] | None, other: dict[str, float] | None) -> float:
    """Return the intersection of two boxes as a share of their union."""
    if not one or not other:
        return 0
    width = _shared(one["Left"], one["Width"], other["Left"], other["Width"])
    height = _shared(one["Top"], one["Height"], other["Top"], other["Height"])
    both = width * height
    return both / (one["Width"] * one["Height"] + other["Width"] * other["Height"] - both or 1)


def _shared(start: float, length: float, other_start: float, other_length: float) -> float:
    return max(0, min(start + length, other_start + other_length) - max(start, other_start))


def _person(person_id: str, face: dict[str, Any], sure: float) -> RecognisedPerson:
    box = face.get("BoundingBox") or {}
    return RecognisedPerson(
        person_id=person_id,
        confidence=fraction(sure),
        box=box_of({side.lower(): value for side, value in box.items()}),
    )
