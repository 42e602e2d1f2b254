"""An answer of a face provider…"""

import json
from collections.abc import Iterator
from typing import Any

import pytest

from recognition.models import FaceProviderName
from recognition.providers.faces import face_provider
from recognition.providers.failures import FinalFailure, ProcessingFailure
from recognition.providers.images.fetching import Image
from recognition.tests.factories import AccountFactory, AccountSpaceFactory
from recognition.tests.play.painted_faces import photo
from recognition.tests.play.provider import Answer, Asked, PlayedProvider, played

pytestmark = pytest.mark.django_db


class Far(PlayedProvider):
    """A provider that gives the same answer to every request."""

    fixed = Answer()

    def answer(self, asked: Asked) -> Answer:
        return self.fixed


@pytest.fixture
def far() -> Iterator[Far]:
    with played(Far) as provider:
        yield provider


def asked(far: Far, body: Any, status: int = 200) -> Any:
    """Return the persons that are understood from an answer of the sandbox's contract."""
    far.fixed = Answer(status=status, body=json.dumps(body))
    account = AccountFactory.create(provider=FaceProviderName.SANDBOX, base_url=far.url)
    space = AccountSpaceFactory.create(account=account)
    return face_provider(account, space).search(Image(content=b"x", content_type="image/jpeg"))


@pytest.mark.parametrize("person_id", [{"id": "p"}, ["p"], None, True, "", 1.5, "x" * 201])
def test_with_a_person_who_has_no_id_is_a_failure(far: Far, person_id: Any) -> None:
    with pytest.raises(ProcessingFailure, match="another shape"):
        asked(far, {"faces": [{"personId": person_id}]})


def test_has_confidences_and_boxes_cut_to_what_can_be(far: Far) -> None:
    wild = {"left": -1e300, "top": 0.5, "width": 1e300, "height": 1e300}
    faces = [
        {"personId": "a", "confidence": 5, "box": {**wild, "width": 2e300}},
        {"personId": 7, "confidence": -1, "box": {"left": 3, "top": 0, "width": 1, "height": 1}},
    ]

    found = asked(far, {"faces": faces})

    assert [(each.person_id, each.confidence, each.box) for each in found] == [
        ("a", 1.0, {"left": 0.0, "top": 0.5, "width": 1.0, "height": 0.5}),
        ("7", 0.0, None),
    ]


def test_that_the_picture_cannot_be_read_is_the_reason_and_final(far: Far) -> None:
    detail = "The picture cannot be read: it is damaged."

    with pytest.raises(FinalFailure, match=detail):
        asked(far, {"code": "unreadable-image", "detail": detail}, status=422)


@pytest.mark.parametrize("body", [{"code": "other"}, ["x"], "x"])
def test_that_refuses_for_another_reason_says_the_status(far: Far, body: Any) -> None:
    with pytest.raises(FinalFailure, match="answered 422"):
        asked(far, body, status=422)


SURE = {"subject": "ann", "similarity": 0.9}


def recognised(far: Far, box: Any, *subjects: Any, probability: Any) -> Any:
    """Return the persons that are understood from an answer of CompreFace."""
    face = {"box": {"probability": probability, **box}, "subjects": subjects}
    far.fixed = Answer(body=json.dumps({"result": [face]}))
    account = AccountFactory.create(
        provider=FaceProviderName.COMPREFACE, base_url=far.url, credentials={"key": "secret"}
    )
    space = AccountSpaceFactory.create(account=account)
    return face_provider(account, space).recognise(photo("ann"), "p1")


def sides(left: Any, top: Any, right: Any, bottom: Any) -> dict[str, Any]:
    return {"x_min": left, "y_min": top, "x_max": right, "y_max": bottom}


def test_of_compreface_has_confidences_and_boxes_cut_to_what_can_be(far: Far) -> None:
    wild = sides(-1e300, 240, 1e300, 1e300)  # of 640 x 480

    [found] = recognised(far, wild, {**SURE, "similarity": 5}, probability=1)

    assert (found.person_id, found.confidence) == ("ann", 1.0)
    assert found.box == {"left": 0.0, "top": 0.5, "width": 1.0, "height": 0.5}


@pytest.mark.parametrize("subject", [{"id": "p"}, ["p"], None, True, "", 1.5, "x" * 201])
def test_of_compreface_with_a_person_who_has_no_id_is_a_failure(far: Far, subject: Any) -> None:
    with pytest.raises(ProcessingFailure, match="another shape"):
        recognised(far, sides(1, 1, 9, 9), {**SURE, "subject": subject}, probability=1)


def test_of_compreface_with_a_number_beyond_all_measure_is_a_failure(far: Far) -> None:
    with pytest.raises(ProcessingFailure, match="another shape"):
        recognised(far, sides(1, 1, 10**400, 9), SURE, probability=1)


@pytest.mark.parametrize("box", [sides(1e300, 1, 2e300, 9), sides(9, 9, 1, 1)])
def test_of_compreface_with_an_unknown_face_outside_of_the_picture_adds_no_one(
    far: Far, box: Any
) -> None:
    assert recognised(far, box, probability=0.99) == []
