"""The adapter `rekognition`, with boto3 against a server that plays the documented API."""

from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from typing import Any

import pytest

from foundation.messaging.tests.play.racing import at_once
from recognition.console.trying import try_account
from recognition.models import AccountSpace, KnownFace
from recognition.providers.faces import face_provider
from recognition.providers.failures import Busy, FinalFailure
from recognition.tests.calls.faces import recognise, refusal
from recognition.tests.factories import AccountFactory, AccountSpaceFactory
from recognition.tests.play.painted_faces import noisy_photo, photo
from recognition.tests.play.provider import LOSE, PASS, Answer, played
from recognition.tests.play.rekognition import COLLECTION, PlayedRekognition, error

pytestmark = pytest.mark.usefixtures("transactional_db")

CREDENTIALS = {"region": "eu-central-1", "accessKeyId": "AKIATEST", "secretAccessKey": "secret"}


@pytest.fixture(scope="module")
def server() -> Iterator[PlayedRekognition]:
    """Play one for all tests: making boto3's client for an address takes its time."""
    with played(PlayedRekognition) as provider:
        yield provider


@pytest.fixture
def rekognition(server: PlayedRekognition) -> PlayedRekognition:
    server.forget()
    return server


@pytest.fixture
def space(rekognition: PlayedRekognition) -> AccountSpace:
    account = AccountFactory.create(
        provider="rekognition", base_url=rekognition.url, credentials=CREDENTIALS
    )
    return AccountSpaceFactory.create(account=account, external_id=COLLECTION)


def test_rekognition_indexes_the_faces_under_the_id_of_the_photo(rekognition, space):
    [person] = face_provider(space.account, space).recognise(photo("ann"), "p1")

    [face] = rekognition.faces.values()
    assert rekognition.operations() == ["IndexFaces", "SearchFaces"]
    assert (face["FaceId"], face["ExternalImageId"]) == (person.person_id, "p1")
    assert person.box == pytest.approx(
        {"left": 30 / 640, "top": 60 / 480, "width": 100 / 640, "height": 100 / 480}, abs=0.01
    )


def test_rekognition_knows_a_face_again_on_another_photo(rekognition, space):
    [ann] = recognise(space, photo("ann"), "p1")

    found = face_provider(space.account, space).recognise(photo("ann", "bob"), "p2")

    assert found[0].person_id == ann
    assert found[0].confidence == pytest.approx(0.991)
    assert found[1].person_id != ann


@pytest.mark.parametrize("is_idempotent", [True, False])
def test_rekognition_indexes_no_face_twice_when_the_answer_was_lost(
    rekognition, space, is_idempotent
):
    rekognition.is_idempotent = is_idempotent
    rekognition.spoilt.append(LOSE)

    failure = refusal(space, photo("ann", "bob"))
    found = recognise(space, photo("ann", "bob"))

    assert not isinstance(failure, FinalFailure)
    assert rekognition.operations().count("IndexFaces") == 2  # and none by boto3 itself
    assert recognise(space, photo("ann", "bob")) == found  # processed again
    assert sorted(rekognition.faces) == sorted(found)


def test_rekognition_keeps_both_faces_of_twins_side_by_side(rekognition, space):
    """The one is alike and of the same photo, but in another place: not an earlier attempt's."""
    rekognition.twins["bob"] = "ann"

    found = recognise(space, photo("ann", "bob"))

    assert len(found) == 2
    assert "DeleteFaces" not in rekognition.operations()
    assert len(rekognition.faces) == 2


def test_rekognition_keeps_what_was_decided_when_a_later_question_fails(rekognition, space):
    rekognition.spoilt.extend([PASS, PASS, error("ThrottlingException")])

    refusal(space, photo("ann", "bob"))
    rekognition.asked.clear()
    recognise(space, photo("ann", "bob"))

    assert rekognition.operations() == ["IndexFaces", "SearchFaces"]


def test_rekognition_makes_one_person_of_a_runner_on_two_photos_processed_side_by_side(
    rekognition: PlayedRekognition, space: AccountSpace
) -> None:
    found = at_once(*[partial(recognise, space, photo("ann"), f"p{n}") for n in range(8)])

    assert len({person for [person] in found}) == 1
    assert recognise(space, photo("ann"), "later") == found[0]


def test_rekognition_searches_without_indexing(rekognition, space):
    assert recognise(space, photo()) == []
    known = recognise(space, photo("ann"))
    recognise(space, photo("ann"), "p2")

    provider = face_provider(space.account, space)
    assert [person.person_id for person in provider.search(photo("ann"))] == known
    assert provider.search(photo("bob")) == []
    assert provider.search(photo()) == []
    assert len(rekognition.faces) == 2
    KnownFace.objects.update(person_id="decided")
    assert [person.person_id for person in provider.search(photo("ann"))] == ["decided"]


@pytest.mark.parametrize(
    ("answer", "permanent", "throttled", "reason"),
    [
        (error("ThrottlingException"), False, True, "busy"),
        (error("ImageTooLargeException"), True, False, "400 ImageTooLarge"),
        (error("InvalidImageFormatException"), True, False, "400 InvalidImageFormat"),
        (error("AccessDeniedException"), False, False, "400 AccessDenied"),
        (error("ResourceNotFoundException"), False, False, "400 ResourceNotFound"),
        (error("InternalServerError", 500), False, False, "500 InternalServerError"),
        (Answer(status=503, body="<html>"), False, False, "503"),
        (Answer(body={"Faces": []}), False, False, "another shape"),
        (Answer(body="<html>"), False, False, "another shape"),
        (LOSE, False, False, "broke off the connection"),
    ],
)
def test_rekognition_says_what_an_error_means(
    rekognition, space, answer, permanent, throttled, reason
):
    rekognition.spoilt.append(answer)

    failure = refusal(space, photo("ann"))

    assert isinstance(failure, FinalFailure) is permanent
    assert isinstance(failure, Busy) is throttled
    assert reason in failure.reason
    assert "As played" not in failure.reason  # messages hold ARNs
    assert len(rekognition.asked) == 1
    assert isinstance(refusal(space, replace(photo("ann"), content=b"nothing")), FinalFailure)


def test_rekognition_brings_an_image_under_the_limits(rekognition, space, monkeypatch):
    monkeypatch.setattr("recognition.providers.faces.rekognition.MAX_BYTES", 60_000)
    webp = photo("bob", kind="WEBP")

    assert len(recognise(space, noisy_photo("ann"), "p1")) == 1
    assert len(recognise(space, webp, "p2")) == 1
    assert all(len(asked.body) < 60_000 * 4 / 3 + 1000 for asked in rekognition.asked)


def test_rekognition_has_its_confidence_and_box_cut_to_what_can_be(rekognition, space, monkeypatch):
    """A face at the edge of a picture has a box that goes beyond it, as the service documents."""
    recognise(space, photo("ann"))
    found = PlayedRekognition._SearchFacesByImage

    def wild(played: PlayedRekognition, parameters: dict[str, Any]) -> Answer:
        answer = found(played, parameters)
        answer.body["SearchedFaceBoundingBox"]["Left"] = -0.1
        answer.body["FaceMatches"][0]["Similarity"] = 500
        return answer

    monkeypatch.setattr(PlayedRekognition, "_SearchFacesByImage", wild)
    [person] = face_provider(space.account, space).search(photo("ann"))

    assert person.confidence == 1.0
    assert person.box == pytest.approx({"left": 0, "top": 0.1, "width": 0.1, "height": 0.2})


def test_rekognition_deletes_all_faces_of_a_person(rekognition, space):
    provider = face_provider(space.account, space)
    [person] = {provider.recognise(photo("ann"), name)[0].person_id for name in ("p1", "p2")}
    [other] = provider.recognise(photo("bob"), "p3")
    faces = KnownFace.objects.filter(person_id=person).values_list("face_id", flat=True)

    for _ in range(2):
        provider.forget(person, [*faces, "no guid"])

    assert list(rekognition.faces) == [other.person_id]


def test_rekognition_is_tested_by_a_request_that_adds_nothing(rekognition, space):
    recognise(space, photo("ann", "bob"))
    rekognition.asked.clear()

    test = try_account(space.account)

    assert (test.works, len(rekognition.asked)) == (True, 1)
    assert f"2 faces in {space}" in test.words
    space.account.credentials = {**CREDENTIALS, "region": "nowhere nowhere"}
    assert not try_account(space.account).works
