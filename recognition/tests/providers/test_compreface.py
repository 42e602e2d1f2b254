"""The adapter `compreface`, against a server that plays the documented REST API."""

from collections.abc import Iterator

import pytest

from recognition.console.providers import try_account
from recognition.models import AccountSpace, KnownFace
from recognition.providers.faces import face_provider
from recognition.providers.failures import Busy, FinalFailure, ProcessingFailure
from recognition.tests.calls.faces import recognise, refusal
from recognition.tests.factories import AccountFactory, AccountSpaceFactory
from recognition.tests.play.compreface import KEY, PlayedCompreFace
from recognition.tests.play.painted_faces import photo
from recognition.tests.play.provider import LOSE, PASS, Answer, played

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
