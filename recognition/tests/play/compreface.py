"""CompreFace as its documentation describes it: recognise, and add an example of a subject."""

from email.parser import BytesParser
from email.policy import HTTP
from typing import Any
from urllib.parse import parse_qs, unquote, urlsplit
from uuid import uuid4

from recognition.tests.play.painted_faces import SeenFace, seen
from recognition.tests.play.provider import Answer, Asked, PlayedProvider

KEY = "00000000-0000-0000-0000-000000000002"
MAX_BYTES = 5 * 1024 * 1024
EXTENSIONS = {"tif", "tiff", "jpg", "jpeg", "png", "bmp", "ico", "gif", "webp"}
NO_FACE = Answer(status=400, body={"message": "No face is found in the given image", "code": 28})


class PlayedCompreFace(PlayedProvider):
    """One recognition service with its collection: `examples` are pairs of subject and person."""

    def __init__(self) -> None:
        self.examples: list[tuple[str, str]] = []
        super().__init__()

    @property
    def subjects(self) -> set[str]:
        return {subject for subject, _ in self.examples}

    def answer(self, asked: Asked) -> Answer:  # noqa: PLR0911 (an answer for each error)
        """Answer as the service does, errors included."""
        address = urlsplit(asked.path)
        query = {name: values[0] for name, values in parse_qs(address.query).items()}
        if asked.headers.get("x-api-key") != KEY:
            return Answer(status=404, body={"message": "Model is not found", "code": 10})
        if asked.method == "DELETE":
            return self._delete(unquote(address.path.rpartition("/")[2]))
        if asked.method == "GET":
            return Answer(body={"subjects": sorted(self.subjects)})
        name, content = _form_file(asked)
        if name.rpartition(".")[2] not in EXTENSIONS:
            return Answer(status=400, body={"message": "Unsupported file extension", "code": 21})
        if len(content) > MAX_BYTES:
            return Answer(status=413, body={"message": "Maximum upload size exceeded", "code": 0})
        faces = seen(content)
        if not faces:
            return NO_FACE
        if address.path == "/api/v1/recognition/recognize":
            found = [self._recognised(face, int(query["prediction_count"])) for face in faces]
            return Answer(body={"result": found})
        assert address.path == "/api/v1/recognition/faces"
        return self._add(faces, query["subject"])

    def _delete(self, subject: str) -> Answer:
        if subject not in self.subjects:
            return Answer(status=404, body={"message": "Subject is not found", "code": 43})
        self.examples = [each for each in self.examples if each[0] != subject]
        return Answer(body={"subject": subject})

    def _recognised(self, face: SeenFace, predictions: int) -> dict[str, Any]:
        similar: dict[str, float] = {}
        for subject, person in self.examples:
            similarity = 0.98 if person == face.person else 0.1
            similar[subject] = max(similar.get(subject, 0), similarity)
        best = sorted(similar.items(), key=lambda one: -one[1])[:predictions]
        return {
            "box": {
                "probability": 0.99,
                "x_min": face.left,
                "y_min": face.top,
                "x_max": face.right,
                "y_max": face.bottom,
            },
            "subjects": [{"subject": name, "similarity": value} for name, value in best],
        }

    def _add(self, faces: list[SeenFace], subject: str) -> Answer:
        if len(faces) > 1:
            return Answer(status=400, body={"message": "Found more than one face", "code": 31})
        self.examples.append((subject, faces[0].person))
        return Answer(status=201, body={"image_id": str(uuid4()), "subject": subject})


def _form_file(asked: Asked) -> tuple[str, bytes]:
    head = f"Content-Type: {asked.headers['content-type']}\r\n\r\n".encode()
    form = BytesParser(policy=HTTP).parsebytes(head + asked.body)
    [part] = list(form.iter_parts())
    assert part.get_param("name", header="content-disposition") == "file"
    content = part.get_payload(decode=True)
    assert isinstance(content, bytes)
    return part.get_filename(""), content
