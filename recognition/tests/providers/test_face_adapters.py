"""The adapters compreface and rekognition, against servers that play the documented APIs…"""

from collections.abc import Iterator

import pytest

from recognition.console.providers import try_account
from recognition.models import AccountSpace, KnownFace
from recognition.providers.faces import face_provider
from recognition.providers.failures import Busy, FinalFailure, ProcessingFailure
from recognition.tests.calls.faces import recognise, refusal
from recognition.tests.factories import AccountFactory, AccountSpaceFactory
from recognition.tests.play.compreface import KEY, PlayedCompreFace
from recognition.tests.play.painted_faces import noisy_photo, photo
from recognition.tests.play.provider import LOSE, PASS, Answer, played
from recognition.tests.play.rekognition import COLLECTION, PlayedRekognition, error

pytestmark = pytest.mark.usefixtures("transactional_db")


@pytest.fixture
def compreface() -> Iterator[PlayedCompreFace]:
    with played(PlayedCompreFace) as provider:
        yield provider


@pytest.fixture
def space(compreface: PlayedCompreFace) -> AccountSpace:
    account = AccountFactory.create(
        provider="compreface", base_url=f"{compreface.url}/", credentials={"key": KEY}
    )
    return AccountSpaceFactory.create(account=account)


def test_compreface_knows_a_face_again_on_another_photo(compreface, space):
    assert recognise(space, photo(), "p0") == []
    first = recognise(space, photo("ann", "bob", "cat"), "p1")
    assert sorted(person for _, person in compreface.examples) == ["ann", "bob", "cat"]
    assert recognise(space, photo("ann", "bob", "cat"), "p1") == first  # processed again

    again = recognise(space, photo("dan", "ann"), "p2")

    assert again[0] == first[0]
    assert len(compreface.examples) == len(compreface.subjects) == 4
    compreface.examples[:] = [("Ann Example", "ann")]  # was there before
    assert recognise(space, photo("ann"), "p3") == ["Ann Example"]


def test_compreface_makes_no_second_person_when_the_answer_to_an_addition_is_lost(
    compreface: PlayedCompreFace, space: AccountSpace
) -> None:
    compreface.spoilt.extend([PASS, LOSE])

    failure = refusal(space, photo("ann"))
    found = recognise(space, photo("ann"))

    assert not isinstance(failure, FinalFailure)
    assert compreface.examples == [(found[0], "ann")]


def test_compreface_searches_without_adding(compreface, space):
    known = recognise(space, photo("ann"))
    compreface.asked.clear()
    provider = face_provider(space.account, space)

    found = provider.search(photo("ann", "bob"))

    assert [person.person_id for person in found] == known
    assert [asked.path.partition("?")[0] for asked in compreface.asked] == [
        "/api/v1/recognition/recognize"
    ]
    KnownFace.objects.update(person_id="decided")
    assert [person.person_id for person in provider.search(photo("ann"))] == ["decided"]


@pytest.mark.parametrize(
    ("answer", "permanent", "reason"),
    [
        (Answer(status=400, body={"code": 0, "message": "Something went wrong"}), False, "code 0"),
        (Answer(status=400, body={"code": 21, "message": "extension"}), True, "code 21"),
        (Answer(status=400, body="<html>"), True, "code None"),
        (Answer(status=413, body={}), True, "413"),
        (Answer(status=500, body={"code": 41, "message": "Faces service"}), False, "500"),
        (Answer(body={"faces": []}), False, "another shape"),
        (Answer(body="<html>"), False, "not JSON"),
        (LOSE, False, "broke off the connection"),
    ],
)
def test_compreface_says_what_an_error_means(compreface, space, answer, permanent, reason):
    compreface.spoilt.append(answer)

    failure = refusal(space, photo("ann"))

    assert isinstance(failure, FinalFailure) is permanent
    assert not isinstance(failure, Busy)
    assert reason in failure.reason
    assert compreface.examples == []


def test_compreface_takes_a_key_of_its_own_for_each_space(compreface, space):
    space.account.credentials = {"keys": {space.external_id: KEY}}
    other = AccountSpaceFactory.create(account=space.account, is_default=False)

    assert len(recognise(space, photo("ann"))) == 1
    assert "has no API key for space" in refusal(other, photo("ann")).reason


def test_compreface_ignores_faces_that_are_not_similar_enough(compreface, space):
    first = recognise(space, photo("ann"))
    space.account.credentials["similarity"] = 0.99

    assert recognise(space, photo("ann"), "p2") != first


def test_compreface_deletes_all_subjects_of_a_person(compreface, space):
    provider = face_provider(space.account, space)
    person, other = (provider.recognise(photo(who), who)[0].person_id for who in ("ann", "bob"))

    for _ in range(2):
        provider.forget(person, ["unknown", person])

    assert compreface.subjects == {other}
    space.account.credentials = {"key": "another"}
    with pytest.raises(ProcessingFailure):
        face_provider(space.account, space).forget(other, [])


def test_compreface_is_tested_by_a_request_that_adds_nothing(compreface, space):
    recognise(space, photo("ann", "bob"))
    compreface.asked.clear()

    test = try_account(space.account)

    assert (test.works, len(compreface.asked)) == (True, 1)
    assert f"2 subjects in {space}" in test.words
    space.account.credentials = {"key": "wrong"}
    assert not try_account(space.account).works


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
def collection(rekognition: PlayedRekognition) -> AccountSpace:
    account = AccountFactory.create(
        provider="rekognition", base_url=rekognition.url, credentials=CREDENTIALS
    )
    return AccountSpaceFactory.create(account=account, external_id=COLLECTION)


def test_rekognition_indexes_the_faces_under_the_id_of_the_photo(rekognition, collection):
    [person] = face_provider(collection.account, collection).recognise(photo("ann"), "p1")

    [face] = rekognition.faces.values()
    assert rekognition.operations() == ["IndexFaces", "SearchFaces"]
    assert (face["FaceId"], face["ExternalImageId"]) == (person.person_id, "p1")
    assert person.box == pytest.approx(
        {"left": 30 / 640, "top": 60 / 480, "width": 100 / 640, "height": 100 / 480}, abs=0.01
    )


@pytest.mark.parametrize("is_idempotent", [True, False])
def test_rekognition_indexes_no_face_twice_when_the_answer_was_lost(
    rekognition, collection, is_idempotent
):
    rekognition.is_idempotent = is_idempotent
    rekognition.spoilt.append(LOSE)

    failure = refusal(collection, photo("ann", "bob"))
    found = recognise(collection, photo("ann", "bob"))

    assert not isinstance(failure, FinalFailure)
    assert rekognition.operations().count("IndexFaces") == 2  # and none by boto3 itself
    assert recognise(collection, photo("ann", "bob")) == found  # processed again
    assert sorted(rekognition.faces) == sorted(found)


def test_rekognition_keeps_what_was_decided_when_a_later_question_fails(rekognition, collection):
    rekognition.spoilt.extend([PASS, PASS, error("ThrottlingException")])

    refusal(collection, photo("ann", "bob"))
    rekognition.asked.clear()
    recognise(collection, photo("ann", "bob"))

    assert rekognition.operations() == ["IndexFaces", "SearchFaces"]


def test_rekognition_searches_without_indexing(rekognition, collection):
    assert recognise(collection, photo()) == []
    known = recognise(collection, photo("ann"))
    recognise(collection, photo("ann"), "p2")

    provider = face_provider(collection.account, collection)
    assert [person.person_id for person in provider.search(photo("ann"))] == known
    assert provider.search(photo("bob")) == []
    assert provider.search(photo()) == []
    assert len(rekognition.faces) == 2
    KnownFace.objects.update(person_id="decided")
    assert [person.person_id for person in provider.search(photo("ann"))] == ["decided"]


def test_rekognition_brings_an_image_under_the_limits(rekognition, collection, monkeypatch):
    monkeypatch.setattr("recognition.providers.faces.rekognition.MAX_BYTES", 60_000)
    webp = photo("bob", kind="WEBP")

    assert len(recognise(collection, noisy_photo("ann"), "p1")) == 1
    assert len(recognise(collection, webp, "p2")) == 1
    assert all(len(asked.body) < 60_000 * 4 / 3 + 1000 for asked in rekognition.asked)


def test_rekognition_deletes_all_faces_of_a_person(rekognition, collection):
    provider = face_provider(collection.account, collection)
    [person] = {provider.recognise(photo("ann"), name)[0].person_id for name in ("p1", "p2")}
    [other] = provider.recognise(photo("bob"), "p3")
    faces = KnownFace.objects.filter(person_id=person).values_list("face_id", flat=True)

    for _ in range(2):
        provider.forget(person, [*faces, "no guid"])

    assert list(rekognition.faces) == [other.person_id]


def test_rekognition_is_tested_by_a_request_that_adds_nothing(rekognition, collection):
    recognise(collection, photo("ann", "bob"))
    rekognition.asked.clear()

    test = try_account(collection.account)

    assert (test.works, len(rekognition.asked)) == (True, 1)
    assert f"2 faces in {collection}" in test.words
    collection.account.credentials = {**CREDENTIALS, "region": "nowhere nowhere"}
    assert not try_account(collection.account).works
