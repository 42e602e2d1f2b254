"""The adapter `rekognition`, with boto3 against a server that plays the documented API."""

from collections.abc import Iterator

import pytest

from recognition.console.providers import try_account
from recognition.models import AccountSpace, KnownFace
from recognition.providers.faces import face_provider
from recognition.providers.failures import FinalFailure
from recognition.tests.calls.faces import recognise, refusal
from recognition.tests.factories import AccountFactory, AccountSpaceFactory
from recognition.tests.play.painted_faces import noisy_photo, photo
from recognition.tests.play.provider import LOSE, PASS, played
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


def test_rekognition_keeps_what_was_decided_when_a_later_question_fails(rekognition, space):
    rekognition.spoilt.extend([PASS, PASS, error("ThrottlingException")])

    refusal(space, photo("ann", "bob"))
    rekognition.asked.clear()
    recognise(space, photo("ann", "bob"))

    assert rekognition.operations() == ["IndexFaces", "SearchFaces"]


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


def test_rekognition_brings_an_image_under_the_limits(rekognition, space, monkeypatch):
    monkeypatch.setattr("recognition.providers.faces.rekognition.MAX_BYTES", 60_000)
    webp = photo("bob", kind="WEBP")

    assert len(recognise(space, noisy_photo("ann"), "p1")) == 1
    assert len(recognise(space, webp, "p2")) == 1
    assert all(len(asked.body) < 60_000 * 4 / 3 + 1000 for asked in rekognition.asked)


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
