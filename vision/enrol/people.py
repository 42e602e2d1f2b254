"""People of a file, a line each: a person's id, and an embedding or the address of a picture."""

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from uuid import UUID

import numpy as np

from vision.faces.face_model import Embedding, FaceModel


@dataclass(frozen=True, slots=True, kw_only=True)
class Given:
    """A person as a line has it; without an embedding there is the address of a picture."""

    line: int
    person_id: UUID
    embedding: Embedding | None
    image_url: str


class WrongLine(Exception):
    """A line is not what it has to be; the text says where, and what to do."""

    def __init__(self, number: int, says: str) -> None:
        super().__init__(f"Line {number}: {says}")


def read_people(lines: Iterable[str], model: FaceModel) -> Iterator[Given | WrongLine]:
    """Yield the person of each line of `{"personId", "model", "embedding"}`, or what is wrong.

    `{"personId", "imageUrl"}` names a picture that shows the person alone.

    :param model: the one that embeddings must be of, by name or digest.
    """
    first: dict[UUID, int] = {}
    for number, line in enumerate(lines, start=1):
        if not line.strip():
            continue
        try:
            found = _person(number, line, model)
            if first.setdefault(found.person_id, number) != number:
                place = first[found.person_id]
                raise WrongLine(number, f"personId stands in line {place} already; leave one out.")
            yield found
        except WrongLine as wrong:
            yield wrong


def _person(number: int, line: str, model: FaceModel) -> Given:
    try:
        read = json.loads(line)
        person_id = UUID(read["personId"])
    except (ValueError, KeyError, TypeError, AttributeError):
        raise WrongLine(number, "is not JSON with a guid as personId.") from None
    embedding, image_url = read.get("embedding"), read.get("imageUrl")
    if (embedding is None) == (image_url is None):
        raise WrongLine(number, "needs an embedding or an imageUrl, one of the two.")
    if embedding is None:
        if not str(image_url).startswith(("http://", "https://")):
            raise WrongLine(number, "imageUrl is no address of http or https.")
        return Given(line=number, person_id=person_id, embedding=None, image_url=str(image_url))
    if read.get("model") not in (model.name, model.digest):
        says = f"the embedding is of the model {read.get('model')!r}, here is {model}: give"
        raise WrongLine(number, f"{says} an imageUrl, or set VISION_FACE_MODEL to its file.")
    face = _embedding(number, embedding, model)
    return Given(line=number, person_id=person_id, embedding=face, image_url="")


def _embedding(number: int, given: object, model: FaceModel) -> Embedding:
    is_list = isinstance(given, list) and all(type(each) in (int, float) for each in given)
    face = np.array(given if is_list else [], np.float32)
    if face.shape != (model.dimension,) or not np.isfinite(face).all():
        raise WrongLine(number, f"the embedding is no list of {model.dimension} numbers.")
    return face
