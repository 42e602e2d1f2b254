"""A selfie of a `FaceNumber` album is answered by the number provider, in a while."""

from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest
import requests
import time_machine
from django.db import IntegrityError
from django.utils import timezone
from rest_framework.test import APIClient

from recognition.models import (
    Album,
    Callback,
    CallbackState,
    NumberRequest,
    Selfie,
    SelfieImage,
    SelfieState,
    Strategy,
)
from recognition.providers.failures import Away
from recognition.selfies import recognising
from recognition.selfies.ending import AnswerSelfieCommand, answer_selfie
from recognition.tasks import end_selfies_task
from recognition.tests.calls.processes import until
from recognition.tests.calls.selfies import CLIENT, call_back, local, send, waiting
from recognition.tests.factories import AlbumFactory, NumberRequestFactory, PhotoFactory
from recognition.tests.play.sandbox_albums import album_left_unanswered
from recognition.tests.play.selfie_pictures import photo_of, picture
from recognition.wire.signed_addresses import SELFIE_PATH, callback_url, selfie_image_url
from tools.sandbox.client import SandboxClient

pytestmark = pytest.mark.django_db


@pytest.fixture
def album(peers: SandboxClient) -> Album:
    return album_left_unanswered(peers)


@pytest.mark.usefixtures("transactional_db")
def test_the_provider_s_callback_answers_it(wires: SandboxClient, participant: APIClient) -> None:
    album = AlbumFactory.create(strategy=Strategy.FACE_NUMBER)
    selfie_id = str(uuid4())
    wires.set_truth(selfie_id, persons=["anna"], tags=["17"])
    seen = photo_of(album, "anna")

    # The callback may overtake the provider's 202: the state that is answered here is either.
    assert send(participant, album, selfieId=selfie_id).status_code == 201
    until(lambda: wires.stats("number-provider")["callbackAnswers"].get("202") == 1)

    found = participant.get(f"{CLIENT}/{selfie_id}").json()
    assert found["state"] == "Recognized"
    assert [person["personId"] for person in found["persons"]] == ["anna"]
    assert [photo["photoId"] for photo in found["photos"]] == [str(seen)]


def test_the_provider_is_asked_for_the_face_on_our_copy_of_the_picture(
    peers: SandboxClient, participant: APIClient, anybody: APIClient, album: Album
) -> None:
    request = waiting(participant, album)

    [sent] = peers.log(service="number-provider")
    assert sent["body"]["type"] == request.type == "FACE"
    assert sent["body"]["name"] == f"{request.selfie_id};{album.pk}"
    assert request.accepted_on is not None
    image = anybody.get(local(sent["body"]["imageUrl"]))
    assert (image.status_code, image["Content-Type"]) == (200, "image/jpeg")
    assert image.content == picture()
    assert image["Cache-Control"] == "no-store"


def test_a_picture_at_an_address_is_copied_too(peers, participant, album):
    address = peers.url("album", "/pixel.jpg?me")

    participant.post(CLIENT, {"albumId": str(album.pk), "imageUrl": address}, format="json")

    [sent] = peers.log(service="number-provider")
    assert sent["body"]["imageUrl"].startswith("http://127.0.0.1:8000/client-api/")
    kept = bytes(SelfieImage.objects.get().content)
    assert kept == requests.get(address, timeout=10).content


@pytest.mark.parametrize(("persons", "state"), [(["anna", "bob"], "Recognized"), ([], "NotFound")])
def test_the_picture_goes_with_the_answer(participant, anybody, album, persons, state):
    request = waiting(participant, album)
    image = selfie_image_url(Selfie.objects.get().pk)

    assert call_back(anybody, request, *persons).status_code == 202

    selfie = Selfie.objects.get()
    assert selfie.state == state
    assert selfie.callback_due_on is None
    assert sorted(selfie.persons.values_list("person_id", flat=True)) == persons
    assert not SelfieImage.objects.exists()
    assert anybody.get(local(image)).status_code == 404


def test_an_overdue_selfie_has_failed_and_a_late_answer_is_used(participant, anybody, album):
    request = waiting(participant, album)

    with time_machine.travel(timezone.now() + timedelta(minutes=9)):
        end_selfies_task()
        assert Selfie.objects.get().state == SelfieState.AWAITING_CALLBACK
    with time_machine.travel(timezone.now() + timedelta(minutes=11)):
        end_selfies_task()
    failed = Selfie.objects.get()
    assert failed.state == SelfieState.FAILED
    assert "not answered in time" in failed.reason_description

    assert call_back(anybody, request, "anna").status_code == 202
    assert Selfie.objects.get().state == SelfieState.RECOGNIZED


def test_an_error_that_overtakes_the_202_fails_it_until_an_answer_comes(
    participant: APIClient, album: Album, monkeypatch: pytest.MonkeyPatch
) -> None:
    def ask(request: NumberRequest, image_url: str) -> str:
        answer(request, error={"detail": "It cannot be fetched.", "retriable": False})
        return "accepted"

    def answer(request: NumberRequest, **fields: Any) -> None:
        payload = {"name": f"{request.selfie_id};x", "persons": [], "tags": [], **fields}
        now = timezone.now()
        answer_selfie(AnswerSelfieCommand(request_id=request.pk, payload=payload, now=now))

    monkeypatch.setattr(recognising, "request_recognition", ask)

    assert send(participant, album).status_code == 201

    request = NumberRequest.objects.get()
    failed = Selfie.objects.get()
    assert (failed.state, failed.callback_due_on) == (SelfieState.FAILED, None)
    assert failed.reason_description == "It cannot be fetched."
    assert request.accepted_on is not None
    answer(request, persons=[{"id": "anna"}])
    assert Selfie.objects.get().state == SelfieState.RECOGNIZED


@pytest.mark.parametrize("outcome", ["fail", "throttle", "drop"])
def test_a_provider_that_is_away_is_503_and_nothing_is_kept(peers, participant, album, outcome):
    peers.behave("number-provider", next=[outcome])
    selfie_id = str(uuid4())

    answer = send(participant, album, selfieId=selfie_id)

    assert (answer.status_code, answer.json()["code"]) == (503, "recogniser-away")
    assert not Selfie.objects.exists()
    assert not SelfieImage.objects.exists()
    assert send(participant, album, selfieId=selfie_id).status_code == 201


def test_an_answer_is_kept_though_the_provider_s_202_was_lost(
    participant: APIClient, anybody: APIClient, album: Album, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The callback has come by the time that the request is given up."""

    def answered_but_lost(request: NumberRequest, *_: Any) -> str:
        assert call_back(anybody, request, "anna").status_code == 202
        raise Away("The number provider does not answer.")

    monkeypatch.setattr(recognising, "request_recognition", answered_but_lost)

    answer = send(participant, album)

    assert answer.status_code == 201
    assert (answer.json()["state"], Selfie.objects.get().state) == ("Recognized",) * 2
    assert [person["personId"] for person in answer.json()["persons"]] == ["anna"]


@pytest.mark.parametrize("about", ["both", "neither"])
def test_a_request_is_about_a_photo_or_a_selfie(album: Album, about: str) -> None:
    both = about == "both"

    with pytest.raises(IntegrityError):
        NumberRequest.objects.create(
            type="FACE",
            photo=PhotoFactory.create() if both else None,
            selfie=Selfie.objects.create(album=album, state="NotFound") if both else None,
        )


def test_another_answer_after_the_first_is_ignored_and_a_repeat_stored_once(
    peers, participant, anybody, album
):
    request = waiting(participant, album)
    again = send(participant, album, selfieId=str(request.selfie_id))
    assert (again.status_code, peers.stats("number-provider")["requests"]) == (200, 1)

    for person in ("anna", "anna", "bob"):
        assert call_back(anybody, request, person).status_code == 202

    assert Selfie.objects.get().persons.get().person_id == "anna"
    assert sorted(Callback.objects.values_list("state", flat=True)) == ["Applied", "Ignored"]
    Selfie.objects.all().delete()
    assert call_back(anybody, request, "anna").status_code == 404
    assert not Callback.objects.exists()


def test_a_callback_about_another_selfie_is_404_and_kept_as_rejected(participant, anybody, album):
    request = waiting(participant, album)

    answer = call_back(anybody, request, "anna", name=str(uuid4()))

    assert (answer.status_code, answer.json()["code"]) == (404, "selfie-not-found")
    assert Callback.objects.get().state == CallbackState.REJECTED
    assert Selfie.objects.get().state == SelfieState.AWAITING_CALLBACK


def test_a_photo_s_request_is_not_answered_here_nor_a_selfie_s_there(participant, anybody, album):
    selfies = waiting(participant, album)
    photos = NumberRequestFactory.create()
    payload: dict[str, list[Any]] = {"persons": [], "tags": []}

    answers = [
        anybody.post(local(callback_url(photos.pk, SELFIE_PATH)), payload, format="json"),
        anybody.post(local(callback_url(selfies.pk)), payload, format="json"),
        anybody.post(local(callback_url(selfies.pk, SELFIE_PATH)), {"persons": []}, format="json"),
    ]

    assert [answer.status_code for answer in answers] == [404, 404, 422]
    assert not Callback.objects.exists()


def test_a_person_whom_no_column_could_hold_does_not_cost_the_others(participant, anybody, album):
    request = waiting(participant, album)

    assert call_back(anybody, request, "a\0b", "anna", "x" * 201).status_code == 202

    assert Selfie.objects.get().persons.get().person_id == "anna"


def test_a_picture_is_shown_to_the_holder_of_its_token_only_for_a_day(participant, anybody, album):
    selfie_id = waiting(participant, album).selfie_id
    image = selfie_image_url(Selfie.objects.get().pk)

    for token in ("", "forged", selfie_image_url(uuid4()).partition("token=")[2]):
        answer = anybody.get(f"{CLIENT}/{selfie_id}/image", {"token": token})
        assert answer.status_code == 401
    with time_machine.travel(timezone.now() + timedelta(hours=25)):
        assert anybody.get(local(image)).status_code == 401
        end_selfies_task()

    assert not SelfieImage.objects.exists()
    assert Selfie.objects.exists()


def test_a_selfie_is_forgotten_after_a_month_with_all_that_came_of_it(participant, anybody, album):
    call_back(anybody, waiting(participant, album), "anna")
    photo = photo_of(album, "anna")

    with time_machine.travel(timezone.now() + timedelta(days=31)):
        end_selfies_task()

    for model in (Selfie, NumberRequest, Callback):
        assert not model.objects.exists()
    assert album.photos.get().pk == photo
