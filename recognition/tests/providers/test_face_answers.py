"""An answer of a face provider…"""

import json
from typing import Any

import pytest
import requests

from recognition.models import FaceProviderName
from recognition.providers.faces import face_provider
from recognition.providers.faces.http import HttpFaceProvider
from recognition.providers.failures import FinalFailure, ProcessingFailure
from recognition.providers.images.fetching import Image
from recognition.tests.factories import AccountFactory, AccountSpaceFactory
from recognition.tests.play.painted_faces import photo

pytestmark = pytest.mark.django_db


def asked(monkeypatch: pytest.MonkeyPatch, body: Any, status: int = 200) -> Any:
    """Return the persons that a provider is understood to have found."""
    answer = requests.Response()
    answer.status_code, answer._content = status, json.dumps(body).encode()
    monkeypatch.setattr("recognition.providers.faces.http.send", lambda *_, **__: answer)
    space = AccountSpaceFactory.create()
    picture = Image(content=b"x", content_type="image/jpeg")
    return HttpFaceProvider(space.account, space).search(picture)


@pytest.mark.parametrize("person_id", [{"id": "p"}, ["p"], None, True, "", 1.5, "x" * 201])
def test_with_a_person_who_has_no_id_is_a_failure(monkeypatch: Any, person_id: Any) -> None:
    with pytest.raises(ProcessingFailure, match="another shape"):
        asked(monkeypatch, {"faces": [{"personId": person_id}]})


def test_has_confidences_and_boxes_cut_to_what_can_be(monkeypatch: Any) -> None:
    wild = {"left": -1e300, "top": 0.5, "width": 1e300, "height": 1e300}
    faces = [
        {"personId": "a", "confidence": 5, "box": {**wild, "width": 2e300}},
        {"personId": 7, "confidence": -1, "box": {"left": 3, "top": 0, "width": 1, "height": 1}},
    ]

    found = asked(monkeypatch, {"faces": faces})

    assert [(each.person_id, each.confidence, each.box) for each in found] == [
        ("a", 1.0, {"left": 0.0, "top": 0.5, "width": 1.0, "height": 0.5}),
        ("7", 0.0, None),
    ]


def test_that_the_picture_cannot_be_read_is_the_reason_and_final(monkeypatch: Any) -> None:
    detail = "The picture cannot be read: it is damaged."

    with pytest.raises(FinalFailure, match=detail):
        asked(monkeypatch, {"code": "unreadable-image", "detail": detail}, status=422)


@pytest.mark.parametrize("body", [{"code": "other"}, ["x"], "x"])
def test_that_refuses_for_another_reason_says_the_status(monkeypatch: Any, body: Any) -> None:
    with pytest.raises(FinalFailure, match="answered 422"):
        asked(monkeypatch, body, status=422)


SURE = {"subject": "ann", "similarity": 0.9}


def recognised(monkeypatch: pytest.MonkeyPatch, box: Any, *subjects: Any, probability: Any) -> Any:
    """Return the persons that CompreFace is understood to have found."""
    face = {"box": {"probability": probability, **box}, "subjects": subjects}
    answer = requests.Response()
    answer.status_code, answer._content = 200, json.dumps({"result": [face]}).encode()
    monkeypatch.setattr("recognition.providers.faces.compreface.send", lambda *_, **__: answer)
    account = AccountFactory.create(
        provider=FaceProviderName.COMPREFACE, credentials={"key": "secret"}
    )
    space = AccountSpaceFactory.create(account=account)
    return face_provider(account, space).recognise(photo("ann"), "p1")


def sides(left: Any, top: Any, right: Any, bottom: Any) -> dict[str, Any]:
    return {"x_min": left, "y_min": top, "x_max": right, "y_max": bottom}


def test_of_compreface_has_confidences_and_boxes_cut_to_what_can_be(monkeypatch: Any) -> None:
    wild = sides(-1e300, 240, 1e300, 1e300)  # of 640 x 480

    [found] = recognised(monkeypatch, wild, {**SURE, "similarity": 5}, probability=1)

    assert (found.person_id, found.confidence) == ("ann", 1.0)
    assert found.box == {"left": 0.0, "top": 0.5, "width": 1.0, "height": 0.5}


@pytest.mark.parametrize("subject", [{"id": "p"}, ["p"], None, True, "", 1.5, "x" * 201])
def test_of_compreface_with_a_person_who_has_no_id_is_a_failure(
    monkeypatch: Any, subject: Any
) -> None:
    with pytest.raises(ProcessingFailure, match="another shape"):
        recognised(monkeypatch, sides(1, 1, 9, 9), {**SURE, "subject": subject}, probability=1)


def test_of_compreface_with_a_number_beyond_all_measure_is_a_failure(monkeypatch: Any) -> None:
    with pytest.raises(ProcessingFailure, match="another shape"):
        recognised(monkeypatch, sides(1, 1, 10**400, 9), SURE, probability=1)


@pytest.mark.parametrize("box", [sides(1e300, 1, 2e300, 9), sides(9, 9, 1, 1)])
def test_of_compreface_with_an_unknown_face_outside_of_the_picture_adds_no_one(
    monkeypatch: Any, box: Any
) -> None:
    assert recognised(monkeypatch, box, probability=0.99) == []
