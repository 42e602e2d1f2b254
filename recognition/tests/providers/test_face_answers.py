"""An answer of a face provider…"""

from collections.abc import Iterator
from typing import Any

import pytest

from foundation.fetching.pictures import Image
from recognition.models import FaceProviderName
from recognition.providers.faces import face_provider
from recognition.providers.failures import FinalFailure, ProcessingFailure
from recognition.tests.factories import AccountFactory, AccountSpaceFactory
from recognition.tests.play.painted_faces import photo
from recognition.tests.play.provider import Answer, Asked, PlayedProvider, played

pytestmark = pytest.mark.django_db


class OneAnswer(PlayedProvider):
    """A provider that gives every request the same answer."""

    given = Answer()

    def answer(self, asked: Asked) -> Answer:
        return self.given


@pytest.fixture
def provider() -> Iterator[OneAnswer]:
    with played(OneAnswer) as provider:
        yield provider


def searched(provider: OneAnswer, body: Any, status: int = 200) -> Any:
    """Return the persons that the adapter reads from this answer of a `local` provider."""
    provider.given = Answer(status=status, body=body)
    account = AccountFactory.create(provider=FaceProviderName.LOCAL, base_url=provider.url)
    picture = Image(content=b"x", content_type="image/jpeg")
    return face_provider(account, AccountSpaceFactory.create(account=account)).search(picture)


@pytest.mark.parametrize("person_id", [{"id": "p"}, ["p"], None, True, "", 1.5, "x" * 201])
def test_face_answer_with_a_person_without_an_id_is_a_failure(provider, person_id):
    with pytest.raises(ProcessingFailure, match="another shape"):
        searched(provider, {"faces": [{"personId": person_id}]})


def test_face_answer_has_confidences_and_boxes_cut_to_the_image(provider: OneAnswer) -> None:
    wild = {"left": -1e300, "top": 0.5, "width": 1e300, "height": 1e300}
    faces = [
        {"personId": "a", "confidence": 5, "box": {**wild, "width": 2e300}},
        {"personId": 7, "confidence": -1, "box": {"left": 3, "top": 0, "width": 1, "height": 1}},
    ]

    found = searched(provider, {"faces": faces})

    assert [(each.person_id, each.confidence, each.box) for each in found] == [
        ("a", 1.0, {"left": 0.0, "top": 0.5, "width": 1.0, "height": 0.5}),
        ("7", 0.0, None),
    ]


def test_face_answer_has_who_a_face_may_be_as_far_as_it_can_be_used(provider: OneAnswer) -> None:
    possible = [{"personId": "b", "confidence": 2}, {"personId": ""}, *[{"personId": "c"}] * 9]
    faces = [{"personId": "a", "possible": possible}, {"personId": "d", "possible": "none"}]

    one, other = searched(provider, {"faces": faces})

    assert [(each.person_id, each.confidence) for each in one.possible][:2] == [
        ("b", 1.0),
        ("c", None),
    ]
    assert len(one.possible) == 5
    assert other.possible == ()


def test_face_answer_that_the_picture_is_unreadable_is_final_and_the_reason(provider):
    detail = "The picture cannot be read: it is damaged."

    with pytest.raises(FinalFailure, match=detail):
        searched(provider, {"code": "unreadable-image", "detail": detail}, status=422)


@pytest.mark.parametrize("body", [{"code": "other"}, ["x"], "x"])
def test_face_answer_that_refuses_for_another_reason_fails_with_its_status(provider, body):
    with pytest.raises(FinalFailure, match="answered 422"):
        searched(provider, body, status=422)


SURE = {"subject": "ann", "similarity": 0.9}


def recognised(provider: OneAnswer, box: Any, *subjects: Any, probability: Any) -> Any:
    """Return the persons that the adapter reads from this answer of CompreFace."""
    face = {"box": {"probability": probability, **box}, "subjects": subjects}
    provider.given = Answer(body={"result": [face]})
    account = AccountFactory.create(
        provider=FaceProviderName.COMPREFACE, base_url=provider.url, credentials={"key": "secret"}
    )
    space = AccountSpaceFactory.create(account=account)
    return face_provider(account, space).recognise(photo("ann"), "p1")


def sides(left: Any, top: Any, right: Any, bottom: Any) -> dict[str, Any]:
    return {"x_min": left, "y_min": top, "x_max": right, "y_max": bottom}


def test_face_answer_of_compreface_has_confidences_and_boxes_cut_to_the_image(provider):
    wild = sides(-1e300, 240, 1e300, 1e300)  # of 640 x 480

    [found] = recognised(provider, wild, {**SURE, "similarity": 5}, probability=1)

    assert (found.person_id, found.confidence) == ("ann", 1.0)
    assert found.box == {"left": 0.0, "top": 0.5, "width": 1.0, "height": 0.5}


@pytest.mark.parametrize("subject", [{"id": "p"}, ["p"], None, True, "", 1.5, "x" * 201])
def test_face_answer_of_compreface_with_a_person_without_an_id_is_a_failure(provider, subject):
    with pytest.raises(ProcessingFailure, match="another shape"):
        recognised(provider, sides(1, 1, 9, 9), {**SURE, "subject": subject}, probability=1)


def test_face_answer_of_compreface_with_a_number_too_large_for_a_float_is_a_failure(provider):
    with pytest.raises(ProcessingFailure, match="another shape"):
        recognised(provider, sides(1, 1, 10**400, 9), SURE, probability=1)


@pytest.mark.parametrize("box", [sides(1e300, 1, 2e300, 9), sides(9, 9, 1, 1)])
def test_face_answer_of_compreface_with_an_unknown_face_outside_of_the_picture_enrols_no_person(
    provider: OneAnswer, box: Any
) -> None:
    assert recognised(provider, box, probability=0.99) == []
