"""Amazon Rekognition as its API reference describes it: a collection of faces over AWS JSON 1.1."""

import base64
import hashlib
import json
from typing import Any
from uuid import uuid4

from recognition.tests.play.painted_faces import seen, size_of
from recognition.tests.play.provider import Answer, Asked, PlayedProvider

COLLECTION = "race-2026"
MAX_BYTES = 5 * 1024 * 1024
JPEG, PNG = b"\xff\xd8\xff", b"\x89PNG\r\n\x1a\n"


def error(code: str, status: int = 400) -> Answer:
    """Return an error of the service."""
    return Answer(status=status, body={"__type": code, "Code": code, "Message": "As played."})


class PlayedRekognition(PlayedProvider):
    """One collection: `faces` by id. `is_idempotent` as the reference promises, or not.

    `twins`: who looks like whom.
    """

    is_idempotent = True

    def __init__(self) -> None:
        self.faces: dict[str, dict[str, Any]] = {}
        self.twins: dict[str, str] = {}
        self._who: dict[str, str] = {}
        self._digests: dict[str, str] = {}
        super().__init__()

    def forget(self) -> None:
        """Be as new."""
        self.is_idempotent = True
        for kept in (self.faces, self.twins, self.asked, self.spoilt):
            kept.clear()

    def operations(self) -> list[str]:
        """Return the names of the operations asked for, in order."""
        return [asked.headers["x-amz-target"].partition(".")[2] for asked in self.asked]

    def answer(self, asked: Asked) -> Answer:
        """Answer as the service does, errors included."""
        assert asked.headers["authorization"].startswith("AWS4-HMAC-SHA256 Credential=AKIA")
        parameters = json.loads(asked.body)
        if parameters["CollectionId"] != COLLECTION:
            return error("ResourceNotFoundException")
        if "Image" in parameters:
            parameters["content"] = content = base64.b64decode(parameters["Image"]["Bytes"])
            if len(content) > MAX_BYTES:
                return error("ImageTooLargeException")
            if not content.startswith((JPEG, PNG)):
                return error("InvalidImageFormatException")
        operation = asked.headers["x-amz-target"].partition(".")[2]
        answer: Answer = getattr(self, f"_{operation}")(parameters)
        return answer

    def _IndexFaces(self, parameters: dict[str, Any]) -> Answer:  # noqa: N802
        content, photo = parameters["content"], parameters["ExternalImageId"]
        digest = hashlib.sha256(content).hexdigest()
        before = [
            face
            for face_id, face in self.faces.items()
            if self._digests[face_id] == digest and face["ExternalImageId"] == photo
        ]
        if before and self.is_idempotent:
            return Answer(body={"FaceRecords": [{"Face": face} for face in before]})
        added = [self._add(seen_face, content, photo, digest) for seen_face in seen(content)]
        return Answer(body={"FaceRecords": [{"Face": face} for face in added]})

    def _SearchFaces(self, parameters: dict[str, Any]) -> Answer:  # noqa: N802
        face_id = parameters["FaceId"]
        return Answer(
            body={
                "SearchedFaceId": face_id,
                "FaceMatches": self._matches(self._who[face_id], besides=face_id),
            }
        )

    def _SearchFacesByImage(self, parameters: dict[str, Any]) -> Answer:  # noqa: N802
        faces = seen(parameters["content"])
        if not faces:
            return error("InvalidParameterException")
        largest = max(faces, key=lambda face: face.right - face.left)
        box = {"Left": 0.1, "Top": 0.1, "Width": 0.2, "Height": 0.2}
        matches = self._matches(largest.person)
        return Answer(body={"SearchedFaceBoundingBox": box, "FaceMatches": matches})

    def _DescribeCollection(self, parameters: dict[str, Any]) -> Answer:  # noqa: N802
        return Answer(body={"FaceCount": len(self.faces)})

    def _DeleteFaces(self, parameters: dict[str, Any]) -> Answer:  # noqa: N802
        for face_id in parameters["FaceIds"]:
            self.faces.pop(face_id, None)
        return Answer(body={"DeletedFaces": parameters["FaceIds"]})

    def _add(self, face: Any, content: bytes, photo: str, digest: str) -> dict[str, Any]:
        width, height = size_of(content)
        face_id = str(uuid4())
        self._who[face_id] = self.twins.get(face.person, face.person)
        self._digests[face_id] = digest
        self.faces[face_id] = {
            "FaceId": face_id,
            "ImageId": str(uuid4()),
            "ExternalImageId": photo,
            "Confidence": 99.5,
            "BoundingBox": {
                "Left": face.left / width,
                "Top": face.top / height,
                "Width": (face.right - face.left) / width,
                "Height": (face.bottom - face.top) / height,
            },
        }
        return self.faces[face_id]

    def _matches(self, person: str, besides: str = "") -> list[dict[str, Any]]:
        return [
            {"Similarity": 99.1, "Face": face}
            for face_id, face in self.faces.items()
            if self._who[face_id] == person and face_id != besides
        ]
